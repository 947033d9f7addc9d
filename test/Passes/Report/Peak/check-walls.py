# ===- check-walls.py - The walls of random dumps by brute force ------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes random dumps, and compares their walls with docs/Rows.md#walls.

check-walls.py write FOLDER: the dumps, in the short form of expand_dump.py.
check-walls.py expand FOLDER DUMPS EXPAND: them by expand_dump.py, EXPAND.
check-walls.py check FOLDER JSON: what is wrong with the remarks, and how many walls
there are in how many dumps.

Sets of bytes for each schedule position; nothing is shared with the tool.
"""

import json
import os
import random
import re
import subprocess
import sys
from dataclasses import dataclass

DUMPS = 40
LENGTH = 14
LINE = re.compile(r" value: <\d+ (\w+) .*size=(\d+),offset=(\d+).*\| (\d+)-(\d+)")


@dataclass
class Value:
    block: int
    temporary: bool
    name: str
    begin: int
    end: int
    bytes: set[tuple[int, int]]

    def meets(self, other: "Value") -> bool:
        in_time = self.begin <= other.end and other.begin <= self.end
        return in_time and bool(self.bytes & other.bytes)


def write(folder: str) -> None:
    os.makedirs(folder)
    for seed in range(DUMPS):
        rng = random.Random(seed)
        lines, number, used = ["max %d" % LENGTH], 0, set()
        for block in range(2):
            kind = "preallocated-temp" if block == 0 else "maybe-live-out"
            lines.append("allocation %d: size 40, %s:" % (block, kind))
            for _ in range(18 if block == 0 else 3):
                size = rng.randint(1, 16)
                offset = rng.randint(0, 40 - size)
                begin = rng.randint(0, LENGTH - 1)
                end = min(begin + rng.randint(0, 5), LENGTH - 1)
                # One instruction begins at each position.
                if begin in used and rng.random() < 0.7:
                    continue
                used.add(begin)
                number += 1
                lines.append(
                    " value: <%d v%d @0> (size=%d,offset=%d): u8[%d]{0} | %d-%d"
                    % (number, number, size, offset, size, begin, end)
                )
        with open(os.path.join(folder, "%d.short" % seed), "w") as file:
            file.write("\n".join(lines) + "\n")


def expand(folder: str, dumps: str, script: str) -> None:
    os.makedirs(dumps)
    for seed in range(DUMPS):
        short = os.path.join(folder, "%d.short" % seed)
        with open(os.path.join(dumps, "%d.txt" % seed), "w") as file:
            subprocess.run([sys.executable, script, short], stdout=file, check=True)


def read(path: str) -> list[Value]:
    values, block, temporary = [], -1, False
    with open(path) as file:
        for line in file:
            if line.startswith("allocation"):
                block += 1
                temporary = "temp" in line
            elif match := LINE.match(line):
                size, offset, begin, end = map(int, match.groups()[1:])
                slots = {(block, b) for b in range(offset, offset + size)}
                values.append(Value(block, temporary, match[1], begin, end, slots))
    return values


def find_buffers(values: list[Value]) -> list[list[Value]]:
    """Connected values, in the order of their first ones."""
    buffers, left = [], list(values)
    while left:
        buffer, grown = [left.pop(0)], True
        while grown:
            grown = False
            for value in list(left):
                if any(value.meets(member) for member in buffer):
                    buffer.append(value)
                    left.remove(value)
                    grown = True
        buffers.append(buffer)
    return buffers


def find_walls(values: list[Value], place: list[str]) -> list[tuple[int, int]]:
    buffers = find_buffers(values)
    spans = [(min(v.begin for v in b), max(v.end for v in b)) for b in buffers]
    gone: set[int] = set()

    def left(time: int) -> int:
        live: set[tuple[int, int]] = set()
        for number, buffer in enumerate(buffers):
            if number not in gone:
                for value in buffer:
                    if value.begin <= time <= value.end:
                        live |= value.bytes
        return len(live)

    def highest(times: list[int]) -> int:
        return max(times, key=lambda t: (left(t), -t))

    at = highest(list(range(LENGTH)))
    peak = level = left(at)
    walls, places = [(peak, at)], {place[at]}
    while len(walls) < 3:
        hill, where = (at, at), at
        while True:
            found = None
            for seed in (where, at):
                live = [
                    (spans[n][1] - spans[n][0], n)
                    for n in range(len(buffers))
                    if n not in gone
                    and buffers[n][0].temporary
                    and spans[n][0] <= seed <= spans[n][1]
                ]
                if live:
                    found = min(live)[1]
                    break
            if found is None:
                return walls
            hill = min(hill[0], spans[found][0]), max(hill[1], spans[found][1])
            for n, buffer in enumerate(buffers):
                inside = hill[0] <= spans[n][0] and spans[n][1] <= hill[1]
                if inside and buffer[0].temporary:
                    gone.add(n)
            inner = list(range(hill[0], hill[1] + 1))
            outer = [t for t in range(LENGTH) if t not in inner]
            where = highest(inner)
            enough = 100 * (level - left(at)) >= peak
            if outer and left(highest(outer)) >= left(where) and enough:
                at = highest(outer)
                level = left(at)
                break
        if level == 0:
            return walls
        if place[at] not in places:
            places.add(place[at])
            walls.append((level, at))
    return walls


def check(folder: str, remarks: str) -> None:
    found: dict[str, list[tuple[int, int]]] = {}
    with open(remarks) as file:
        for line in file:
            remark = json.loads(line)
            if remark.get("name") == "PeakWall":
                args = remark["args"]
                module = os.path.basename(remark["module"])
                found.setdefault(module, []).append((args["Size"], args["At"]))
    count = 0
    for seed in range(DUMPS):
        values = read(os.path.join(folder, "%d.short" % seed))
        # Without metadata each instruction is a place of its own.
        place = ["position %d" % t for t in range(LENGTH)]
        expected = find_walls(values, place)[1:]
        if found.get(str(seed), []) != expected:
            sys.exit("%d: %s instead of %s" % (seed, found.get(str(seed)), expected))
        count += len(expected)
    print("%d walls of %d dumps" % (count, DUMPS))


if sys.argv[1] == "write":
    write(sys.argv[2])
elif sys.argv[1] == "expand":
    expand(*sys.argv[2:])
else:
    check(sys.argv[2], sys.argv[3])
