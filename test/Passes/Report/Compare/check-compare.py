#!/usr/bin/env python3
# ===- check-compare.py - Before and after, each by itself --------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares the rows of the pass compare with two runs of attribute.

Usage: check-compare.py HLO-MEM-OPT PIPELINE INPUT...

For each input the rows of `compare` must be those of `attribute<by=scope>` before the
pipeline and after it, with whole names, and add up to the peaks; with few rows and by
value they must add up to the same. Prints a line for each input.
"""

import collections
import json
import subprocess
import sys


def read(tool, passes, path):
    """The remarks of the last pass, from its last headline on."""
    command = [tool, "-format=json", "-passes=" + passes, path]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    remarks = [json.loads(line) for line in output.splitlines()]
    names = "Compared", "AttributedPeak", "AttributedPeakOfAllSpaces"
    last = max(i for i, r in enumerate(remarks) if r.get("name") in names)
    return remarks[last]["args"], [r["args"] for r in remarks[last + 1 :]]


def scopes(tool, passes, path):
    head, rows = read(tool, passes + "attribute<by=scope;top=0>", path)
    sizes, names = collections.Counter(), []
    for row in rows:
        name = row["Scope"].lstrip(" ")
        depth = (len(row["Scope"]) - len(name)) // 2
        names[depth:] = [name]
        sizes["/".join(names)] += row["Bytes"] if "Bytes" in row else row["Size"]
    return head["Peak"], +sizes


def main():
    tool, pipeline = sys.argv[1:3]
    for path in sys.argv[3:]:
        before, old = scopes(tool, "", path)
        after, new = scopes(tool, pipeline + ",", path)
        for options in "top=0", "top=2", "top=0;by=value", "top=2;by=value", "depth=1":
            passes = "compare<pipeline=%s;%s>" % (pipeline, options)
            head, rows = read(tool, passes, path)
            rows = [r for r in rows if "Key" in r]
            assert (head["PeakBefore"], head["PeakAfter"]) == (before, after), passes
            assert head["PeakChange"] == after - before, passes
            for column in "Before", "After", "Change":
                name = "Peak" + column
                assert sum(r[column] for r in rows) == head[name], (passes, column)
            ranks = [abs(r["Change"]) for r in rows]
            last = [r["Key"] in ("not attributed", "other") for r in rows].count(True)
            ranks = ranks[: len(ranks) - last]
            assert ranks == sorted(ranks, reverse=True), passes
            if options == "top=0":
                keys = {r["Key"] for r in rows}
                assert keys == set(old) | set(new), passes
                for r in rows:
                    assert (r["Before"], r["After"]) == (old[r["Key"]], new[r["Key"]]), r
        print(before, after, len(set(old) | set(new)))


if __name__ == "__main__":
    main()
