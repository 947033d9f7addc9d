#!/usr/bin/env python3
# ===- make-dump.py - Whole dumps from a line for each value ------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Makes a dump with positions, uses and instructions, for loops and branches.

Usage: make-dump.py SHORT > DUMP

SHORT holds the schedule, the allocations, and behind each the values in it:

    schedule p add
    allocation 0: size 4, parameter 0, shape |u8[4]| at ShapeIndex {}:
    p; 0+4; u8[4]{0}; 0-2; ; add,0; parameter(0)
    allocation 1: size 4, maybe-live-out:
    add; 0+4; u8[4]{0}; 1-2; ; ; negate(%p)

A value's parts are its name (with `*` if it is a phi), offset and size, shape,
live range (`-` for none), further positions, uses, and its instruction behind
the shape of the whole result. That shape is the value's own; for a leaf the
instruction begins with another and `=`: `(u8[4]{0}) = while(%t)`. Positions and
uses are apart by blanks: `t{0}`, `add,0{1}`.
"""

import sys


def split(name):
    base, brace, index = name.partition("{")
    return base, brace + index


def main():
    schedule, lines, used, ranges, listed = [], [], [], [], []
    total = identifier = 0
    with open(sys.argv[1], encoding="utf-8") as file:
        source = file.read().split("\n")
    for line in source:
        if line.startswith("schedule "):
            schedule += line.split()[1:]
        elif line.startswith("allocation "):
            lines.append(line)
            total += int(line.split("size ")[1].split(",")[0])
        elif line:
            name, place, shape, live, positions, uses, text = [
                part.strip() for part in line.split(";")
            ]
            phi = " (phi)" if name.endswith("*") else ""
            name = name.rstrip("*")
            base, index = split(name)
            offset, size = place.split("+")
            header = "<%d %s%s @0>" % (identifier, name, phi)
            identifier += 1
            lines.append(
                " value: %s (size=%s,offset=%s): %s" % (header, size, offset, shape)
            )
            used += [header, " positions:"]
            for position in [name] + positions.split():
                used.append("  " + " ".join(split(position)).rstrip())
            used.append(" uses:")
            for use in uses.split():
                user, operand = use.split(",", 1)
                used.append("  %s, operand %s" % (user, " ".join(split(operand)).rstrip()))
            whole, equals, rest = text.partition(" = ")
            if not equals:
                whole, rest = shape, text
            used.append(" from instruction: %%%s = %s %s" % (base, whole, rest))
            if live != "-":
                ranges.append("    %s%s:%s" % (base, index or "{}", live))
            if live.startswith("0-"):
                listed.append("    %s%s: %s bytes" % (base, index or "{}", size))
    print("BufferAssignment:")
    print("\n".join(lines))
    print("\nTotal bytes used: %d\n\nUsed values:" % total)
    print("\n".join(used))
    print("\n\nHloLiveRange (max %d):\n  InstructionSequence:" % len(schedule))
    for time, name in enumerate(schedule):
        print("    %d:%s" % (time, name))
    print("  BufferLiveRange:")
    print("\n".join(ranges))
    print("  Live ranges at 0 (peak):")
    print("\n".join(listed))


if __name__ == "__main__":
    main()
