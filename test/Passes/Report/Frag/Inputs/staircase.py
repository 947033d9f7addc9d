#!/usr/bin/env python3
# ===- staircase.py - An arena in which nothing is reused ---------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes an arena for expand_dump.py: each buffer is live with the next one.

Usage: staircase.py COUNT
"""

import sys

count = int(sys.argv[1])
print("max %d" % count)
print("allocation 0: size %d, preallocated-temp:" % (64 * count))
for i in range(count):
    print(
        " value: <%d v%d @0> (size=64,offset=%d): u8[64]{0} | %d-%d"
        % (i, i, 64 * i, i, min(i + 1, count - 1))
    )
