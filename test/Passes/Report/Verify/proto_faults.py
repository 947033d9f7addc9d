# ===- proto_faults.py - Faults in an HloProto ----------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""HloProtos, and 21 kinds of contradictions in them, for seed-faults.py."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

from placed_values import Placed, meetings, read, reference
from text_faults import PARTS, TextDump
from wire import BYTES, VARINT, Field, build, parse, read_varint, varint

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
            a: Any = reference.Allocation(get(fields, 1), get(fields, 2), "")
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


def allocation_larger(d: ProtoDump) -> Iterator[Change]:
    for a in d.allocations:
        # Where instructions ask for memory of their own it may be theirs.
        if b'"memory_space":"%d"' % a.space not in d.bytes:
            yield {a.at: put(a.fields, 2, a.size + 64)}


def allocation_smaller(d: ProtoDump) -> Iterator[Change]:
    for a in d.allocations:
        if a.size and a.size == max((v.offset + v.size for v in a.values), default=0):
            yield {a.at: put(a.fields, 2, a.size - 1)}


def allocation_lost(d: ProtoDump) -> Iterator[Change]:
    for a in d.allocations:
        if a.values:
            yield {a.at: None}


def allocation_index(d: ProtoDump) -> Iterator[Change]:
    for a in d.allocations:
        yield {a.at: put(a.fields, 1, len(d.allocations) + 3)}


def allocation_space(d: ProtoDump) -> Iterator[Change]:
    for a in d.allocations:
        if a.values:
            yield {a.at: put(a.fields, 8, a.space + 3)}


def allocation_kind(d: ProtoDump) -> Iterator[Change]:
    """What the caller gets is no longer to be kept, or what it does not get is."""
    for a in d.allocations:
        if not a.values or any(get(a.fields, kind) for kind in (3, 5, 12)):
            continue
        yield {a.at: put(a.fields, 7, 1 - get(a.fields, 7))}


def value_larger(d: ProtoDump) -> Iterator[Change]:
    for v in d.values:
        yield d.slice(v, size=v.size + 4)


def value_smaller(d: ProtoDump) -> Iterator[Change]:
    for v in d.values:
        if v.size:
            yield d.slice(v, size=v.size - 1)


def buffer_size(d: ProtoDump) -> Iterator[Change]:
    for at, b in d.buffers:
        yield {at: put(b, 2, get(b, 2) + 64)}
        if get(b, 1) not in d.aliased and get(b, 2):
            yield {at: put(b, 2, get(b, 2) - 1)}


def past_end(d: ProtoDump) -> Iterator[Change]:
    for v in d.values:
        if v.size and v.allocation.space <= 6:
            yield d.slice(v, offset=v.allocation.size - v.size + 1)


def overlap(d: ProtoDump) -> Iterator[Change]:
    for a in d.allocations:
        for v, offset in meetings(a.values, touching=False):
            yield d.slice(v, offset=offset)


def touch(d: ProtoDump) -> Iterator[Change]:
    for a in d.allocations:
        for v, offset in meetings(a.values, touching=True):
            yield d.slice(v, offset=offset)


def value_space(d: ProtoDump) -> Iterator[Change]:
    for at, b in d.buffers:
        yield {at: put(b, 4, get(b, 4) + 3)}


def id_twice(d: ProtoDump) -> Iterator[Change]:
    for (at, b), (_, other) in zip(d.buffers, d.buffers[1:]):
        yield {at: put(b, 1, get(other, 1))}


def id_unknown(d: ProtoDump) -> Iterator[Change]:
    for v in d.values:
        yield d.slice(v, id=UNKNOWN_ID)


def value_lost(d: ProtoDump) -> Iterator[Change]:
    for v in d.values:
        fields = v.allocation.fields
        yield {
            v.allocation.at: build([f for at, f in enumerate(fields) if at != v.place])
        }


def definition_moved(d: ProtoDump) -> Iterator[Change]:
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


def schedule_twice(d: ProtoDump) -> Iterator[Change]:
    for ids, change in d.sequences():
        for at in range(len(ids) - 1):
            yield change([*ids[:at], ids[at + 1], *ids[at + 1 :]])


def schedule_swapped(d: ProtoDump) -> Iterator[Change]:
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


def trace_event(d: ProtoDump) -> Iterator[Change]:
    """One is lost, or takes place twice."""
    for at, trace in d.traces:
        for place in [p for p, event in messages(trace, 1)]:
            yield {at: build(trace[:place] + trace[place + 1 :])}
            yield {at: build(trace[: place + 1] + trace[place:])}


def peak_list(d: ProtoDump) -> Iterator[Change]:
    """It has a value of another allocation, or one that is not there."""
    for at, peak in d.peaks:
        own = {v.id for a in d.allocations if a.index == get(peak, 1) for v in a.values}
        foreign = next((v.id for v in d.values if v.id not in own), UNKNOWN_ID)
        ids = numbers(peak, 2)
        for new in {foreign, UNKNOWN_ID} if ids else ():
            kept = [f for f in peak if f[0] != 2]
            yield {at: build([*kept, packed(2, [*ids[1:], new])])}


KINDS = [
    allocation_larger, allocation_smaller, allocation_lost, allocation_index,
    allocation_space, allocation_kind, value_larger, value_smaller, buffer_size,
    past_end, overlap, touch, value_space, id_twice, id_unknown, value_lost,
    definition_moved, schedule_twice, schedule_swapped, trace_event, peak_list,
]  # fmt: skip
