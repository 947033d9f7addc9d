#!/usr/bin/env python3
# ===- many-values.py - A dump with a large arena ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes a dump with 100,000 values of 8 bytes in one arena.

Usage: many-values.py apart|chain|heap

They are side by side and live to the end, or in one place: each until the next
one begins, or to the end.
"""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(__file__), os.pardir))
from expand_dump import expand  # noqa: E402

COUNT = 100000

kind = sys.argv[1]
size = 8 * COUNT if kind == "apart" else 8
# What XLA's rule gives: the time with the most values that begin or are live.
peak = 2 if kind == "chain" else COUNT - 1
lines = ["max %d" % COUNT, "peak %d" % peak]
lines.append("allocation 0: size %d, preallocated-temp:" % size)
for number in range(COUNT):
    end = number + 1 if kind == "chain" else COUNT
    lines.append(
        " value: <%d v.%d @0> (size=8,offset=%d): u8[8]{0} | %d-%d"
        % (number, number, 8 * number if kind == "apart" else 0, number, end)
    )
sys.stdout.write(expand(lines))
