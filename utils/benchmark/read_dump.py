#!/usr/bin/env python3
# ===- read_dump.py - The peak of a dump, in plain Python -----------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Prints the peak of each memory space of a buffer assignment dump.

Usage: read_dump.py DUMP

This is what hlo-mem-opt is measured against: the script that one would write
oneself, with some care for speed and for shared slices, without C extensions. It
shares no code with hlo-mem-opt, so that it can check hlo-mem-opt's results on dumps
that are too long for utils/reference.py. It reads dumps in one file as jaxlib has
written them since 0.6.1, and as gen-dump writes them.
"""

import re
import sys

COLOR = re.compile(r", color (\d+)")
VALUE = re.compile(
    r" value: <\d+ ([^ {]+)(\{[0-9,]*\})?(?: \(phi\))? @\d+> \(size=(\d+),offset=(\d+)\)"
)
RANGE = re.compile(r"    ([^{]+)(\{[0-9,]*\}):(\d+)-(\d+)$")


def read(path):
    """Slices by allocation, as (space, [(name, begin, end)]); ranges by name;
    how many times there are."""
    allocations, ranges, times = [], {}, 0
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith(" value: "):
                name, index, size, offset = VALUE.match(line).groups()
                begin = int(offset)
                slices.append((name + (index or "{}"), begin, begin + int(size)))
            elif line.startswith("allocation "):
                color = COLOR.search(line)
                slices = []
                if ", thread-local" not in line:
                    allocations.append((int(color.group(1)) if color else 0, slices))
            elif line.startswith("HloLiveRange (max "):
                times = int(line[len("HloLiveRange (max ") : line.index(")")])
            elif line == "  BufferLiveRange:\n":
                break
        for line in file:
            match = RANGE.match(line)
            if not match:
                break
            name, index, begin, end = match.groups()
            ranges[name + index] = (int(begin), int(end))
    return allocations, ranges, times


def add_union(curve, slices, ranges):
    """Adds to `curve`, as differences by time, how many bytes of an allocation
    are live: what several values share counts once."""
    events = []
    for name, begin, end in slices:
        if begin < end and name in ranges:
            first, last = ranges[name]
            events.append((first, 1, begin, end))
            events.append((last + 1, -1, begin, end))
    if len(events) == 2:
        for time, change, begin, end in events:
            if time < len(curve):
                curve[time] += change * (end - begin)
        return
    # The pieces between the offsets where slices begin or end, and how many
    # live values cover each.
    cuts = sorted({cut for event in events for cut in event[2:]})
    place = {cut: number for number, cut in enumerate(cuts)}
    covering = [0] * len(cuts)
    events.sort()
    for time, change, begin, end in events:
        if time >= len(curve):
            break
        for piece in range(place[begin], place[end]):
            before = covering[piece]
            covering[piece] += change
            if not before or not covering[piece]:
                curve[time] += change * (cuts[piece + 1] - cuts[piece])


def peaks(path):
    """(space, bytes, earliest time) of each space that has values."""
    allocations, ranges, times = read(path)
    curves = {}
    for space, slices in allocations:
        if not slices:
            continue
        if space not in curves:
            curves[space] = [0] * times
        add_union(curves[space], slices, ranges)
    result = []
    for space, curve in sorted(curves.items()):
        live = best = at = 0
        for time, change in enumerate(curve):
            live += change
            if live > best:
                best, at = live, time
        result.append((space, best, at))
    return result


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    for space, size, time in peaks(sys.argv[1]):
        print("space %d: peak of %d bytes at schedule position %d" % (space, size, time))


if __name__ == "__main__":
    main()
