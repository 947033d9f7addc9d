# ===- _plot.py - Pictures of reports ----------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Pictures of reports, drawn by matplotlib."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from hlo_mem_opt._errors import HloMemError
from hlo_mem_opt._report import short_name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from hlo_mem_opt._report import Report

# As many steps as there are pixels in a usual picture.
_STEPS = 1000
_UNITS = ((1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB"), (1, "bytes"))
# The large kinds are told apart by people who see no red or no green too (Okabe, Ito).
_COLOURS = {
    "parameters": "#0072b2",
    "optimizer state": "#56b4e9",
    "arguments": "#0072b2",
    "inputs": "#004466",
    "results": "#009e73",
    "kept for backward": "#e69f00",
    "gradients": "#cc79a7",
    "working memory": "#d55e00",
    "constants": "#f0e442",
    "padding": "#999999",
    "gaps": "#cccccc",
    "not named": "#000000",
}
_REST = "#666666"


def plot(report: Report, space: int) -> Figure:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise HloMemError("plot() takes matplotlib: pip install matplotlib") from None
    if len(report) != 1:
        raise HloMemError(
            f"the report is on {len(report)} programs; plot one: report[0]"
        )
    found = next((row for row in report.spaces if row.space == space), None)
    if found is None:
        known = ", ".join(str(row.space) for row in report.spaces)
        raise HloMemError(f"there is no memory space {space} (known: {known})")
    most = max(found.allocated or 0, found.peak or 0)
    unit, name = next(u for u in _UNITS if most >= u[0] or u[0] == 1)

    class Picture(Figure):
        """A figure that notebooks show, whatever backend they have."""

        def _repr_png_(self) -> bytes:
            stream = io.BytesIO()
            self.savefig(stream, format="png", dpi=80)
            return stream.getvalue()

    figure = Picture(figsize=(9, 6), layout="constrained")
    parts, curve = figure.subplots(2, 1, height_ratios=(1, 2))
    _draw_parts(parts, report, space, unit)
    _draw_curve(curve, report, space, unit)
    limit = found.memory_limit
    for axes in (parts, curve):
        axes.set_xlabel("schedule position" if axes is curve else name)
        # A limit far off would hide what there is.
        if limit is not None and limit <= 1.5 * most:
            line = axes.axhline if axes is curve else axes.axvline
            line(limit / unit, color="black", linestyle="--", label="limit")
    curve.axhline((found.allocated or 0) / unit, color="#999999", label="allocated")
    curve.set_ylabel(name)
    curve.set_ylim(bottom=0)
    curve.legend(loc="lower center", ncols=3)
    figure.suptitle(
        f"{short_name(report.modules[0].module)}, space {found.name or space}",
        wrap=True,
    )
    # Ticks depend on the layout, which makes room for them.
    figure.draw_without_rendering()
    return figure


def _draw_parts(axes: Axes, report: Report, space: int, unit: int) -> None:
    """One bar of the allocated bytes, by kind, the largest first."""
    sizes: dict[str, int] = {}
    for part in report.parts:
        if part.space == space:
            sizes[part.kind] = sizes.get(part.kind, 0) + (part.bytes or 0)
    # What is too small to be seen stands together.
    seen = {
        kind: size for kind, size in sizes.items() if size >= sum(sizes.values()) / 200
    }
    shown = sorted(seen.items(), key=lambda item: -item[1])
    if rest := sum(sizes.values()) - sum(seen.values()):
        shown.append(("other", rest))
    left = 0.0
    for kind, size in shown:
        label = f"{kind} {size / unit:.2f}"
        colour = _COLOURS.get(kind, _REST)
        axes.barh(0, size / unit, left=left, color=colour, label=label)
        left += size / unit
    axes.set_yticks([])
    axes.set_ylim(-0.5, 0.5)
    axes.set_title("allocated bytes by part", fontsize="medium")
    if shown:
        axes.legend(
            loc="upper center", bbox_to_anchor=(0.5, -0.35), ncols=4, frameon=False
        )


def _draw_curve(axes: Axes, report: Report, space: int, unit: int) -> None:
    """The most bytes that are live in each step of the schedule, each byte once."""
    remarks = report.run(f"liveness<space={space};buckets={_STEPS};top=1>")
    bars = remarks.named("LiveBytesBar")
    axes.set_title("live bytes over the schedule", fontsize="medium")
    if not bars:
        axes.text(
            0.5, 0.5, "no live range is known", transform=axes.transAxes, ha="center"
        )
        return
    edges = [bar["Range"]["begin"] for bar in bars] + [bars[-1]["Range"]["end"] + 1]
    axes.stairs(
        [bar["Live"] / unit for bar in bars],
        edges,
        fill=True,
        color="#a6d5f2",
        label="live",
    )
    at = remarks.named("LiveBytesOverTime")[0]
    axes.annotate(
        f"peak @{at['At']}",
        (at["At"], at["Peak"] / unit),
        xytext=(0, -4),
        textcoords="offset points",
        ha="center",
        va="top",
    )
