# ===- replay.py - Replays of heap simulator traces -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Ways to count the bytes of a heap simulator's trace.

XLA and XProf count the same events in several ways, which differ where values
share a buffer. Each of them is here, since it is what some oracle prints.
"""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from dumps.hlo_proto import ALLOC, FREE, SHARE_WITH, Event, Trace

_ENDLESS = 1 << 62


def group_sizes(trace: Trace, size: Callable[[int], int]) -> dict[int, int]:
    """The size of each value's buffer: the largest of those that share it."""
    group: dict[int, int] = {}

    def find(value: int) -> int:
        while group.setdefault(value, value) != value:
            value = group[value]
        return value

    for event in trace.events:
        if event.kind == SHARE_WITH:
            group[find(event.value)] = find(event.shared_with)
    largest: dict[int, int] = {}
    for event in trace.events:
        root = find(event.value)
        largest[root] = max(largest.get(root, 0), size(event.value))
    return {event.value: largest[find(event.value)] for event in trace.events}


class RootedHeap:
    """Live bytes as XLA's ComputePeakMemory counts them.

    A buffer is live from its first value to its last; its size is that of the
    value at the root of what shares it.
    """

    def __init__(self, size: Callable[[int], int]) -> None:
        self._size = size
        self._count: dict[int, int] = {}
        self._under: dict[int, int] = {}
        self.live = 0

    def hold(self, value: int) -> None:
        """Make a value live all the time."""
        self._add(value)

    def _root(self, value: int) -> int:
        while value in self._under:
            value = self._under[value]
        return value

    def _add(self, root: int) -> None:
        self._count[root] = self._count.get(root, 0) + 1
        if self._count[root] == 1:
            self.live += self._size(root)

    def step(self, event: Event) -> None:
        if event.kind == ALLOC:
            self._add(event.value)
        elif event.kind == SHARE_WITH:
            root = self._root(event.shared_with)
            if root != event.value:
                self._under[event.value] = root
            self._add(root)
        elif event.kind == FREE:
            root = self._root(event.value)
            self._under.pop(event.value, None)
            self._count[root] = self._count.get(root, 0) - 1
            if self._count[root] == 0:
                self.live -= self._size(root)


def xprof_peak(
    trace: Trace, size: Callable[[int], int], unpadded: Callable[[int], int]
) -> tuple[int, int]:
    """The peak of XProf's memory viewer, and what is unpadded of it.

    What a value shares is never forgotten there, and each ALLOC adds.
    """
    count: dict[int, int] = {}
    under: dict[int, int] = {}

    def root(value: int) -> int:
        while value in under:
            value = under[value]
        return value

    live = bare = peak = bare_at_peak = 0
    for event in trace.events:
        grown: int | None = None
        if event.kind == ALLOC:
            at = root(event.value)
            count[at] = count.get(at, 0) + 1
            grown = event.value
        elif event.kind == SHARE_WITH:
            at = root(event.shared_with)
            if at != event.value:
                under[event.value] = event.shared_with
            count[at] = count.get(at, 0) + 1
            if count[at] == 1:
                grown = at
        else:
            at = root(event.value)
            count[at] = count.get(at, 0) - 1
            if count[at] == 0:
                live -= size(at)
                bare -= unpadded(at)
        if grown is not None:
            live += size(grown)
            bare += unpadded(grown)
            if live > peak:
                peak, bare_at_peak = live, bare
    return peak, bare_at_peak


def live_peak(trace: Trace, size: Callable[[int], int]) -> int:
    """The most live bytes, a buffer that values share being counted once."""
    sizes = group_sizes(trace, size)
    heap = RootedHeap(lambda value: sizes[value])
    peak = 0
    for event in trace.events:
        heap.step(event)
        peak = max(peak, heap.live)
    return peak


def peak_buffer_bytes(events: Iterable[Event], size: Callable[[int], int]) -> int:
    """What XLA's ComputePeakMemoryLogicalBuffers finds at most.

    It takes away what an allocated value added when that very value is freed,
    though others still share its buffer, so that this can be less than what is
    live.
    """
    outstanding: dict[int, int] = {}
    canonical: dict[int, int] = {}
    added: dict[int, int] = {}
    live = peak = 0
    for event in events:
        if event.kind == ALLOC:
            outstanding[event.value] = 1
            added[event.value] = size(event.value)
            live += added[event.value]
        elif event.kind == SHARE_WITH:
            shared = canonical[event.value] = event.shared_with
            outstanding[shared] = outstanding.get(shared, 0) + 1
            first = outstanding[shared] == 1
            added[event.value] = size(event.value) if first else 0
            live += added[event.value]
        elif event.kind == FREE:
            shared = canonical.get(event.value, event.value)
            outstanding[shared] = outstanding.get(shared, 0) - 1
            live -= added.get(event.value, 0)
        peak = max(peak, live)
    return peak


# --- Placing a trace's buffers ------------------------------------------------


@dataclass
class _Buffer:
    value: int
    size: int
    """Of the value that was allocated; `largest` is that of all that share."""
    largest: int
    intervals: list[tuple[int, int]]

    @property
    def begin(self) -> int:
        return min(begin for begin, _ in self.intervals)

    @property
    def end(self) -> int:
        return max(end for _, end in self.intervals)


def _up(number: int, alignment: int) -> int:
    return -(-number // alignment) * alignment


def _buffers(trace: Trace, size: Callable[[int], int]) -> list[_Buffer]:
    sizes = group_sizes(trace, size)
    begin: dict[int, int] = {}
    end: dict[int, int] = {}
    under: dict[int, int] = {}
    members: dict[int, list[int]] = {}
    tick = 0
    for event in trace.events:
        if sizes[event.value] == 0:
            continue
        if event.kind == FREE:
            end[event.value] = tick
        else:
            begin[event.value] = tick
            if event.kind == SHARE_WITH:
                root = event.shared_with
                while root in under:
                    root = under[root]
                under[event.value] = root
                members[root].append(event.value)
            else:
                members[event.value] = [event.value]
        tick += 1
    return [
        _Buffer(
            root,
            sizes[root],
            sizes[root],
            [(begin[value], end.get(value, tick)) for value in values],
        )
        for root, values in members.items()
    ]


def _best_fit(buffers: list[_Buffer], alignment: int) -> int:
    """Each buffer in the smallest gap that is free whenever it is live."""
    placed: list[tuple[int, int, int, int]] = []
    height = 0
    for buffer in buffers:
        first, last = buffer.begin, buffer.end
        used = sorted(
            (low, high)
            for begin, end, low, high in placed
            if begin <= last
            and end >= first
            and any(begin <= e and end >= b for b, e in buffer.intervals)
        )
        best: tuple[int, int] | None = None
        at = 0
        for low, high in used:
            if low - at >= buffer.largest and (best is None or low - at < best[0]):
                best = (low - at, at)
            at = max(at, _up(high, alignment))
        offset = at if best is None else best[1]
        top = offset + buffer.largest
        placed += [(b, e, offset, top) for b, e in buffer.intervals]
        height = max(height, top)
    return height


def _fast_merge(buffers: list[_Buffer], alignment: int) -> int:
    """A sweep over time: each buffer keeps its place from first to last use."""
    free: list[tuple[int, int]] = [(0, _ENDLESS)]
    live: list[tuple[int, int, int]] = []
    height = 0
    for buffer in sorted(buffers, key=lambda b: (b.begin, -b.size, b.value)):
        while live and live[0][0] <= buffer.begin:
            _, low, high = live.pop(0)
            kept = []
            for begin, end in free:
                if begin == high or end == low:
                    low, high = min(low, begin), max(high, end)
                else:
                    kept.append((begin, end))
            free = sorted(kept + [(low, high)])
        _, low, high = min(
            (high - _up(low, alignment), low, high)
            for low, high in free
            if high - _up(low, alignment) >= buffer.largest
        )
        top = _up(low, alignment) + buffer.largest
        free.remove((low, high))
        if high > top:
            bisect.insort(free, (top, high))
        bisect.insort(live, (buffer.end, low, top))
        height = max(height, top)
    return height


def arena_sizes(
    trace: Trace, size: Callable[[int], int], alignment: int
) -> dict[str, int]:
    """What XLA's placements make of a trace, by their names."""
    buffers = _buffers(trace, size)

    def spatial(b: _Buffer) -> tuple[int, int, int]:
        begin, end = b.intervals[0]
        return (-b.size, begin - end, b.value)

    def temporal(b: _Buffer) -> tuple[int, int, int]:
        return (b.begin - b.end, -b.size, b.value)

    return {
        "best-fit": min(
            _best_fit(sorted(buffers, key=spatial), alignment),
            _best_fit(sorted(buffers, key=temporal), alignment),
        ),
        "fast-merge": _fast_merge(buffers, alignment),
    }


def buffer_count(trace: Trace) -> int:
    return sum(1 for event in trace.events if event.kind == ALLOC)
