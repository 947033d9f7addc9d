#!/usr/bin/env python3
# ===- many-values.py - A dump with a large arena ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes a dump with 100,000 values of 8 bytes in one arena.

Usage: many-values.py apart|chain|heap|argument|slices

They are side by side and live to the end, or in one place: each until the next
one begins, or to the end. Or they take the place of an argument, one after the
other. Or half of them are slices, and each of the others is two of those.
"""

import sys

from expand_dump import expand

COUNT = 100000


def slices():
    half = COUNT // 2
    yield "max %d" % COUNT
    yield "allocation 0: size %d, color 1, preallocated-temp:" % (8 * half)
    for number in range(half):
        yield " value: <%d v.%d @1> (size=8,offset=%d): u8[8]{0:T(8)S(1)} | %d-%d" % (
            number,
            number,
            8 * number,
            number,
            half,
        )
    for number in range(half // 2):
        yield " value: <%d w.%d @1> (size=16,offset=%d): u8[16]{0:T(8)S(1)} | %d-%d" % (
            half + number,
            number,
            16 * number,
            half,
            COUNT,
        )


kind = sys.argv[1]
if kind == "slices":
    # What a dump without its values is: nobody says what reads a slice.
    text = expand(list(slices()))
    head, rest = text.split("\nUsed values:", 1)
    sys.stdout.write(head + "\n\nHloLiveRange" + rest.split("HloLiveRange", 1)[1])
    sys.exit()
size = 8 * COUNT if kind == "apart" else 8
# What XLA's rule gives: the time with the most values that begin or are live.
peak = 2 if kind == "chain" else COUNT - 1
lines = ["max %d" % COUNT, "peak %d" % peak]
block = "preallocated-temp"
if kind == "argument":
    block = "parameter 0, shape |u8[8]| at ShapeIndex {}"
lines.append("allocation 0: size %d, %s:" % (size, block))
for number in range(COUNT):
    end = number + 1 if kind in ("chain", "argument") else COUNT
    lines.append(
        " value: <%d v.%d @0> (size=8,offset=%d): u8[8]{0} | %d-%d"
        % (number, number, 8 * number if kind == "apart" else 0, number, end)
    )
sys.stdout.write(expand(lines))
