#!/usr/bin/env python3
# ===- expand_dump.py - Whole dumps from their allocations alone -------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Makes a whole dump from what matters for places and times.

Usage: expand_dump.py SHORT > DUMP

SHORT holds the allocations as in a dump, with the live range of each value
behind its shape, and its metadata where a test wants some:

    max 4
    allocation 0: size 100, preallocated-temp:
     value: <1 a @0> (size=40,offset=0): f32[10]{0} | 0-2 | op_name="mul"
     value: <2 b @0> (size=40,offset=40): f32[10]{0}
    peak 2

`peak` is the time of XLA's own peak, 0 where it is left out; what is live then
is listed with its padded sizes, unless the lines of a list follow. The rest is
filled in: the total, the used values, and a schedule in which a value's
instruction stands at the start of its range, and `step.T` where none does.
"""

import re
import sys

VALUE = re.compile(
    r" value: (<(\d+) ([A-Za-z_][\w.-]*)(\{[0-9,]*\})?[^>]*>) "
    r"\(size=(\d+),offset=\d+\): ([^|]+)(?:\| (\d+)-(\d+))? *(?:\| (.*))?"
)


class Value:
    def __init__(self, line):
        match = VALUE.fullmatch(line)
        if not match:
            sys.exit("expand_dump.py: not a value: " + line)
        self.line = line.split("|")[0].rstrip()
        self.header, self.id, self.name, self.index = match.groups()[:4]
        self.id = int(self.id)
        self.size = int(match.group(5))
        self.shape = match.group(6).rstrip()
        self.range = None
        if match.group(7):
            self.range = int(match.group(7)), int(match.group(8))
        self.metadata = match.group(9)

    def live_at(self, time):
        return self.range and self.range[0] <= time <= self.range[1]

    def used(self):
        index = self.index or ""
        shape = "(%s)" % self.shape if len(index) > 2 else self.shape
        text = '%%%s = %s custom-call(), custom_call_target="x"' % (self.name, shape)
        if self.metadata:
            text += ", metadata={%s}" % self.metadata
        position = "  " + self.name + (" " + index if index else "")
        return [
            self.header,
            " positions:",
            position,
            " uses:",
            " from instruction: " + text,
        ]


def expand(lines):
    end = peak = total = 0
    allocations, values, listed = [], [], []
    for line in lines:
        if line.startswith("max "):
            end = int(line[4:])
        elif line.startswith("peak "):
            peak = int(line[5:])
        elif line.startswith("    "):
            listed.append(line)
        elif line.startswith(" value: "):
            values.append(Value(line))
            allocations.append(values[-1].line)
        elif line:
            total += int(re.search(r"size (\d+)", line).group(1))
            allocations.append(line)
    values.sort(key=lambda value: value.id)

    schedule = ["step.%d" % time for time in range(end)]
    placed = set()
    for value in values:
        if not value.range or value.range[0] >= end or value.name in placed:
            continue
        if schedule[value.range[0]].startswith("step."):
            schedule[value.range[0]] = value.name
            placed.add(value.name)

    result = ["BufferAssignment:"] + allocations
    # XLA's own sum has 64 bits.
    result += ["", "Total bytes used: %d" % (total % 2**64), "", "Used values:"]
    for value in values:
        result += value.used()
    result += ["", "", "HloLiveRange (max %d):" % end, "  InstructionSequence:"]
    result += ["    %d:%s" % item for item in enumerate(schedule)]
    result.append("  BufferLiveRange:")
    for value in values:
        if value.range:
            place = value.name, value.index or "{}", *value.range
            result.append("    %s%s:%d-%d" % place)
    result.append("  Live ranges at %d (peak):" % peak)
    for value in values:
        if value.live_at(peak) and not listed:
            place = value.name, value.index or "{}", value.size
            result.append("    %s%s: %d bytes" % place)
    return "\n".join(result + listed) + "\n"


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: expand_dump.py SHORT > DUMP")
    with open(sys.argv[1], encoding="utf-8") as file:
        sys.stdout.write(expand(file.read().split("\n")))


if __name__ == "__main__":
    main()
