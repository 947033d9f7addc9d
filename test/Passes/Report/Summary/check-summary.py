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

import os
import re
import shutil
import subprocess
import sys

from checking import load_reference, read_remarks

LINES, COLUMNS = 28, 80
HEADLINE = re.compile(" (remark|warning): ")


def read_screen(program, dump, options):
    # The folder, of any length, would make a line more.
    folder, name = os.path.split(os.path.abspath(dump))
    program = shutil.which(program) or program
    done = subprocess.run(
        [os.path.abspath(program), "-no-verify", "-passes=summary", "-width=80",
         *options, name],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", cwd=folder)
    # One of the limits of spaces by name does not hold if the backend is known.
    if done.returncode not in (0, 1 if options else 0):
        raise RuntimeError("%s: exit status %d" % (dump, done.returncode))
    return done.stdout.splitlines()


def check_screen(program, dump):
    """What is wrong with its text, or none. The first line begins with the file's
    name, of any length."""
    limits = ["-memory-limit=%d=%d" % (space, 2**36) for space in range(11)]
    for options in [], limits, limits + ["-memory-limit=vmem=1,collective=1"]:
        lines = read_screen(program, dump, options)
        if len(lines) > LINES:
            return "%d lines" % len(lines)
        for line in lines[1:]:
            if len(line) > COLUMNS and not HEADLINE.search(line):
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
    listed = report["printed-peak"]["listed"]
    if dump.total is not None or listed is not None:
        rows["all,"] = (listed, dump.total, None, None)
    return rows


def unknown_bytes(reference, dump, space):
    """Of slices whose values have no live range."""
    values = [[v for v in a.values if not v.range] for a in dump.allocations
              if a.space == space and not a.thread_local]
    return sum(end - begin for v in values for begin, end in reference.merged(v))


def expected_gaps(program, name, report):
    """(what the live peak is less without it, peak) of the gap at the peak of each
    space for which that is most, as the pass liveness lists them all."""
    lowest, space = {}, None
    for remark in read_remarks(program, "liveness<top=0>", name):
        args = remark["args"]
        if remark["name"] == "GapsAtPeak":
            space = str(args["Space"])
        elif remark["name"] == "GapAtPeakRow":
            lowest[space] = min(lowest.get(space, args["LivePeak"]), args["LivePeak"])
    peaks = {s: report["spaces"][s]["peak"]["size"] for s in lowest}
    return [(peaks[s] - low, peaks[s]) for s, low in lowest.items()
            if (peaks[s] - low) * 100 >= report["peak"]["size"]]


def expected_loop_copies(program, name, peak):
    """[(their cost at the peaks, peak)] of all loops, as the pass alias has it where
    there is one loop; None where there are more, whose copies are not independent."""
    costs = [r["args"]["Cost"] for r in read_remarks(program, "alias", name)
             if r["name"] == "LoopCopies"]
    if len(costs) > 1:
        return None
    return [(c, peak) for c in costs if c * 100 >= peak and c]


def expected_findings(program, name, reference, dump, report, rows):
    """Those that the reference knows, without noise."""
    found = {}
    peak = report["peak"]["size"]

    def add(kind, space, size, whole):
        if size > 0 and size * 100 >= max(whole, peak):
            found[kind, space] = (size, whole)

    for space, row in rows.items():
        if not space.startswith("space "):
            continue
        arenas = [a for a in report["allocations"].values()
                  if "space %d" % a["space"] == space and a["arena"] and a["load"]]
        add("fragmentation", space, sum(a["fragmentation"] for a in arenas),
            sum(a["size"] for a in arenas))
        add("padding", space, row[3], row[0])
        if row[0] and row[2] is not None:
            unknown = unknown_bytes(reference, dump, int(space.split()[1]))
            add("not-live-at-peak", space, row[1] - row[0] - row[2] - unknown, row[1])
    add("thread-local", None, report["thread-local"]["printed"],
        report["total"]["sum"])
    for remark in read_remarks(program, "alias<top=0>", name):
        if remark["name"] == "DonationsPossible":
            add("not-donated", None, remark["args"]["Size"],
                sum(a.size for a in dump.allocations if not a.thread_local))
    return found


def check_numbers(program, reference, name):
    with open(name, encoding="utf-8", newline="\n") as file:
        dump = reference.Dump(file.read())
    report = reference.report(dump)
    rows, findings, buffers = {}, {}, 0
    groups, arguments = 0, 0
    copies, gaps, order = [], [], []
    for remark in read_remarks(program, "summary<top=0>", name):
        args = remark["args"]
        if remark["name"] in ("SummarySpace", "SummaryPrinted"):
            words = args["Where"].split()
            key = " ".join(words[:2]) if words[0] == "space" else words[0]
            rows[key] = (args["Peak"], args["Allocated"], args["Fragmentation"],
                         args["Padding"])
        elif remark["name"] == "SummaryBuffer":
            buffers += args["Size"]
        elif remark["name"] == "SummaryBuffers":
            fullest, at = args["Space"], args["At"]
        elif remark["name"] == "SummaryGroup":
            groups += args["Size"]
            arguments += args["Size"] if args["Kind"] == "argument" else 0
        elif remark["name"] == "SummaryFinding":
            order.append(args["Size"])
            words = args["What"].split()
            space = None
            if "space" in words:
                space = " ".join(words[words.index("space"):][:2])
            if args["Kind"] == "loop-copies":
                copies.append((args["Size"], args["Whole"]))
            elif args["Kind"] == "idle-gap":
                gaps.append((args["Size"], args["Whole"]))
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
    if groups != highest:
        return "groups of %d, not %d" % (groups, highest)
    if highest:
        live = sum(reference.occupied(a, at) for a in dump.allocations
                   if a.space == fullest and "parameter" in a.kind)
        if arguments != live:
            return "arguments of %d, not %d" % (arguments, live)
    if order != sorted(order, reverse=True):
        return "the largest are not the first: %s" % order
    wanted_copies = expected_loop_copies(program, name, report["peak"]["size"])
    if wanted_copies is not None and copies != wanted_copies:
        return "copies %s, not %s" % (copies, wanted_copies)
    wanted_gaps = expected_gaps(program, name, report)
    if sorted(gaps) != sorted(wanted_gaps):
        return "gaps %s, not %s" % (gaps, wanted_gaps)
    wanted = expected_findings(program, name, reference, dump, report, rows)
    if findings != wanted:
        return "findings %s, not %s" % (findings, wanted)
    return None


def main():
    program, reference, dumps = sys.argv[1], load_reference(sys.argv[2]), sys.argv[3:]
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
