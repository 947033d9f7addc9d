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
value they must add up to the same. By part, the rows must be those of
`attribute<by=part>` that differ, and add up to what is allocated. Prints a line for each
input.
"""

import collections
import json
import re
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


def parts(tool, passes, path):
    """The bytes of each kind and name, whatever the numbers in the name are."""
    command = [tool, "-format=json", "-passes=" + passes + "attribute<by=part;top=0>"]
    output = subprocess.run(
        [*command, path], check=True, capture_output=True, text=True
    ).stdout
    sizes = collections.Counter()
    for line in output.splitlines():
        remark = json.loads(line)
        if remark["name"] == "PartRow":
            row = remark["args"]
            name = re.sub("[0-9]+", "*", row["Name"] or "")
            sizes[row["Kind"] + (": " + name if name else "")] += row["Bytes"]
    return sizes


def check_parts(tool, pipeline, path):
    """Returns what is allocated before and after, and how many parts differ."""
    before, after = parts(tool, "", path), parts(tool, pipeline + ",", path)
    for top in 0, 1:
        passes = "compare<pipeline=%s;by=part;top=%d>" % (pipeline, top)
        head, rows = read(tool, passes, path)
        rows = {r["Key"]: r for r in rows if "Key" in r}
        for column, total in ("Before", before.total()), ("After", after.total()):
            assert head["Allocated" + column] == total, passes
            assert sum(r[column] for r in rows.values()) == total, passes
        rows.pop("unchanged", None)
        rows.pop("other", None)
        keys = {k for k in before | after if before[k] != after[k]}
        assert set(rows) == keys if top == 0 else set(rows) <= keys, (passes, keys)
        for key, row in rows.items():
            assert (row["Before"], row["After"]) == (before[key], after[key]), row
    return before.total(), after.total(), len(keys)


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
        print("parts:", *check_parts(tool, pipeline, path))


if __name__ == "__main__":
    main()
