#!/usr/bin/env python3
# ===- check-summary.py - The first screen against the reference --------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares the rows of the pass summary with utils/reference.py, and counts the
lines and columns of its text.

Usage: check-summary.py HLO-MEM-OPT REFERENCE.PY DUMP...
"""

import importlib.util
import json
import subprocess
import sys

LINES, COLUMNS = 25, 80


def run(program, passes, dump, *options):
    done = subprocess.run(
        [program, "-no-verify", "-passes=" + passes, *options, dump],
        stdout=subprocess.PIPE, encoding="utf-8", check=True)
    return done.stdout.splitlines()


def check_screen(program, dump):
    """What is wrong with its text, or none. The first line begins with the file's
    name, of any length."""
    lines = run(program, "summary", dump)
    if len(lines) > LINES:
        return "%d lines" % len(lines)
    for line in lines[1:]:
        if len(line) > COLUMNS and " remark: " not in line:
            return "%d columns: %s" % (len(line), line)
    return None


def expected_spaces(report, dump):
    """(peak, allocated, fragmentation, padding) of each row, by name."""
    rows = {}
    for name, space in report["spaces"].items():
        peak = space["peak"]
        waste = sum(a["fragmentation"] for a in report["allocations"].values()
                    if str(a["space"]) == name and a["arena"])
        if space["allocated"] or peak["size"]:
            rows["space " + name] = (peak["size"], space["allocated"], waste,
                                     peak["padding"])
    if report["thread-local"]["printed"]:
        rows["thread-local,"] = (0, report["thread-local"]["printed"], 0, None)
    if dump.total is not None:
        listed = report["printed-peak"]["listed"]
        rows["all,"] = (listed, dump.total, None, None)
    return rows


def expected_findings(report, rows):
    """Those that the reference knows, without noise."""
    found = {}

    def add(kind, space, size, whole):
        if size and size * 100 >= whole:
            found[kind, space] = (size, whole)

    for name, row in rows.items():
        if not name.startswith("space "):
            continue
        arenas = [a for a in report["allocations"].values()
                  if "space %d" % a["space"] == name and a["arena"] and a["load"]]
        add("fragmentation", name, sum(a["fragmentation"] for a in arenas),
            sum(a["size"] for a in arenas))
        add("padding", name, row[3], row[0])
    add("thread-local", None, report["thread-local"]["printed"],
        report["total"]["sum"])
    peak = report["peak"]["size"]
    add("printed-peak", None, abs(report["printed-peak"]["listed"] - peak), peak)
    return found


def check_numbers(program, reference, name):
    with open(name, encoding="utf-8", newline="\n") as file:
        dump = reference.Dump(file.read())
    report = reference.report(dump)
    rows, findings, buffers, saved = {}, {}, 0, []
    for line in run(program, "summary<top=0>", name, "-remarks-format=json"):
        remark = json.loads(line)
        args = remark["args"]
        if remark["name"] == "SummarySpace":
            words = args["Where"].split()
            key = " ".join(words[:2]) if words[0] == "space" else words[0]
            rows[key] = (args["Peak"], args["Allocated"], args["Fragmentation"],
                         args["Padding"])
        elif remark["name"] == "SummaryBuffer":
            buffers += args["Size"]
        elif remark["name"] == "SummaryFinding":
            words = args["What"].split()
            space = None
            if "space" in words:
                space = " ".join(words[words.index("space"):][:2])
            if args["Kind"] in ("loop-copies", "donations", "cheaper-order"):
                saved.append(args["Size"])
            elif args["Kind"] != "unknown-ranges":
                findings[args["Kind"], space] = (args["Size"], args["Whole"])
    expected = expected_spaces(report, dump)
    if rows != expected:
        return "rows %s, not %s" % (rows, expected)
    if sum(r[1] for k, r in rows.items() if k != "all,") != report["total"]["sum"]:
        return "the rows do not add up to all allocations"
    highest = max([s["peak"]["size"] for s in report["spaces"].values()] + [0])
    if buffers != highest:
        return "buffers of %d, not %d" % (buffers, highest)
    if any(s > report["peak"]["size"] for s in saved):
        return "more is saved than there is"
    wanted = expected_findings(report, rows)
    if findings != wanted:
        return "findings %s, not %s" % (findings, wanted)
    return None


def main():
    program, path, dumps = sys.argv[1], sys.argv[2], sys.argv[3:]
    spec = importlib.util.spec_from_file_location("reference", path)
    reference = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(reference)
    wrong = 0
    for name in dumps:
        for problem in (check_screen(program, name),
                        check_numbers(program, reference, name)):
            if problem:
                wrong += 1
                print("%s: %s" % (name, problem))
    print("%d dumps, %d wrong" % (len(dumps), wrong))
    return wrong != 0


if __name__ == "__main__":
    sys.exit(main())
