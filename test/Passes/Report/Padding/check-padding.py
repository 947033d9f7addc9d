#!/usr/bin/env python3
# ===- check-padding.py - The pass padding, calculated anew -------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares the pass padding with utils/reference.py and with the pass peak.

Usage: check-padding.py HLO-MEM-OPT REFERENCE.PY DUMP...

Every list of a peak must add up to its padding, which must be that of the
reference and of `peak`. The smallest order of each shape is looked for among all
of them.

Exit status: 0, or 1 where a dump differs.
"""

import collections
import itertools
import re
import sys
from functools import partial

from checking import compare_dumps, load_reference, read_remarks, space_number


def by_headline(remarks, headline):
    """For each headline of that name its notes and rows, by name."""
    heads = {}
    for remark in remarks:
        if remark["name"] == headline:
            heads[remark["id"]] = (remark["args"], collections.defaultdict(list))
        elif remark["headline"] in heads:
            heads[remark["headline"]][1][remark["name"]].append(remark["args"])
    return list(heads.values())


def padding_at(reference, allocations, time):
    """Of what is live then: (size less logical size, size of unknown ones)."""
    padding = unknown = 0
    for allocation in allocations:
        live = [v for v in allocation.values if v.size and v.live_at(time)]
        # Slices that only touch have bytes of their own.
        live.sort(key=lambda v: v.offset)
        while live:
            end, group = live[0].offset, []
            while live and (not group or live[0].offset < end):
                group.append(live.pop(0))
                end = max(end, group[-1].offset + group[-1].size)
            sizes = [reference.logical_size(v.shape) for v in group]
            if None in sizes:
                unknown += end - group[0].offset
            else:
                padding += max(0, end - group[0].offset - max(sizes))
    return padding, unknown


def smallest(reference, shape):
    """The least size in any order of the dimensions."""
    match = re.match(r"(.*\]{)([0-9,]*)(:.*)", shape)
    order = [word for word in match.group(2).split(",") if word]
    return min(
        reference.tiled_size(match.group(1) + ",".join(o) + match.group(3))
        for o in itertools.permutations(order)
    )


def differences(reference, tool, path):
    with open(path, encoding="utf-8", newline="\n") as file:
        dump = reference.Dump(file.read())
    found = read_remarks(tool, "padding<top=0>", path)
    printed = {}
    for args, rest in by_headline(read_remarks(tool, "peak<top=1>", path), "PeakAt"):
        space = space_number(args["Space"])
        printed[space] = sum(n["Padding"] for n in rest["PeakPadding"])
    seen = set()
    for args, rest in by_headline(found, "PaddingOfPeak"):
        space = space_number(args["Space"])
        seen.add(space)
        allocations = [
            a for a in dump.allocations if not a.thread_local and a.space == space
        ]
        expected, unknown = padding_at(reference, allocations, args["At"])
        if args["Padding"] != expected or printed[space] != expected:
            yield "space %d: %d, expected %d" % (space, args["Padding"], expected)
        if sum(sum(p.values()) for p in rest["PaddingParts"]) != expected:
            yield "space %d: causes" % space
        if sum(p["Size"] for p in rest["PaddingUnknown"]) != unknown:
            yield "space %d: unknown sizes" % space
        for rows in ("PaddedBuffer", "PaddingByShape", "PaddingBySource"):
            if sum(r["Padding"] for r in rest[rows]) != expected:
                yield "space %d: %s" % (space, rows)
    for space, padding in printed.items():
        if padding and space not in seen:
            yield "space %d: nothing" % space
    shapes = [r["args"] for r in found if r["name"] == "PaddedShape"]
    counted = collections.Counter(
        v.shape for v in dump.values if not v.allocation.thread_local
    )
    tiled = {
        s: n
        for s, n in counted.items()
        if (reference.tiled_size(s) or 0) > (reference.logical_size(s) or 0)
    }
    if {s["Shape"]: s["Values"] for s in shapes} != tiled:
        yield "shapes: %s" % tiled
    for s in shapes:
        size, logical = reference.tiled_size(s["Shape"]), reference.logical_size(s["Shape"])
        best = smallest(reference, s["Shape"])
        if (s["Size"], s["Logical"], s["SizeInOrder"]) != (size, logical, best):
            yield "%s: %d" % (s["Shape"], best)


def main():
    tool, reference, paths = sys.argv[1], load_reference(sys.argv[2]), sys.argv[3:]
    return compare_dumps(reference, paths, partial(differences, reference, tool))


if __name__ == "__main__":
    sys.exit(main())
