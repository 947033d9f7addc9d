# ===- report.py - XLA's memory usage report ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The numbers of -memory-usage-report.txt, in both of its forms.

Until March 2026 it lists the allocations, then the values of each that has not
exactly one; since then, memory space by memory space, only the latter, for all
that are not thread-local and have any.
"""

from __future__ import annotations

import re
from collections import Counter

from dumps.corpus import REPORT
from dumps.tool import Allocation
from oracles.facts import Facts
from oracles.verdict import SAME, Verdict, same, skip

NAME = "memory usage report"

Row = tuple[str, int]
"""The size of a slice as the report writes it, and its offset."""

_TOTAL = re.compile(r"Total bytes used: (\d+)")
_SPACE = re.compile(r"Memory Space: .* \(color=(\d+)\)$")
_SPACE_TOTAL = re.compile(r"Total bytes: (\d+)")
_ALLOCATION = re.compile(r"[^;]*;[^;]*; allocation (\d+): size ([\d.]+[KMGTPE]?i?B)")
_VALUES_OF = re.compile(r"allocation (\d+): size ")
_SLICE = re.compile(
    r"\s+[^;]*\(\s*(?:\d+|-?nan)%\);\s+([\d.]+[KMGTPE]?i?B);\s+(\d+);\s+\d+;"
)
_TABLE = re.compile(r"\s+cumulative_size;\s+size;\s+offset;")
_MORE = re.compile(r"\s*The rest ")

_MOST_TABLES = 50
"""A list ends, once the rest is little, after more than so many entries."""


def human(size: int) -> str:
    """A number of bytes as XLA writes it: a quotient is cut, not rounded."""
    if size < 1024:
        return f"{size}B"
    unit = 0
    while size >= 1 << 20:
        size >>= 10
        unit += 1
    decimals = 1 if unit == 0 else 2
    return f"{size / 1024:.{decimals}f}{'KMGTPE'[unit]}iB"


def _slices(allocation: Allocation) -> list[Row]:
    """The rows of an allocation: values of one size and place are one."""
    found = {(part.size, part.offset) for part in allocation.slices}
    largest: dict[int, int] = {}
    for size, offset in found:
        largest[offset] = max(largest.get(offset, 0), size)
    return sorted((human(size), offset) for offset, size in largest.items())


class _Tables:
    """The inner tables, in the order of the report."""

    def __init__(self, lines: list[str]) -> None:
        self.tables: list[tuple[list[Row], bool]] = []
        """Rows, and whether that is all of them."""
        for line in lines:
            row = _SLICE.match(line)
            if _TABLE.match(line):
                self.tables.append(([], True))
            elif row and self.tables:
                self.tables[-1][0].append((row[1], int(row[2])))
            elif _MORE.match(line) and self.tables:
                self.tables[-1] = (self.tables[-1][0], False)


def _mismatch(tables: _Tables, allocations: list[Allocation]) -> str:
    """What is wrong with the tables of these allocations, or SAME."""
    wanted = [_slices(allocation) for allocation in allocations]
    count = len(tables.tables)
    if count > len(wanted) or (count < len(wanted) and count <= _MOST_TABLES):
        return f"{count} tables"
    whole = Counter(tuple(sorted(rows)) for rows, full in tables.tables if full)
    left = [rows for rows in wanted if not whole[tuple(rows)]]
    for rows in wanted:
        if whole[tuple(rows)]:
            whole[tuple(rows)] -= 1
    if +whole:
        return "a table that no allocation has"
    for rows, full in tables.tables:
        if not full and not any(not Counter(rows) - Counter(w) for w in left):
            return "a cut table that no allocation has"
    return SAME


def _by_allocation(facts: Facts, lines: list[str]) -> list[Verdict]:
    dump, allocations = facts.dump, facts.numbers.allocations
    cut = next(
        (i for i, line in enumerate(lines) if line.endswith("with their values:")),
        len(lines),
    )
    total = next((int(m[1]) for m in map(_TOTAL.match, lines) if m), None)
    sizes = {str(a.index): human(a.size) for a in allocations}
    listed = {m[1]: m[2] for m in map(_ALLOCATION.match, lines[:cut]) if m}
    wrong = [index for index, size in listed.items() if sizes.get(index) != size]
    whole = not any(_MORE.match(line) for line in lines[:cut])
    if whole and len(listed) != len(sizes):
        wrong.append(f"{len(listed)} listed")
    shown = {m[1] for m in map(_VALUES_OF.match, lines[cut:]) if m}
    tabled = [a for a in allocations if str(a.index) in shown and len(a.slices) != 1]
    mismatch = _mismatch(_Tables(lines[cut:]), tabled)
    return [
        same(dump, NAME, "total", total, sum(a.size for a in allocations)),
        same(dump, NAME, "allocations", SAME, ", ".join(wrong[:3]) or SAME),
        same(dump, NAME, "values", SAME, mismatch),
    ]


def _by_space(facts: Facts, lines: list[str]) -> list[Verdict]:
    dump = facts.dump
    starts = [i for i, line in enumerate(lines) if _SPACE.match(line)]
    result = []
    for start, end in zip(starts, starts[1:] + [len(lines)]):
        part = lines[start:end]
        head = _SPACE.match(part[0])
        assert head is not None
        color = int(head[1])
        there = [a for a in facts.numbers.allocations if a.color == color]
        total = next((int(m[1]) for m in map(_SPACE_TOTAL.match, part) if m), None)
        ours = sum(a.size for a in there)
        result.append(same(dump, NAME, "total of a space", total, ours))
        mismatch = _mismatch(_Tables(part), there)
        result.append(same(dump, NAME, "values", SAME, mismatch))
    colors = sorted({a.color for a in facts.numbers.allocations})
    listed = sorted(int(m[1]) for m in map(_SPACE.match, lines) if m)
    result.append(same(dump, NAME, "spaces", str(listed), str(colors)))
    return result


def compare(facts: Facts) -> list[Verdict]:
    path = facts.dump.path(REPORT)
    if path is None:
        return [skip(facts.dump, NAME, "all", f"no {REPORT}")]
    with open(path, encoding="utf-8", errors="replace") as file:
        lines = file.read().split("\n")
    if any(_TOTAL.match(line) for line in lines[:1]):
        return _by_allocation(facts, lines)
    if any(_SPACE.match(line) for line in lines):
        return _by_space(facts, lines)
    return [same(facts.dump, NAME, "form", "a known one", "neither")]
