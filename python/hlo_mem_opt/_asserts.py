# ===- _asserts.py - Limits for tests ----------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Limits for tests, with pytest or without."""

from __future__ import annotations

from typing import Any

from hlo_mem_opt._analyze import analyze
from hlo_mem_opt._errors import HloMemError
from hlo_mem_opt._report import Report, Verdict, read_limit, short_name

_SHOWN_PARTS = 5


def describe_size(size: int) -> str:
    """ "14.90 GiB": in the largest unit that gives at least 1."""
    for power, unit in ((40, "TiB"), (30, "GiB"), (20, "MiB"), (10, "KiB")):
        if abs(size) >= 1 << power:
            return f"{size / (1 << power):.2f} {unit}"
    return f"{size} bytes"


def _first_line(verdict: Verdict, name: str, given: str) -> str:
    needed = f"{name} needs {describe_size(verdict.needed)} ({verdict.needed} bytes)"
    if verdict.limit is None or verdict.kind == "unknown":
        return f"{needed}; whether it fits {given} is unknown: {verdict.why}"
    difference = f"{describe_size(abs(verdict.excess))} {'over' if verdict.excess > 0 else 'below'}"
    limit = f"{given} = {describe_size(verdict.limit)} ({verdict.limit} bytes)"
    line = f"{needed}, {difference} the limit {limit}"
    return line + ("; only a compile for it tells" if verdict.kind == "close" else "")


def check(report: Report, *, device: str | None, memory_limit: str | None) -> None:
    """Raises AssertionError unless the report fits. A verdict that is not known fails."""
    given = [device, *read_limit(memory_limit)]
    verdict = report.fits(device, memory_limit=memory_limit)
    if verdict.kind == "fits":
        return
    name = verdict.module if len(report) != 1 else short_name(verdict.module)
    lines = [_first_line(verdict, name, " and ".join(filter(None, given)))]
    space = report.spaces[0].space if len(report.spaces) else 0
    mine = [p for p in report.parts if p.module == verdict.module and p.space == space]
    parts = sorted(mine, key=lambda part: -(part.bytes or 0))
    for part in parts[:_SHOWN_PARTS]:
        kind = f"{part.kind}:" if part.name or part.shape else part.kind
        what = " ".join(filter(None, [kind, part.shape, part.name]))
        lines.append(f"  {describe_size(part.bytes or 0):>12}  {what}"[:100])
    if rest := parts[_SHOWN_PARTS:]:
        total = describe_size(sum(part.bytes or 0 for part in rest))
        lines.append(f"  {total:>12}  in {len(rest)} more parts")
    changes = [c for c in report.changes if c.module == verdict.module and c.saves]
    if changes:
        best = changes[0]
        how = f": {best.how}" if best.how else ""
        saves = describe_size(best.saves or 0)
        saves = (
            f"about {saves}"
            if best.precision == "about"
            else f"{saves} ({best.precision})"
        )
        lines.append(f"change: {best.change} saves {saves}{how}"[:250])
    raise AssertionError("\n".join(lines))


def assert_fits(
    source: object,
    /,
    *args: Any,
    device: str | None = None,
    topology: str | None = None,
    **kwargs: Any,
) -> None:
    """Asserts that a program fits into a device, by default that of `topology`.

    The other arguments are those of analyze().
    """
    if (device := device or topology) is None:
        raise HloMemError("name the device, as in device='v5e', or the topology")
    if "memory_limit" in kwargs:
        raise TypeError("assert_allocated_below() takes a limit, and no device")
    check(
        analyze(source, *args, topology=topology, **kwargs),
        device=device,
        memory_limit=None,
    )


def assert_allocated_below(source: object, /, *args: Any, **kwargs: Any) -> None:
    """Asserts that a program needs no more memory than the last argument, "12 GiB".

    G and GiB are 2^30 bytes, GB is 10^9. The other arguments are those of analyze().
    """
    *others, limit = args or (None,)
    if not isinstance(limit, str):
        raise TypeError("expected a limit such as '12 GiB' as the last argument")
    check(
        analyze(source, *others, **kwargs),
        device=None,
        memory_limit=limit,
    )
