"""Checks utils/ground-truth/replay.py on a trace small enough for paper.

a (100) is allocated, b (60) too; c (100) shares a's buffer; a is freed, d (40)
allocated; then b, c and d are freed.

  event      live, a buffer counted once   live, a's bytes leaving with a
  ALLOC a    100                           100
  ALLOC b    160                           160
  SHARE c    160                           160
  FREE a     160                            60
  ALLOC d    200                           100
  FREE b, c, d

So the peaks are 200 and 160. Placed with an alignment of 64: the buffer of a and
c at 0 to 100, b from 128 to 188, and d, live with both, from 192 to 232. In the
sweep over time the places are the same.

XProf counts buffers once too, and 200 is made of a, b and d, or 10 + 6 + 4 where
each is padded to the tenfold.

XLA forgets on FREE what a value shares, XProf does not: allocating c anew, after
it was freed, adds to c itself in XLA's count (100, then 100), while XProf counts
it as a's, and adds c's size all the same.
"""

import sys

sys.path.insert(0, sys.argv[1])

from dumps.hlo_proto import ALLOC, FREE, SHARE_WITH, Event, Trace
from oracles import replay

A, B, C, D = 1, 2, 3, 4
SIZES = {A: 100, B: 60, C: 100, D: 40}
EVENTS = [
    Event(ALLOC, A, 0),
    Event(ALLOC, B, 0),
    Event(SHARE_WITH, C, A),
    Event(FREE, A, 0),
    Event(ALLOC, D, 0),
    Event(FREE, B, 0),
    Event(FREE, C, 0),
    Event(FREE, D, 0),
]
TRACE = Trace(True, EVENTS)
checked = 0


def check(found: object, expected: object) -> None:
    global checked
    checked += 1
    if found != expected:
        sys.exit(f"check {checked}: expected {expected!r}, found {found!r}")


def size(value: int) -> int:
    return SIZES[value]


check(replay.live_peak(TRACE, size), 200)
check(replay.peak_buffer_bytes(EVENTS, size), 160)
check(replay.arena_sizes(TRACE, size, 64), {"best-fit": 232, "fast-merge": 232})
check(replay.xprof_peak(TRACE, size, lambda value: size(value) // 10), (200, 20))
check(replay.buffer_count(TRACE), 3)
heap = replay.RootedHeap(size)
heap.hold(D)
check(heap.live, 40)
heap.step(EVENTS[0])
check(heap.live, 140)

# A larger value that shares makes the whole group larger.
check(replay.group_sizes(TRACE, lambda value: 120 if value == C else 50)[A], 120)

# Best fit puts a buffer into a gap that is free whenever it is live, and the gap
# in the middle of two lives of one group too: e and g share, f lies between.
E, F, G = 5, 6, 7
GAP = [
    Event(ALLOC, E, 0),
    Event(FREE, E, 0),
    Event(ALLOC, F, 0),
    Event(FREE, F, 0),
    Event(SHARE_WITH, G, E),
    Event(FREE, G, 0),
]
tenths = {E: 10, F: 10, G: 10}
placed = replay.arena_sizes(Trace(True, GAP), lambda value: tenths[value], 1)
check(placed, {"best-fit": 10, "fast-merge": 20})

# Allocated anew after it was freed.
AGAIN = [*EVENTS[:4], Event(FREE, C, 0), Event(ALLOC, C, 0), Event(FREE, C, 0)]
check(replay.live_peak(Trace(True, AGAIN), size), 160)
check(replay.xprof_peak(Trace(True, AGAIN), size, size), (160, 160))
print(f"checked: {checked}")
