# ===- text_faults.py - Faults in the text of a dump ----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Texts of dumps, and 25 kinds of contradictions in them, for seed-faults.py."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from placed_values import Placed, meetings, own_size, read, reference

PARTS = ("-buffer-assignment.txt", "-buffer-assignment-values.txt", "-live-range.txt")
MAX = re.compile(r"HloLiveRange \(max (\d+)\):")
Edit = dict[int, "str | None"]


INSTRUCTION = re.compile(r"\s+(?:ROOT )?%?([\w.-]+) = ")
COMPUTATION_BEGIN = re.compile(r"(?:ENTRY )?%?([\w.-]+) .*\{$")
CALLED = re.compile(
    r"(?:calls|to_apply|body|condition|\w+_computation)=%?([\w.-]+)"
    r"|branch_computations=\{([^}]*)\}"
)


def asynchronous(program: str) -> set[str]:
    """The instructions that start, update or end an asynchronous computation, or are in
    one."""
    members: dict[str, list[str]] = {}
    called: dict[str, list[str]] = {}
    found, left, owner = set(), [], ""
    for line in program.split("\n"):
        if m := INSTRUCTION.match(line):
            callees = [
                name.strip(" %")
                for one, many in CALLED.findall(line)
                for name in (one or many).split(",")
            ]
            members.setdefault(owner, []).append(m.group(1))
            called.setdefault(owner, []).extend(callees)
            if re.search(r" async-(?:start|update|done)\(", line):
                found.add(m.group(1))
                left += callees
        elif m := COMPUTATION_BEGIN.match(line):
            owner = m.group(1)
    while left:
        name = left.pop()
        found.update(members.get(name, []))
        left += called.pop(name, [])
    return found


class TextDump:
    """A dump, the lines of its files one after the other."""

    def __init__(self, path: str) -> None:
        stem = path.removesuffix(".gz").removesuffix(PARTS[0])
        self.name = os.path.basename(stem).removesuffix(".txt")
        self.parts: list[tuple[str, int]] = []
        self.lines: list[str] = []
        names = PARTS if path.removesuffix(".gz").endswith(PARTS[0]) else (".txt",)
        for suffix in names:
            found = path if suffix == names[0] else self.find(stem + suffix)
            if found:
                self.lines += read(found).decode().split("\n")
                self.parts.append((suffix, len(self.lines)))
        program = self.find(stem + ".txt") if names == PARTS else None
        self.program = read(program) if program else None
        self.asynchronous = asynchronous((self.program or b"").decode())
        self.scan()

    @staticmethod
    def find(path: str) -> str | None:
        return next((p for p in (path, path + ".gz") if os.path.exists(p)), None)

    def scan(self) -> None:
        self.allocations: list[Any] = []
        self.values: list[Placed] = []
        self.schedule: dict[str, int] = {}
        self.listed: list[int] = []
        self.used: dict[int, tuple[int, int]] = {}
        self.uses: dict[int, list[str]] = {}
        self.scheduled_at: list[int] = []
        self.total = self.max = self.peak = None
        ranges: dict[tuple[str, str], tuple[int, int, int]] = {}
        header, in_uses = None, False
        for n, line in enumerate(self.lines):
            if m := reference.ALLOCATION.fullmatch(line):
                a = reference.Allocation(int(m.group(1)), int(m.group(2)), m.group(3))
                a.line = n
                self.allocations.append(a)
            elif m := reference.VALUE.fullmatch(line):
                v = Placed(a, int(m.group(1)), int(m.group(7)), int(m.group(6)))
                v.line, v.shape, v.key = n, m.group(8), (m.group(2), m.group(3) or "{}")
                a.values.append(v)
                self.values.append(v)
            elif reference.TOTAL.fullmatch(line):
                self.total = n
            elif m := reference.USED.fullmatch(line):
                header = int(m.group(1))
                self.used[header] = (n, n + 1)
                self.uses[header] = []
            elif MAX.fullmatch(line):
                self.max, header = n, None
            elif m := reference.SCHEDULED.fullmatch(line):
                self.schedule[m.group(2)] = int(m.group(1))
                self.scheduled_at.append(n)
            elif m := reference.RANGE.fullmatch(line):
                ranges[m.group(1), m.group(2)] = (int(m.group(3)), int(m.group(4)), n)
            elif reference.PEAK.fullmatch(line):
                self.peak = n
            elif reference.LISTED.fullmatch(line):
                self.listed.append(n)
            elif header is not None and line:
                self.used[header] = (self.used[header][0], n + 1)
                if line in (" uses:", " positions:"):
                    in_uses = line == " uses:"
                elif in_uses and (
                    m := re.match(r"  ([\w.-]+)(?: \{[\d,]*\})?, op", line)
                ):
                    self.uses[header].append(m.group(1))
        for v in self.values:
            if v.key in ranges:
                *v.range, v.range_line = ranges[v.key]
        self.is_tpu = any("T(" in v.shape for v in self.values)

    def write(self, folder: str, name: str, edit: Edit) -> str:
        """Returns the path of what is to be verified."""
        begin = 0
        for suffix, end in self.parts:
            lines = [edit.get(n, self.lines[n]) for n in range(begin, end)]
            with open(os.path.join(folder, name + suffix), "w", newline="") as file:
                file.write("\n".join(line for line in lines if line is not None))
            begin = end
        if self.program:
            with open(os.path.join(folder, name + ".txt"), "wb") as file:
                file.write(self.program)
        return os.path.join(folder, name + self.parts[0][0])

    # What a kind changes.

    def sub(self, line: int, pattern: str, new: str) -> Edit:
        changed = re.sub(
            pattern, lambda m: m.group(1) + new + m.group(2), self.lines[line], count=1
        )
        assert changed != self.lines[line], (self.lines[line], pattern)
        return {line: changed}

    def slice(self, v: Placed, offset: int, size: int) -> Edit:
        new = "(size=%d,offset=%d)" % (size, offset)
        return self.sub(v.line, r"()\(size=\d+,offset=\d+\)()", new)

    def live(self, v: Placed, begin: int, end: int) -> Edit:
        return self.sub(v.range_line, r"(:)\d+-\d+()$", "%d-%d" % (begin, end))

    def excuse(self, edit: Edit) -> str | None:
        """The tolerance by which the edit may be sound."""
        for v in self.values:
            if v.range and v.range_line in edit:
                if v.size == 0:
                    return "derived-range: values without bytes"
                if v.key[0] in self.asynchronous:
                    return "range: where asynchronous values begin"
        return None

    def sized(self) -> Iterator[Placed]:
        """Values whose size follows from the shape, and is not shared with a larger one."""
        for v in self.values:
            if (
                not v.allocation.thread_local
                and own_size(v.shape, self.is_tpu) == v.size
            ):
                yield v


def total(d: TextDump) -> Iterator[Edit]:
    if d.total is not None:
        for step in (1, 1024, 10**9):
            number = int(re.search(r"\d+", d.lines[d.total]).group())
            yield d.sub(d.total, r"(used: )\d+()", str(number + step))
        if "(" in d.lines[d.total]:
            yield d.sub(d.total, r"(\()[\d.]+()", "77.77")


def allocation_larger(d: TextDump) -> Iterator[Edit]:
    for a in d.allocations:
        yield d.sub(a.line, r"(size )\d+()", str(a.size + 64))


def allocation_smaller(d: TextDump) -> Iterator[Edit]:
    for a in d.allocations:
        if a.size:
            yield d.sub(a.line, r"(size )\d+()", str(a.size - 1))


def allocation_lost(d: TextDump) -> Iterator[Edit]:
    for a in d.allocations:
        if a.size and d.total is not None:
            yield {a.line: None, **{v.line: None for v in a.values}}


def allocation_space(d: TextDump) -> Iterator[Edit]:
    for a in d.allocations:
        if any(re.search(r" @\d", d.lines[v.line]) for v in a.values):
            if ", color" in d.lines[a.line]:
                yield d.sub(a.line, r"(, color )\d+()", str(a.space + 3))
            else:
                yield d.sub(a.line, r"(size \d+)()", ", color 3")


def allocation_kind(d: TextDump) -> Iterator[Edit]:
    for a in d.allocations:
        if a.kind in ("temp", "output", "constant"):
            yield d.sub(
                a.line,
                r"()(?:, preallocated-temp|, maybe-live-out|, constant|, thread-local)()",
                "",
            )


def value_larger(d: TextDump) -> Iterator[Edit]:
    for v in d.sized():
        yield d.slice(v, v.offset, v.size + 4)


def value_smaller(d: TextDump) -> Iterator[Edit]:
    for v in d.sized():
        if v.size:
            yield d.slice(v, v.offset, v.size - 1)


def past_end(d: TextDump) -> Iterator[Edit]:
    for v in d.values:
        if v.size and v.allocation.space <= 6:
            yield d.slice(v, v.allocation.size - v.size + 1, v.size)


def overlap(d: TextDump) -> Iterator[Edit]:
    for a in d.allocations:
        for v, offset in meetings(a.values, touching=False):
            yield d.slice(v, offset, v.size)


def touch(d: TextDump) -> Iterator[Edit]:
    for a in d.allocations:
        for v, offset in meetings(a.values, touching=True):
            yield d.slice(v, offset, v.size)


def value_space(d: TextDump) -> Iterator[Edit]:
    for v in d.values:
        if re.search(r" @\d+>", d.lines[v.line]):
            yield d.sub(v.line, r"( @)\d+(>)", str(v.allocation.space + 3))


def id_changed(d: TextDump) -> Iterator[Edit]:
    for v in d.values:
        if v.id in d.used:
            yield d.sub(v.line, r"(<)\d+( )", "999999")


def id_twice(d: TextDump) -> Iterator[Edit]:
    for v, w in zip(d.values, d.values[1:] + d.values[:1]):
        if v is not w:
            yield d.sub(v.line, r"(<)\d+( )", str(w.id))


def value_lost(d: TextDump) -> Iterator[Edit]:
    for v in d.values:
        if v.id in d.used:
            yield {v.line: None}


def value_unlisted(d: TextDump) -> Iterator[Edit]:
    for v in d.values:
        if v.id in d.used:
            yield {n: None for n in range(*d.used[v.id])}


def shape(d: TextDump) -> Iterator[Edit]:
    for v in d.values:
        block = d.lines[slice(*d.used.get(v.id, (0, 0)))]
        if reference.parse_array(v.shape) and any(
            " from instruction" in line for line in block
        ):
            if "[]" in v.shape:
                yield d.sub(v.line, r"(\): \w+\[)(\])", "7")
            else:
                yield d.sub(v.line, r"(\): \w+\[)()", "7")


def schedule_twice(d: TextDump) -> Iterator[Edit]:
    names = list(d.schedule)
    for n, name in zip(d.scheduled_at, names[1:] + names[:1]):
        if len(names) > 1:
            yield d.sub(n, r"(:).*()$", name)


def schedule_swapped(d: TextDump) -> Iterator[Edit]:
    """What defines a value, and what reads it."""
    for v in d.values:
        name = v.key[0]
        for user in d.uses.get(v.id, []):
            if name in d.schedule and d.schedule[name] < d.schedule.get(user, -1):
                yield {
                    **d.sub(d.scheduled_at[d.schedule[name]], r"(:).*()$", user),
                    **d.sub(d.scheduled_at[d.schedule[user]], r"(:).*()$", name),
                }


def begin_moved(d: TextDump) -> Iterator[Edit]:
    for v in d.values:
        if v.range and v.range[0] < v.range[1]:
            yield d.live(v, v.range[0] + 1, v.range[1])
        if v.range and v.range[0] > 0:
            yield d.live(v, v.range[0] - 1, v.range[1])


def end_late(d: TextDump) -> Iterator[Edit]:
    for v in d.values:
        if v.range and v.range[1] < len(d.schedule):
            for end in {v.range[1] + 1, len(d.schedule)}:
                yield d.live(v, v.range[0], end)


def end_early(d: TextDump) -> Iterator[Edit]:
    for v in d.values:
        if v.range and v.range[0] < v.range[1]:
            for end in {v.range[1] - 1, v.range[0]}:
                yield d.live(v, v.range[0], end)


def range_lost(d: TextDump) -> Iterator[Edit]:
    for v in d.values:
        if v.range and v.allocation.kind != "constant":
            yield {v.range_line: None}


def peak_time(d: TextDump) -> Iterator[Edit]:
    if d.peak is not None and d.schedule:
        time = int(re.search(r"at (\d+)", d.lines[d.peak]).group(1))
        for t in {time - 1, time + 1, 0, len(d.schedule)} - {time, -1}:
            yield d.sub(d.peak, r"(at )\d+()", str(t))


def peak_list(d: TextDump) -> Iterator[Edit]:
    for n in d.listed:
        yield {n: None}
        yield d.sub(n, r"(: )\d+( bytes)", "77777")


KINDS = [
    total, allocation_larger, allocation_smaller, allocation_lost, allocation_space,
    allocation_kind, value_larger, value_smaller, past_end, overlap, touch, value_space,
    id_changed, id_twice, value_lost, value_unlisted, shape, schedule_twice,
    schedule_swapped, begin_moved, end_late, end_early, range_lost, peak_time, peak_list,
]  # fmt: skip
