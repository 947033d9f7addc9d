# ===- trace.py - The heap simulator's trace ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The buffer assignment and the heap simulator's traces in the .hlo.pb.

Compared with each other are the allocations of the proto and those of the text;
the most live bytes of a trace and those that the live ranges of its values give;
what the live ranges of all values of the allocation give and the load that
hlo-mem-opt reports; and the size of the arena that replaying XLA's placement
makes and the one that the allocation has.
"""

from __future__ import annotations

from math import gcd

from dumps import hlo_proto as proto
from dumps.tool import Allocation, Numbers
from oracles import replay
from oracles.facts import Facts, ProtoFacts
from oracles.verdict import SAME, Verdict, same, skip

NAME = "heap simulator's trace"

MOST_BUFFERS = 3000
"""Placing takes the square of their number in steps."""

# The alignment of a memory space; of others it is inferred from the offsets.
_CPU_ALIGNMENT = 64
_TPU_ALIGNMENTS = {0: 16384, 2: 4, 4: 4, 6: 512}


def _differences(facts: Facts, there: proto.Assignment) -> str:
    """The first allocation that differs in text and proto, or SAME."""
    ours = facts.numbers.allocations
    if len(ours) != len(there.allocations):
        return f"{len(ours)} and {len(there.allocations)} allocations"
    for text, binary in zip(ours, there.allocations):
        slices = {part.value: (part.offset, part.size) for part in text.slices}
        pairs = (
            (text.index, binary.index),
            (text.size, binary.size),
            (text.color, binary.color),
            (text.parameter, binary.parameter),
            (text.live_out, binary.live_out),
            (text.constant, binary.constant),
            (text.thread_local, binary.thread_local),
            (slices, {v: (s.offset, s.size) for v, s in binary.slices.items()}),
        )
        if any(first != second for first, second in pairs):
            return f"allocation {text.index}"
    return SAME


def _load(allocation: Allocation, numbers: Numbers, values: set[int]) -> int | None:
    """The most bytes that the values occupy at a time; one byte counts once."""
    starts: dict[int, list[tuple[int, int]]] = {}
    ends: dict[int, list[tuple[int, int]]] = {}
    for part in allocation.slices:
        if part.value not in values or part.size == 0:
            continue
        name = part.name if part.name.endswith("}") else part.name + "{}"
        span = numbers.ranges.get(name)
        if span is None:
            return None
        piece = (part.offset, part.offset + part.size)
        starts.setdefault(span[0], []).append(piece)
        ends.setdefault(span[1] + 1, []).append(piece)
    live: list[tuple[int, int]] = []
    most = 0
    for time in sorted(set(starts) | set(ends)):
        for piece in ends.get(time, []):
            live.remove(piece)
        live += starts.get(time, [])
        covered = top = 0
        for low, high in sorted(live):
            covered += max(0, high - max(low, top))
            top = max(top, high)
        most = max(most, covered)
    return most


def _alignment(facts: Facts, color: int, offsets: list[int]) -> int:
    if facts.dump.backend == "cpu":
        return _CPU_ALIGNMENT
    if facts.dump.backend == "tpu" and color in _TPU_ALIGNMENTS:
        return _TPU_ALIGNMENTS[color]
    common = 0
    for offset in offsets:
        common = gcd(common, offset)
    return common & -common or 1


def _arena(
    facts: Facts, trace: proto.Trace, allocation: Allocation, known: ProtoFacts
) -> list[Verdict]:
    dump, numbers = facts.dump, facts.numbers
    values = {event.value for event in trace.events}
    parts = [part for part in allocation.slices if part.value in values]
    load = _load(allocation, numbers, values)
    if load is None:
        live = skip(dump, NAME, "live bytes", "no live ranges in the dump")
    else:
        peak = replay.live_peak(trace, known.size)
        live = same(dump, NAME, "live bytes", peak, load)
    every = {part.value for part in allocation.slices}
    total = _load(allocation, numbers, every)
    whole = same(dump, NAME, "load", total, allocation.load)
    base = min(part.offset for part in parts)
    top = max(part.offset + part.size for part in parts)
    count = replay.buffer_count(trace)
    if count > MOST_BUFFERS:
        reason = f"{count} buffers; up to {MOST_BUFFERS} are placed"
        return [live, whole, skip(dump, NAME, "arena size", reason)]
    offsets = [part.offset - base for part in parts]
    alignment = _alignment(facts, allocation.color, offsets)
    sizes = replay.arena_sizes(trace, known.size, alignment)
    name = next((n for n, size in sizes.items() if size == top - base), "best-fit")
    size = same(dump, NAME, "arena size", sizes[name], top - base)
    return [live, whole, size]


def compare(facts: Facts) -> list[Verdict]:
    if facts.proto is None:
        return [skip(facts.dump, NAME, "all", "no .hlo.pb with an assignment")]
    dump, known = facts.dump, facts.proto
    assignment = known.assignment
    result = [same(dump, NAME, "allocations", SAME, _differences(facts, assignment))]
    by_value = {p.value: a for a in facts.numbers.allocations for p in a.slices}
    for trace in assignment.traces:
        homes = {
            by_value[e.value].index: by_value[e.value]
            for e in trace.events
            if e.value in by_value
        }
        if not homes:
            continue  # no events, or of values that got no memory
        if not trace.whole_module:
            reason = "placed by memory space assignment, not by a heap simulator"
            result += [
                skip(dump, NAME, "live bytes", reason),
                skip(dump, NAME, "arena size", reason),
            ]
        elif len(homes) > 1:
            names = ", ".join(map(str, sorted(homes)))
            text = f"allocations {names}"
            result.append(same(dump, NAME, "arena size", "one allocation", text))
        else:
            result += _arena(facts, trace, next(iter(homes.values())), known)
    return result
