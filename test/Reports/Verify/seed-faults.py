# ===- seed-faults.py - How many faults verify finds -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Seeds faults into sound dumps, 25 kinds in texts and 21 in HloProtos, and counts those
that are seen: that a rule of verify finds, or that make the reader refuse the dump.

Each fault changes one fact so that the dump contradicts itself. That it does so follows
from the definitions, by the numbers of utils/reference.py and XLA's own live ranges: the
program is not asked. A place where the change could be sound is no place for that kind.

Usage: seed-faults.py HLO-MEM-OPT REFERENCE.PY FOLDER PLACES STEP INPUT...

Seeds up to PLACES faults of each kind into each dump, or every STEPth one, the same ones
in every run. Mutants are written to FOLDER. The exit status is 1 if a dump as it is is not
sound, if fewer than 99.9 % are seen, if no tolerance of docs/Verifier.md excuses one that
is not, or if HLO-MEM-OPT gives no verdict on a dump.
"""

from __future__ import annotations

import gzip
import os
import random
import re
import subprocess
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from checking import load_reference
from wire import BYTES, VARINT, Field, build, parse, read_varint, varint

WANTED = 0.999
# Inputs of one process.
BATCH = 400

r: Any = None


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        data = file.read()
    return gzip.decompress(data) if path.endswith(".gz") else data


# --- What both forms say of values -------------------------------------------


class Placed:
    """A value in an allocation."""

    def __init__(self, allocation: Any, id: int, offset: int, size: int) -> None:
        self.allocation = allocation
        self.id, self.offset, self.size = id, offset, size
        self.range: tuple[int, int] | None = None
        self.shape = ""


def instants(a: Placed, b: Placed) -> int:
    """How many schedule positions both are live at."""
    if not a.range or not b.range:
        return 0
    return min(a.range[1], b.range[1]) - max(a.range[0], b.range[0]) + 1


def share(offset: int, size: int, other: Placed) -> bool:
    return max(offset, other.offset) < min(offset + size, other.offset + other.size)


def meetings(values: list[Placed], touching: bool) -> Iterator[tuple[Placed, int]]:
    """Of one allocation, values and the offsets at which they would share bytes with
    another one: while both are live, or at one schedule position and not from the same
    byte on."""
    for v in values:
        for w in values:
            if v is w or not v.size or not w.size or share(v.offset, v.size, w):
                continue
            common = instants(v, w)
            offset = min(w.offset, v.allocation.size - v.size)
            if touching and common == 1:
                offset += 1 if offset == w.offset else 0
                if offset + v.size <= v.allocation.size and share(offset, v.size, w):
                    yield v, offset
            elif not touching and common > 1 and share(offset, v.size, w):
                yield v, offset


def own_size(shape: str, is_tpu: bool) -> int | None:
    """The bytes of a value of this shape; None where they are up to the backend."""
    array = r.parse_array(shape)
    if not array or "SC(" in shape or "<=" in shape or "M(" in shape:
        return None
    if is_tpu:
        space = re.search(r"S\((\d+)\)", shape)
        flags = space and int(space.group(1)) in (2, 8, 10)
        return None if flags else r.tiled_size(shape)
    return r.logical_size(shape)


# --- Texts -------------------------------------------------------------------

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
            if m := r.ALLOCATION.fullmatch(line):
                a = r.Allocation(int(m.group(1)), int(m.group(2)), m.group(3))
                a.line = n
                self.allocations.append(a)
            elif m := r.VALUE.fullmatch(line):
                v = Placed(a, int(m.group(1)), int(m.group(7)), int(m.group(6)))
                v.line, v.shape, v.key = n, m.group(8), (m.group(2), m.group(3) or "{}")
                a.values.append(v)
                self.values.append(v)
            elif r.TOTAL.fullmatch(line):
                self.total = n
            elif m := r.USED.fullmatch(line):
                header = int(m.group(1))
                self.used[header] = (n, n + 1)
                self.uses[header] = []
            elif MAX.fullmatch(line):
                self.max, header = n, None
            elif m := r.SCHEDULED.fullmatch(line):
                self.schedule[m.group(2)] = int(m.group(1))
                self.scheduled_at.append(n)
            elif m := r.RANGE.fullmatch(line):
                ranges[m.group(1), m.group(2)] = (int(m.group(3)), int(m.group(4)), n)
            elif r.PEAK.fullmatch(line):
                self.peak = n
            elif r.LISTED.fullmatch(line):
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
        if r.parse_array(v.shape) and any(
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


TEXT_KINDS = [
    total, allocation_larger, allocation_smaller, allocation_lost, allocation_space,
    allocation_kind, value_larger, value_smaller, past_end, overlap, touch, value_space,
    id_changed, id_twice, value_lost, value_unlisted, shape, schedule_twice,
    schedule_swapped, begin_moved, end_late, end_early, range_lost, peak_time, peak_list,
]  # fmt: skip


# --- HloProtos ---------------------------------------------------------------

MODULE, ASSIGNMENT = 1, 3
BUFFER, ALIAS, ALLOCATION, TRACE, PEAK = 1, 2, 3, 4, 5
SCHEDULE, COMPUTATION = 7, 3
UNKNOWN_ID = 999999
# By the place of a field of the assignment what stands there instead, at the place SCHEDULE_OF
# of the schedule of the module.
SCHEDULE_OF = "schedule"
Change = dict["int | str", "bytes | None"]


def get(fields: list[Field], number: int) -> int:
    return next((v for n, _, v in fields if n == number and isinstance(v, int)), 0)


def put(fields: list[Field], number: int, value: int) -> bytes:
    return build([f for f in fields if f[0] != number] + [(number, VARINT, value)])


def messages(fields: list[Field], number: int) -> list[tuple[int, list[Field]]]:
    """The fields of this number, with their places."""
    return [
        (at, parse(v))
        for at, (n, k, v) in enumerate(fields)
        if n == number and k == BYTES
    ]


def numbers(fields: list[Field], number: int) -> list[int]:
    """A repeated field, packed or not."""
    result = []
    for n, _, value in fields:
        if n == number and isinstance(value, int):
            result.append(value)
        elif n == number:
            at = 0
            while at < len(value):
                one, at = read_varint(value, at)
                result.append(one)
    return result


def packed(number: int, values: list[int]) -> Field:
    return (number, BYTES, b"".join(map(varint, values)))


class ProtoDump:
    def __init__(self, path: str) -> None:
        stem = path.removesuffix(".gz").removesuffix(".hlo.pb")
        self.name = os.path.basename(stem)
        self.bytes = read(path)
        self.whole = parse(self.bytes)
        self.fields = parse(next(v for n, _, v in self.whole if n == ASSIGNMENT))
        self.module = parse(next(v for n, _, v in self.whole if n == MODULE))
        self.buffers = messages(self.fields, BUFFER)
        self.of_id = {get(b, 1): b for _, b in self.buffers}
        self.aliased = {get(a, 1) for _, a in messages(self.fields, ALIAS)}
        self.traces = messages(self.fields, TRACE)
        self.peaks = messages(self.fields, PEAK)
        self.allocations: list[Any] = []
        # What XLA's text of the same dump says of live ranges.
        text = TextDump.find(stem + PARTS[0])
        self.text = TextDump(text) if text else None
        said = {v.id: v for v in self.text.values} if self.text else {}
        for at, fields in messages(self.fields, ALLOCATION):
            a: Any = r.Allocation(get(fields, 1), get(fields, 2), "")
            a.at, a.fields, a.space = at, fields, get(fields, 8)
            for place, one in messages(fields, 9):
                v: Any = Placed(a, get(one, 1), get(one, 2), get(one, 3))
                v.place, v.fields = place, one
                v.range = said[v.id].range if v.id in said else None
                a.values.append(v)
            self.allocations.append(a)
        self.values = [v for a in self.allocations for v in a.values]

    def write(self, folder: str, name: str, change: Change) -> str:
        kept = [(n, k, change.get(at, v)) for at, (n, k, v) in enumerate(self.fields)]
        parts = {ASSIGNMENT: build([f for f in kept if f[2] is not None])}
        if SCHEDULE_OF in change:
            parts[MODULE] = build(
                [
                    (n, k, change[SCHEDULE_OF] if n == SCHEDULE else v)
                    for n, k, v in self.module
                ]
            )
        path = os.path.join(folder, name + ".hlo.pb")
        with open(path, "wb") as file:
            file.write(build([(n, k, parts.get(n, v)) for n, k, v in self.whole]))
        return path

    # What a kind changes.

    def slice(self, v: Any, **new: int) -> Change:
        one = v.fields
        for name, value in new.items():
            one = parse(put(one, {"id": 1, "offset": 2, "size": 3}[name], value))
        fields = list(v.allocation.fields)
        fields[v.place] = (9, BYTES, build(one))
        return {v.allocation.at: build(fields)}

    def sequences(self) -> Iterator[tuple[list[int], Callable[[list[int]], Change]]]:
        """Of each computation its schedule, and what puts another one there."""
        schedule = next((parse(v) for n, _, v in self.module if n == SCHEDULE), [])
        for at, entry in messages(schedule, 1):
            for place, sequence in messages(entry, 2):

                def change(ids: list[int], at: int = at, place: int = place) -> Change:
                    fields, changed = list(entry), list(schedule)
                    fields[place] = (2, BYTES, build([packed(1, ids)]))
                    changed[at] = (1, BYTES, build(fields))
                    return {SCHEDULE_OF: build(changed)}

                yield numbers(sequence, 1), change

    def instructions(self) -> Iterator[list[Field]]:
        for _, computation in messages(self.module, COMPUTATION):
            for _, instruction in messages(computation, 2):
                yield instruction


def p_allocation_larger(d: ProtoDump) -> Iterator[Change]:
    for a in d.allocations:
        # Where instructions ask for memory of their own it may be theirs.
        if b'"memory_space":"%d"' % a.space not in d.bytes:
            yield {a.at: put(a.fields, 2, a.size + 64)}


def p_allocation_smaller(d: ProtoDump) -> Iterator[Change]:
    for a in d.allocations:
        if a.size and a.size == max((v.offset + v.size for v in a.values), default=0):
            yield {a.at: put(a.fields, 2, a.size - 1)}


def p_allocation_lost(d: ProtoDump) -> Iterator[Change]:
    for a in d.allocations:
        if a.values:
            yield {a.at: None}


def p_allocation_index(d: ProtoDump) -> Iterator[Change]:
    for a in d.allocations:
        yield {a.at: put(a.fields, 1, len(d.allocations) + 3)}


def p_allocation_space(d: ProtoDump) -> Iterator[Change]:
    for a in d.allocations:
        if a.values:
            yield {a.at: put(a.fields, 8, a.space + 3)}


def p_allocation_kind(d: ProtoDump) -> Iterator[Change]:
    """What the caller gets is no longer to be kept, or what it does not get is."""
    for a in d.allocations:
        if not a.values or any(get(a.fields, kind) for kind in (3, 5, 12)):
            continue
        yield {a.at: put(a.fields, 7, 1 - get(a.fields, 7))}


def p_value_larger(d: ProtoDump) -> Iterator[Change]:
    for v in d.values:
        yield d.slice(v, size=v.size + 4)


def p_value_smaller(d: ProtoDump) -> Iterator[Change]:
    for v in d.values:
        if v.size:
            yield d.slice(v, size=v.size - 1)


def p_buffer_size(d: ProtoDump) -> Iterator[Change]:
    for at, b in d.buffers:
        yield {at: put(b, 2, get(b, 2) + 64)}
        if get(b, 1) not in d.aliased and get(b, 2):
            yield {at: put(b, 2, get(b, 2) - 1)}


def p_past_end(d: ProtoDump) -> Iterator[Change]:
    for v in d.values:
        if v.size and v.allocation.space <= 6:
            yield d.slice(v, offset=v.allocation.size - v.size + 1)


def p_overlap(d: ProtoDump) -> Iterator[Change]:
    for a in d.allocations:
        for v, offset in meetings(a.values, touching=False):
            yield d.slice(v, offset=offset)


def p_touch(d: ProtoDump) -> Iterator[Change]:
    for a in d.allocations:
        for v, offset in meetings(a.values, touching=True):
            yield d.slice(v, offset=offset)


def p_value_space(d: ProtoDump) -> Iterator[Change]:
    for at, b in d.buffers:
        yield {at: put(b, 4, get(b, 4) + 3)}


def p_id_twice(d: ProtoDump) -> Iterator[Change]:
    for (at, b), (_, other) in zip(d.buffers, d.buffers[1:]):
        yield {at: put(b, 1, get(other, 1))}


def p_id_unknown(d: ProtoDump) -> Iterator[Change]:
    for v in d.values:
        yield d.slice(v, id=UNKNOWN_ID)


def p_value_lost(d: ProtoDump) -> Iterator[Change]:
    for v in d.values:
        fields = v.allocation.fields
        yield {
            v.allocation.at: build([f for at, f in enumerate(fields) if at != v.place])
        }


def p_definition_moved(d: ProtoDump) -> Iterator[Change]:
    """To where another value is defined, or none."""
    defining = {get(p, 4) for _, b in d.buffers for _, p in messages(b, 3)}
    scheduled = {i for ids, _ in d.sequences() for i in ids}
    for at, b in d.buffers:
        place, location = messages(b, 3)[0]
        for new in random.sample(sorted(scheduled), min(2, len(scheduled))):
            if new != get(location, 4) and (
                new not in defining or not numbers(location, 3)
            ):
                changed = list(b)
                changed[place] = (3, BYTES, put(location, 4, new))
                yield {at: build(changed)}


def p_schedule_twice(d: ProtoDump) -> Iterator[Change]:
    for ids, change in d.sequences():
        for at in range(len(ids) - 1):
            yield change([*ids[:at], ids[at + 1], *ids[at + 1 :]])


def p_schedule_swapped(d: ProtoDump) -> Iterator[Change]:
    """An instruction, and one that reads it."""
    operands = {get(i, 35): numbers(i, 36) for i in d.instructions()}
    for ids, change in d.sequences():
        at = {id: place for place, id in enumerate(ids)}
        for user in ids:
            for operand in operands.get(user, []):
                if operand in at:
                    swapped = list(ids)
                    swapped[at[user]], swapped[at[operand]] = operand, user
                    yield change(swapped)


def p_trace_event(d: ProtoDump) -> Iterator[Change]:
    """One is lost, or takes place twice."""
    for at, trace in d.traces:
        for place in [p for p, event in messages(trace, 1)]:
            yield {at: build(trace[:place] + trace[place + 1 :])}
            yield {at: build(trace[: place + 1] + trace[place:])}


def p_peak_list(d: ProtoDump) -> Iterator[Change]:
    """It has a value of another allocation, or one that is not there."""
    for at, peak in d.peaks:
        own = {v.id for a in d.allocations if a.index == get(peak, 1) for v in a.values}
        foreign = next((v.id for v in d.values if v.id not in own), UNKNOWN_ID)
        ids = numbers(peak, 2)
        for new in {foreign, UNKNOWN_ID} if ids else ():
            kept = [f for f in peak if f[0] != 2]
            yield {at: build([*kept, packed(2, [*ids[1:], new])])}


PROTO_KINDS = [
    p_allocation_larger, p_allocation_smaller, p_allocation_lost, p_allocation_index,
    p_allocation_space, p_allocation_kind, p_value_larger, p_value_smaller, p_buffer_size,
    p_past_end, p_overlap, p_touch, p_value_space, p_id_twice, p_id_unknown, p_value_lost,
    p_definition_moved, p_schedule_twice, p_schedule_swapped, p_trace_event, p_peak_list,
]  # fmt: skip


# --- Counting ----------------------------------------------------------------

KINDS: dict[str, list[Callable[[Any], Iterator[Any]]]] = {
    "text": TEXT_KINDS,
    "proto": PROTO_KINDS,
}


def word_of(kind: Callable[[Any], Iterator[Any]]) -> str:
    return kind.__name__.removeprefix("p_").replace("_", "-")


SOUND, FOUND, REFUSED = "sound", "found", "refused"
# What a line of verify says of which file.
VERDICTS = {
    SOUND: re.compile(r"(.*?)(?::\d+:\d+)?: remark: sound, rules checked"),
    FOUND: re.compile(r"(.*?)(?::\d+:\d+)?: (?:error|warning): .*\[verify: [\w-]+\]$"),
    REFUSED: re.compile(r"[\w-]+: error: '(.*?)': |(.*?):\d+:\d+: error: "),
}


def stem_of(path: str) -> str:
    """What all files of a dump begin with."""
    for suffix in (".hlo.pb", *PARTS, ".txt"):
        if path.endswith(suffix):
            return path.removesuffix(suffix)
    return path


def verify(tool: str, paths: list[str]) -> dict[str, str]:
    """The verdict on each."""
    said: dict[str, set[str]] = {stem_of(path): set() for path in paths}
    for at in range(0, len(paths), BATCH):
        run = subprocess.run(
            [tool, "-passes=verify", *paths[at : at + BATCH]],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        output = run.stdout.decode("utf-8", "replace")
        if run.returncode not in (0, 1, 3):
            sys.exit(output + "verify ended with the status %d" % run.returncode)
        for line in output.splitlines():
            for verdict, form in VERDICTS.items():
                if m := form.match(line):
                    said.get(stem_of(m[m.lastindex]), set()).add(verdict)
                    break
    for path in paths:
        if len(said[stem_of(path)]) != 1:
            sys.exit("no single verdict on %s: %s" % (path, said[stem_of(path)]))
    return {path: said[stem_of(path)].pop() for path in paths}


def dumps(inputs: list[str]) -> Iterator[Any]:
    for path in inputs:
        name = path.removesuffix(".gz")
        if name.endswith(".hlo.pb"):
            yield ProtoDump(path)
        elif name.endswith(PARTS[0]) or (
            name.endswith(".txt") and read(path).startswith(b"BufferAssignment:")
        ):
            yield TextDump(path)


def main() -> int:
    global r
    tool, reference, folder, places, step, *inputs = sys.argv[1:]
    r = load_reference(reference)
    plain, seeded, excuses = [], {}, {}
    for d in list(dumps(inputs))[:: int(step)]:
        form = "text" if isinstance(d, TextDump) else "proto"
        # A text and a proto of one name would be read as the same dump.
        into = os.path.join(folder, form)
        os.makedirs(into, exist_ok=True)
        plain.append(d.write(into, "plain-" + d.name, {}))
        for kind in KINDS[form]:
            word = word_of(kind)
            random.seed(zlib.crc32((d.name + word).encode()))
            edits = list(kind(d))
            for number, edit in enumerate(
                random.sample(edits, min(int(places), len(edits)))
            ):
                path = d.write(into, "%s-%s-%d" % (word, d.name, number), edit)
                seeded[path] = (form, word)
                if isinstance(d, TextDump):
                    excuses[path] = d.excuse(edit)
    verdicts = verify(tool, plain)
    unsound = [path for path in plain if verdicts[path] != SOUND]
    verdicts = verify(tool, list(seeded))
    missed = sorted(path for path in seeded if verdicts[path] == SOUND)

    of_kind = Counter((*seeded[path], verdict) for path, verdict in verdicts.items())
    excused = Counter(seeded[path] for path in missed if excuses.get(path))
    line = "%-5s  %-18s  %6s  %6s  %7s  %7s"
    print(line % ("form", "kind", "seeded", FOUND, REFUSED, "excused"))
    for form, kinds in KINDS.items():
        for key in [(form, word_of(kind)) for kind in kinds]:
            counts = [of_kind[(*key, v)] for v in (FOUND, REFUSED, SOUND)]
            print(line % (*key, sum(counts), *counts[:2], excused[key]))
    for path in unsound:
        print("not sound as it is: " + path)
    for path in missed:
        print("not seen: %s (%s)" % (path, excuses.get(path) or "no tolerance"))
    share = 1 - len(missed) / max(len(seeded), 1)
    all_of = Counter(verdicts.values())
    print(
        "%d dumps, %d kinds, %d seeded, %d found, %d refused, %.2f %% seen"
        % (
            len(plain),
            len(set(seeded.values())),
            len(seeded),
            all_of[FOUND],
            all_of[REFUSED],
            100 * share,
        )
    )
    bad = unsound or share < WANTED or not all(excuses.get(path) for path in missed)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
