#!/usr/bin/env python3
# ===- brute-force.py - The verifier against all pairs of values ---------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares what `verify` says of overlaps with what all pairs of values tell.

Usage: brute-force.py HLO-MEM-OPT DUMP...

Of two values that share bytes for too long, or at other offsets, the one is
blamed that begins later; then the one that ends earlier, then the later one in
the dump. Each value is blamed once for a rule.
"""

import re
import subprocess
import sys

VALUE = re.compile(r" value: <(\d+) ([\w.-]+)(\{[\d,]*\})?.*> \(size=(\d+),offset=(\d+)\)")
RANGE = re.compile(r"    ([\w.-]+)(\{[\d,]*\}):(\d+)-(\d+)$")
BLAMED = re.compile(r"values <(\d+) \S+> and <(\d+) \S+> share .* \[verify: (\w+)\]")


def read(path):
    """[(id, offset, end, begin time, end time)] of each allocation."""
    allocations, ranges = [], {}
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    for line in lines:
        match = RANGE.match(line)
        if match:
            times = int(match.group(3)), int(match.group(4))
            ranges.setdefault(match.group(1, 2), times)
    for line in lines:
        if line.startswith("allocation "):
            allocations.append([])
        match = VALUE.match(line)
        if match:
            number, name, index, size, offset = match.groups()
            times = ranges.get((name, index or "{}"))
            if times:
                place = int(offset), int(offset) + int(size)
                allocations[-1].append((int(number), *place, *times))
    return allocations


def blame(values):
    """{(rule, id)} of one allocation."""
    order = sorted(range(len(values)), key=lambda i: (values[i][3], -values[i][4], i))
    blamed = set()
    for at, later in enumerate(order):
        number, offset, end, begins, ends = values[later]
        for earlier in order[:at]:
            _, offset2, end2, begins2, ends2 = values[earlier]
            if max(offset, offset2) >= min(end, end2):
                continue
            instants = min(ends, ends2) - max(begins, begins2) + 1
            if instants >= 2:
                blamed.add(("overlap", number))
            elif instants == 1 and offset != offset2:
                blamed.add(("touch", number))
    return blamed


def main():
    command = [sys.argv[1], "-width=0", "-passes=verify<only=overlap,touch;max=0>"]
    count = differing = 0
    for path in sys.argv[2:]:
        expected = set().union(*map(blame, read(path)))
        run = subprocess.run(command + [path], stdout=subprocess.PIPE, encoding="utf-8")
        blamed = [(m.group(3), int(m.group(2))) for m in BLAMED.finditer(run.stdout)]
        status = 3 if expected else 0
        if sorted(blamed) != sorted(expected) or run.returncode != status:
            differing += 1
            print(path, "expected", sorted(expected), "found", sorted(blamed))
        count += len(expected)
    print("%d dumps, %d blamed, %d differ" % (len(sys.argv) - 2, count, differing))


if __name__ == "__main__":
    main()
