# ===- test_passes.py - Passes that are functions ----------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Functions as passes: their options, their remarks, their places in a pipeline."""

from pathlib import Path

import pytest

import hlo_mem_opt as hmo
from conftest import DUMPS, ROOT


def register_largest() -> None:
    @hmo.register_pass(name="largest")
    def find(
        module: hmo.Module,
        *,
        least: hmo.Bytes = hmo.Bytes(1),
        most_rows: int = 1,
        with_shape: bool = False,
        word: str = "has",
    ) -> None:
        """Say which values are the largest.

        More of it is in no list.
        """
        order = sorted(module.values, key=lambda v: (-(v.size or 0), v.value))
        for value in order[:most_rows]:
            if (value.size or 0) >= least:
                shape = value.shape if with_shape else "?"
                module.remark(
                    "{name} {word} {size} as {shape}, {left} left",
                    at=value.value,
                    name=value.instruction,
                    word=word,
                    size=hmo.Bytes(value.size or 0),
                    shape=shape,
                    left=most_rows,
                )


@pytest.mark.parametrize("path", DUMPS[:4], ids=lambda p: p.name)
def test_sees_what_the_tables_hold(path: Path) -> None:
    register_largest()
    report = hmo.analyze(path)
    remark = report.run("largest")[0]
    assert remark["size"] == report.values["size"].max()
    assert (remark.pass_, remark.name, remark.kind) == ("largest", "Remark", "Analysis")


def test_options(dump: Path) -> None:
    register_largest()
    report = hmo.analyze(dump)
    values = sorted(report.values, key=lambda v: -(v.size or 0))
    limit = values[2].size or 0
    assert limit % 1024 == 0
    options = f"least={limit // 1024}KiB;most-rows=9;with-shape;word=takes"
    remarks = report.run(f"peak,largest<{options}>,frag")
    ours = [r for r in remarks if r.pass_ == "largest"]
    assert len(ours) == sum((v.size or 0) >= limit for v in values[:9])
    assert ours[0].message is not None
    assert ours[0].message.startswith(f"{values[0].instruction} takes ")
    assert ours[0]["shape"] == values[0].shape
    assert ours[0]["left"] == 9
    passes = list(dict.fromkeys(r.pass_ for r in remarks))
    assert passes == ["peak", "largest", "frag"]


def test_place_in_the_dump(dump: Path) -> None:
    register_largest()
    remark = hmo.analyze(dump).run("largest")[0]
    assert remark.dump is not None and remark.dump.line is not None
    line = dump.read_text().splitlines()[remark.dump.line - 1]
    assert f" {remark['name']} " in line or f" {remark['name']}{{" in line


def test_sees_what_transforms_leave() -> None:
    register_largest()
    seen = []

    @hmo.register_pass
    def count_all(module: hmo.Module) -> None:
        seen.append((module.name, len(module.allocations)))

    report = hmo.analyze(ROOT / "test" / "Inputs" / "tpu-thread-local-2025.txt")
    report.run("count-all,drop-thread-local,count-all")
    left = len(report.apply("drop-thread-local").allocations)
    assert seen == [
        (report.modules[0].module, len(report.allocations)),
        (report.modules[0].module, left),
    ]
    assert left < len(report.allocations)


def test_runs_over_each_module_of_a_folder(tmp_path: Path) -> None:
    names = [
        "cpu-while-2025.txt",
        "tpu-prefetch-2025.txt",
        "tpu-memory-spaces-2025.txt",
    ]
    for name in names:
        copy = tmp_path / name.replace(".txt", "-buffer-assignment.txt")
        copy.write_bytes((ROOT / "test" / "Inputs" / name).read_bytes())

    @hmo.register_pass
    def name_it(module: hmo.Module) -> None:
        module.remark("{backend}", backend=module.modules[0].backend)

    remarks = hmo.analyze(tmp_path).run("name-it")
    found = {
        r.module.removesuffix("-buffer-assignment.txt"): r["backend"] for r in remarks
    }
    assert sorted(found.values()) == ["TPU", "TPU", "unknown"], found


def test_takes_the_place_of_the_one_before(dump: Path) -> None:
    @hmo.register_pass(name="say")
    def first(module: hmo.Module) -> None:
        module.remark("first")

    @hmo.register_pass(name="say")
    def second(module: hmo.Module) -> None:
        module.remark("second {{}}")

    assert [r.message for r in hmo.analyze(dump).run("say")] == ["second {}"]


def test_the_function_stays_a_function() -> None:
    @hmo.register_pass
    def same(module: hmo.Module) -> None:
        """Do nothing."""

    assert same.__doc__ == "Do nothing."
