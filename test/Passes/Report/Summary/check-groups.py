#!/usr/bin/env python3
# ===- check-groups.py - Groups of buffers add up -----------------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares the groups of the pass summary, all of them, with the buffers.

Usage: check-groups.py REMARKS.JSON
"""

import collections
import json
import sys


def main():
    modules = collections.defaultdict(lambda: [0, 0, 0, 0, 0])
    with open(sys.argv[1], encoding="utf-8") as file:
        for line in file:
            remark = json.loads(line)
            sums = modules[remark["module"]]
            args = remark["args"]
            if remark["name"] == "SummaryGroup":
                sums[0] += args["Size"]
                sums[1] += args["Count"]
            elif remark["name"] == "SummaryBuffer":
                sums[2] += args["Size"]
                sums[3] += 1
            elif remark["name"] == "SummarySpace":
                sums[4] = max(sums[4], args["Peak"])
    wrong = 0
    for name, (size, count, of_buffers, buffers, peak) in modules.items():
        if not size == of_buffers == peak or count != buffers:
            wrong += 1
            print("%s: groups of %d in %d, buffers of %d in %d, peak of %d"
                  % (name, size, count, of_buffers, buffers, peak))
    print("%d modules, %d wrong" % (len(modules), wrong))
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
