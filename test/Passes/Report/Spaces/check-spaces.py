#!/usr/bin/env python3
# ===- check-spaces.py - The pass spaces, calculated anew ---------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares the pass spaces with utils/reference.py and with the dump's text.

Usage: check-spaces.py HLO-MEM-OPT REFERENCE.PY DUMP...

The kinds of a space must add up to what is allocated, and at the peak to the
peak. Starts and dones of asynchronous operations are looked for in the lines of
the used values.

Exit status: 0, or 1 where a dump differs.
"""

import collections
import re
import sys
from functools import partial

from checking import compare_dumps, load_reference, read_remarks

HEADER = re.compile(r"<\d+ ([^ {>]+)(\{[0-9,]*\})?[^>]*>")
START = re.compile(
    r" from instruction: ?%?(\S+) = .*? ((?:[a-z-]+-start)|send|recv)\("
)


class Listed:
    """A used value as its lines say."""

    def __init__(self, name, index):
        self.name, self.index = name, index
        self.positions, self.users, self.start = [], [], None


def used_values(text):
    part, result = None, []
    lines = text.split("\n")
    begin = lines.index("Used values:") if "Used values:" in lines else len(lines)
    for line in lines[begin + 1 :]:
        match = HEADER.fullmatch(line)
        if match:
            result.append(Listed(match.group(1), match.group(2)))
        elif line.startswith("HloLiveRange"):
            break
        elif line in (" positions:", " uses:"):
            part = line
        elif line.startswith(" from instruction:"):
            part = None
            # An attribute may hold the same words.
            match = START.match(line.split(", metadata=")[0])
            result[-1].start = match and match.group(2)
        elif line.startswith("  ") and part == " positions:":
            result[-1].positions.append(line.split()[0])
        elif line.startswith("  ") and part == " uses:":
            result[-1].users.append(line.split()[0].rstrip(","))
    return result


def operations(text, dump):
    """{(start, done): results' bytes by space}, of those with a result."""
    times = {name: time for time, name in enumerate(dump.schedule)}
    placed = {(v.instruction, v.index): v for v in dump.values}
    listed = used_values(text)
    found = {}
    for name in {v.name for v in listed if v.start}:
        users = {u for v in listed if v.name == name for u in v.users}
        users = sorted((times[u], u) for u in users if u in times and u != name)
        if not users:
            continue
        done = users[0][1]
        bytes_of = collections.Counter()
        for v in listed:
            value = placed.get((v.name, v.index))
            if value and done in v.positions and not value.shape.startswith("("):
                bytes_of[value.allocation.space] += value.size
        bytes_of += collections.Counter()
        if bytes_of:
            found[times[name], times[done]] = (
                found.get((times[name], times[done]), collections.Counter()) + bytes_of
            )
    return found


def differences(reference, tool, path):
    with open(path, encoding="utf-8", newline="\n") as file:
        text = file.read()
    dump = reference.Dump(text)
    blocks = {}
    heads = {}
    for remark in read_remarks(tool, "spaces<top=0>", path):
        args = remark["args"]
        if remark["name"] in ("SpaceTotal", "SpaceWithoutBytes", "SpaceTotalUnknown"):
            space = args["Space"]
            space = space["number"] if isinstance(space, dict) else space
            heads[remark["id"]] = space
            blocks[space] = (remark, collections.defaultdict(list))
        elif remark["headline"] in heads:
            blocks[heads[remark["headline"]]][1][remark["name"]].append(args)
    spaces = collections.defaultdict(list)
    for a in dump.allocations:
        spaces[a.space].append(a)
    if set(spaces) != set(blocks):
        yield "spaces %s, expected %s" % (sorted(blocks), sorted(spaces))
        return
    for space, allocations in spaces.items():
        head, rest = blocks[space]
        shared = [a for a in allocations if not a.thread_local]
        local = [a for a in allocations if a.thread_local]
        allocated = sum(a.size for a in shared)
        if head["args"].get("Allocated", 0) != allocated:
            yield "space %d: allocated, expected %d" % (space, allocated)
        kinds = collections.Counter()
        for a in shared:
            kinds[a.kind] += a.size
        found = {k["Kind"]: k["Size"] for k in rest["SpaceKind"]}
        if allocated and found != dict(kinds):
            yield "space %d: kinds %s, expected %s" % (space, found, dict(kinds))
        if sum(t["Size"] for t in rest["SpaceThreadLocal"]) != sum(a.size for a in local):
            yield "space %d: thread-local" % space
        if head["name"] != "SpaceTotal":
            continue
        curve = [
            sum(reference.occupied(a, t) for a in shared)
            for t in range(len(dump.schedule))
        ]
        time = curve.index(max(curve))
        if (head["args"]["Peak"], head["args"]["At"]) != (curve[time], time):
            yield "space %d: peak, expected %d at %d" % (space, curve[time], time)
        if sum(k["AtPeak"] for k in rest["SpaceKind"]) != curve[time]:
            yield "space %d: kinds at the peak" % space
        if curve[time] and rest["SpaceOverTime"][0]["ByteTime"] != sum(curve):
            yield "space %d: bytes x positions, expected %d" % (space, sum(curve))
    expected = operations(text, dump)
    into = collections.Counter()
    for counted in expected.values():
        into.update(counted)
    # What comes into a space or stays in it is all that ends there.
    for space, (_, rest) in blocks.items():
        found = sum(a["In"] + a["Within"] for a in rest["SpaceAsync"])
        if found != into[space]:
            yield "space %d: %d copied, expected %d" % (space, found, into[space])
        for row in rest["SpaceAsyncRow"]:
            flight = row.get("InFlight")
            if flight and row["Result"] != "?":
                if isinstance(flight, dict):
                    flight = flight["begin"], flight["end"]
                if tuple(flight) not in expected:
                    yield "space %d: %s is no operation" % (space, flight)


def main():
    tool, reference, paths = sys.argv[1], load_reference(sys.argv[2]), sys.argv[3:]
    return compare_dumps(reference, paths, partial(differences, reference, tool))


if __name__ == "__main__":
    sys.exit(main())
