#!/usr/bin/env python3
# ===- widest-row.py - How wide the tables of a report are --------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Prints how wide the widest row of a table is.

Usage: widest-row.py REPORT

A row is indented by four blanks or more and has two blanks somewhere between its
cells, which no sentence has.
"""

import re
import sys

ROW = re.compile(r"^ {4,}\S.*\S {2,}\S")

with open(sys.argv[1], encoding="utf-8") as report:
    rows = [line.rstrip("\n") for line in report if ROW.match(line)]
if not rows:
    sys.exit("no rows")
print(f"rows of at most {max(map(len, rows))} columns")
