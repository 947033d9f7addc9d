#!/usr/bin/env python3
# ===- check-thread-local.py - The pass thread-local, counted anew ------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares the pass thread-local with what the texts say, read by other means.

Usage: check-thread-local.py HLO-MEM-OPT REFERENCE.PY DUMP...

Sizes are those of utils/reference.py. Where the HLO text stands beside the dump,
each computation's bytes are counted from there, and its role from the lines that
name it.

Exit status: 0, or 1 where a dump differs.
"""

import collections
import os
import re
import sys

from checking import load_reference, read_remarks

ROLES = {
    ("sort", "to_apply"): "comparator",
    ("scatter", "to_apply"): "scatter combiner",
    ("select-and-scatter", "scatter"): "scatter combiner",
    ("select-and-scatter", "select"): "selector",
    ("map", "to_apply"): "map function",
}


def read_program(path):
    """The owner of each instruction, and the roles of each computation."""
    owners, roles = {}, collections.defaultdict(set)
    inherited = []
    owner = None
    for line in open(path, encoding="utf-8"):
        head = re.match(r"(?:ENTRY )?%?([\w.-]+) (?:\(.*)?{$", line.rstrip())
        if head:
            owner = head.group(1)
        item = re.match(r"\s+(?:ROOT )?%?([\w.-]+) = (.*)", line)
        if not item or not owner:
            continue
        owners[item.group(1)] = owner
        rest = item.group(2)
        opcode = re.search(r"(?:^|[})\] ])([a-z][a-z0-9-]*)\(", rest)
        for key, name in re.findall(r"(to_apply|select|scatter)=%?([\w.-]+)", rest):
            word = opcode.group(1)
            role = ROLES.get((word, key))
            if not role and re.match("reduce|all-reduce", word):
                role = "reducer"
            if role:
                roles[name].add(role)
            elif word == "call":
                inherited.append((name, owner))
    for _ in range(20):
        for name, owner in inherited:
            roles[name] |= roles[owner]
    return owners, roles


def expected(reference, dump, program):
    rows = collections.Counter()
    size = logical = waste = 0
    for allocation in dump.allocations:
        if not allocation.thread_local:
            continue
        held = [reference.logical_size(v.shape) for v in allocation.values]
        size += allocation.size
        logical += sum(held)
        waste += allocation.size - sum(held)
        if program:
            owners, roles = program
            owner = owners[allocation.values[0].instruction]
            role = roles[owner]
            word = min(role) if len(role) == 1 else "several" if role else "unknown"
            rows[(owner, word)] += allocation.size
    return size, logical, waste, rows


def main():
    tool, reference, paths = sys.argv[1], load_reference(sys.argv[2]), sys.argv[3:]
    differing = allocations = 0
    for path in paths:
        with open(path, encoding="utf-8", newline="\n") as file:
            dump = reference.Dump(file.read())
        text = path.replace("-buffer-assignment.txt", ".txt")
        program = None
        if text != path and os.path.exists(text):
            program = read_program(text)
        found = read_remarks(tool, "thread-local<top=0>", path)
        local = [a for a in dump.allocations if a.thread_local]
        allocations += len(local)
        totals = [r["args"] for r in found if r["name"] == "ThreadLocalTotal"]
        size, logical, waste, rows = expected(reference, dump, program)
        if not local:
            same = not totals
        else:
            total = totals[0]
            same = (total["Count"], total["Size"], total["Total"]) == (
                len(local),
                size,
                dump.total,
            ) and (total["Logical"], total["Waste"]) == (logical, waste)
        for kind in ("ByComputation", "BySize"):
            parts = [r["args"] for r in found if r["name"] == "ThreadLocal" + kind]
            if parts or kind == "ByComputation":
                same &= sum(p["Size"] for p in parts) == size
                same &= sum(p["Logical"] for p in parts) == logical
                same &= sum(p["Waste"] for p in parts) == waste
                same &= sum(p["Count"] for p in parts) == len(local)
            if kind == "ByComputation" and program:
                printed = {(p["Computation"], p["Role"]): p["Size"] for p in parts}
                same &= printed == dict(rows)
        if not same:
            differing += 1
            print("differs: %s: %s" % (path, (size, logical, waste, dict(rows))))
    print(
        "%d dumps, %d thread-local allocations, %d differ"
        % (len(paths), allocations, differing)
    )
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
