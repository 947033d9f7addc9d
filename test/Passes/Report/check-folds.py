# ===- check-folds.py - Folded rows add up to the rows that they fold -------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares the tables of a pass with and without fold=off, rows of all tables.

Reads two outputs of -exact-bytes -width=0. Of the folded one, the bytes of a row are
count times those of each; the other one has so many more rows of so many bytes, and
no count. Prints how many rows there are in both.
"""

import re
import sys

FOLDED = re.compile(r"^    +(\d+) +x(\d+) +(\d+) ")
ROW = re.compile(r"^    +(\d+)  ")


def read(path: str) -> tuple[list[int], int]:
    """The bytes of each row, those of folded ones several times, and the rows."""
    sizes, rows = [], 0
    with open(path, encoding="utf-8") as file:
        for line in file:
            if match := FOLDED.match(line):
                total, count, each = map(int, match.groups())
                if total != count * each or count < 3:
                    sys.exit("no sum: " + line)
                sizes += [each] * count
                rows += 1
            elif match := ROW.match(line):
                sizes.append(int(match[1]))
                rows += 1
    return sizes, rows


folded, folded_rows = read(sys.argv[1])
single, single_rows = read(sys.argv[2])
if sorted(folded) != sorted(single):
    sys.exit("the rows do not add up to the same")
if len(single) != single_rows:
    sys.exit("fold=off has folded rows")
print("%d rows of %d" % (folded_rows, single_rows))
