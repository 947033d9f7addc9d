#!/usr/bin/env python3
# ===- many-spaces.py - A broken rule in many memory spaces ----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Writes a dump with 20 memory spaces, in each of which two values overlap."""

import sys

from expand_dump import expand

lines = ["max 50"]
for space in range(1, 21):
    lines.append("allocation %d: size 8, color %d, preallocated-temp:" % (space - 1, space))
    for number in (2 * space, 2 * space + 1):
        lines.append(
            " value: <%d v.%d @%d> (size=8,offset=0): u8[8]{0:S(%d)} | %d-50"
            % (number, number, space, space, number)
        )
sys.stdout.write(expand(lines))
