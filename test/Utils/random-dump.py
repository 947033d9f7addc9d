#!/usr/bin/env python3
# ===- random-dump.py - Dumps that nobody thought of -------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes dumps with random allocations, slices and live ranges.

Usage: random-dump.py FOLDER SEED COUNT

The dumps are complete, so that they can be read, but need not be sound: slices
overlap at one time, lie outside of their allocation, have no range. The same
SEED gives the same dumps.
"""

import os
import random
import sys

from expand_dump import expand

KINDS = ["preallocated-temp", "constant", "maybe-live-out", "thread-local"]
SPACES = [0, 0, 0, 1, 2, 7]


class Writer:
    def __init__(self, random):
        self.random = random
        self.end = random.choice([0, 1, 2, 3, 5, 8, 13])
        # Beyond 32 bits now and then.
        self.unit = random.choice([1, 1, 1, 8, 2**30 + 1])
        self.sound_sizes = random.random() < 0.8
        self.ids = 0

    def live_range(self):
        if self.end == 0 or self.random.random() < 0.1:
            return ""
        begin = self.random.randint(0, self.end)
        return " | %d-%d" % (begin, self.random.randint(begin, self.end))

    def shape(self, size):
        """Some shape whose logical size is at most `size`."""
        # What has no bytes has no padding that could be unknown.
        if size and self.random.random() < 0.05:
            return "u24[%d]" % size
        if size >= 16 and self.random.random() < 0.1:
            return "(u8[1]{0}, u8[1]{0})"
        elements = self.random.choice([size, self.random.randint(0, size)])
        return "u8[%d]{0}" % elements

    def slices(self, count):
        """Offsets and sizes: apart, overlapping or the same."""
        end, result = 0, []
        for _ in range(count):
            size = self.random.choice([0, 1, 2, 3, 5, 8, 13, 21]) * self.unit
            chance = self.random.random()
            if result and chance < 0.3:
                result.append(self.random.choice(result))
                continue
            if result and chance < 0.4:
                # The same place, another size.
                result.append((self.random.choice(result)[0], size))
                continue
            gap = self.random.choice([0, 0, 1, 4]) * self.unit
            offset = end + gap
            if chance > 0.8:
                offset = self.random.randint(0, end)
            result.append((offset, size))
            end = max(end, offset + size)
        return result

    def allocation(self, number):
        kind = self.random.choice(KINDS)
        space = self.random.choice(SPACES)
        count = self.random.choice([0, 1, 1, 2, 3, 5, 8, 12])
        slices = self.slices(count)
        size = max([offset + size for offset, size in slices], default=0)
        if self.sound_sizes:
            size += self.random.choice([0, 0, 1, 7]) * self.unit
        else:
            size = self.random.randint(0, size)
        color = ", color %d" % space if space else ""
        yield "allocation %d: size %d%s, %s:" % (number, size, color, kind)
        for offset, size in slices:
            self.ids += self.random.choice([1, 1, 2, 100])
            shape = self.shape(size)
            index = "{}" if shape.startswith("(") else ""
            yield " value: <%d v.%d%s @%d> (size=%d,offset=%d): %s%s" % (
                self.ids,
                self.ids,
                index,
                space,
                size,
                offset,
                shape,
                self.live_range(),
            )

    def write(self):
        lines = ["max %d" % self.end, "peak %d" % self.random.randint(0, self.end)]
        for number in range(self.random.choice([0, 1, 2, 3, 4, 7])):
            lines += self.allocation(number)
        return expand(lines)


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: random-dump.py FOLDER SEED COUNT")
    folder, seed, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    os.makedirs(folder, exist_ok=True)
    for number in range(count):
        text = Writer(random.Random("%d.%d" % (seed, number))).write()
        name = "%d-%d-buffer-assignment.txt" % (seed, number)
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
