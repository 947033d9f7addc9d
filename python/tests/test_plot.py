# ===- test_plot.py - Pictures of reports ------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""What plot() draws, against the tables."""

from pathlib import Path

import numpy as np
import pytest

import hlo_mem_opt as hmo
from conftest import DUMPS, ROOT

pytest.importorskip("matplotlib")


def curve_of_tables(report: hmo.Report, space: int) -> int:
    """The most bytes of the arenas that lie in any live range at one position."""
    ranges = {row.value: (row.first, row.last) for row in report.live_ranges}
    spaces = {row.allocation: row.space for row in report.allocations}
    events: dict[int, list[tuple[int, int, int]]] = {}
    for value in report.values:
        if spaces[value.allocation] == space and value.value in ranges:
            first, last = ranges[value.value]
            place = (value.allocation, value.byte_offset or 0, value.size or 0)
            for at in range(first, last + 1):
                events.setdefault(at, []).append(place)
    most = 0
    for places in events.values():
        # Each byte once: values may share a place.
        covered, end_of = 0, {}
        for allocation, begin, size in sorted(places):
            end = max(end_of.get(allocation, 0), begin)
            covered += max(0, begin + size - end)
            end_of[allocation] = max(end, begin + size)
        most = max(most, covered)
    return most


def test_numbers_of_the_picture(tpu_dump: Path) -> None:
    report = hmo.analyze(tpu_dump)
    figure = report.plot()
    assert figure._repr_png_().startswith(b"\x89PNG")
    parts, curve = figure.axes
    unit = 1 << 10
    assert parts.get_xlabel() == curve.get_ylabel() == "KiB"
    widths = sum(bar.get_width() for bar in parts.patches)
    sizes = sum(part.bytes or 0 for part in report.parts if part.space == 0)
    assert widths * unit == pytest.approx(sizes)
    (stairs,) = [patch for patch in curve.patches if hasattr(patch, "get_data")]
    values, edges, _ = stairs.get_data()
    assert np.max(values) * unit == pytest.approx(curve_of_tables(report, 0))
    assert edges[0] == 0
    assert edges[-1] == report.modules[0].position_count


def test_nothing_is_cut_off() -> None:
    report = hmo.analyze(
        (ROOT / "test" / "Inputs" / "screens" / "gpt2-v5e.hlo.pb.gz").read_bytes(),
        name="module_0000.jit_train_step.cl_1.after_optimizations.hlo.pb.gz",
        device="v5e",
    )
    figure = report.plot()
    assert figure.get_suptitle() == "jit_train_step, space HBM"
    figure._repr_png_()
    for axes in figure.axes:
        box = axes.get_tightbbox()
        assert box is not None
        assert box.x0 >= 0
        assert box.x1 <= figure.bbox.x1


@pytest.mark.parametrize("path", DUMPS, ids=lambda p: p.name)
def test_every_dump_can_be_drawn(path: Path) -> None:
    report = hmo.analyze(path)
    for space in report.spaces:
        report.plot(space.space)


def test_limit_and_errors() -> None:
    dump = ROOT / "test/Inputs/proto/named-layers-v5e-jax0.10.2.hlo.pb.gz"
    labels = [
        line.get_label()
        for line in hmo.analyze(dump, memory_limit="1MiB").plot().axes[1].lines
    ]
    assert labels == ["limit", "allocated"]
    with pytest.raises(hmo.HloMemError, match=r"no memory space 7 \(known: 0, 1, 2\)"):
        hmo.analyze(dump).plot(7)
    with pytest.raises(hmo.HloMemError, match=r"on 2 programs; plot one: report\[0\]"):
        hmo.analyze([dump, DUMPS[0]]).plot()
