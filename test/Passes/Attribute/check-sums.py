#!/usr/bin/env python3
# ===- check-sums.py - Roll-ups add up to the peak ---------------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares each sum of the pass attribute with utils/reference.py.

Usage: check-sums.py HLO-MEM-OPT REFERENCE.PY DUMP...
"""

import importlib.util
import re
import subprocess
import sys

KEYS = ["source", "scope", "opcode", "dtype", "shape", "computation", "kind"]


def occupied(reference, dump, space, time):
    total = 0
    for a in dump.allocations:
        if a.thread_local or (space is not None and a.space != space):
            continue
        live = [v for v in a.values if v.range and v.range[0] <= time <= v.range[1]]
        total += sum(end - begin for begin, end in reference.merged(live))
    return total


def main():
    program, path, dumps = sys.argv[1], sys.argv[2], sys.argv[3:]
    spec = importlib.util.spec_from_file_location("reference", path)
    reference = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(reference)
    sums = wrong = 0
    for name in dumps:
        with open(name, encoding="utf-8", newline="\n") as file:
            dump = reference.Dump(file.read())
        curves = {}
        for s in {a.space for a in dump.allocations if not a.thread_local} | {None}:
            curve = [occupied(reference, dump, s, t) for t in range(dump.max)]
            if any(curve):
                curves[s] = curve
        if len(curves) == 2:
            del curves[None]
        for key in KEYS:
            for form, fold in (("", max), (";integral", sum)):
                passes = "-passes=attribute<by=%s;top=3%s>" % (key, form)
                run = subprocess.run(
                    [program, "-no-verify", "-exact-bytes", passes, name],
                    stdout=subprocess.PIPE, encoding="utf-8", check=True)
                found, space = {}, None
                for line in run.stdout.splitlines():
                    head = re.search(r": remark: (?:space (\d+)|all spaces)", line)
                    if head:
                        space = int(head.group(1)) if head.group(1) else None
                        found[space] = 0
                    rest = re.search(r"and \d+ more of .*?(\d+) bytes?\)? together", line)
                    cells = re.split(r" {2,}", line.strip())
                    if rest:
                        found[space] += int(rest.group(1))
                    elif re.fullmatch(r"\d+", cells[0]):
                        found[space] += int(cells[2 if key == "scope" else 0])
                expected = {s: fold(c) for s, c in curves.items()}
                sums += len(expected)
                if found != expected:
                    wrong += 1
                    print("%s: by %s%s: %s, not %s" % (name, key, form, found, expected))
    print("%d sums, %d wrong" % (sums, wrong))
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
