#!/usr/bin/env python3
# ===- compare-with-reference.py - hlo-mem-opt against utils/reference.py ----===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares every number of the passes peak and frag with utils/reference.py.

Usage: compare-with-reference.py HLO-MEM-OPT REFERENCE.PY PATH...

PATH is a dump, or a folder with dumps. All of them go through one run of the
program. From the numbers of the reference follows what the program must print
for a dump, line by line: both are reduced to plain byte counts and to words
without alignment, and must then be the same.

Exit status: 0, or 1 where a dump differs.
"""

import difflib
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from checking import load_reference  # noqa: E402


def find_dumps(paths):
    for path in paths:
        if not os.path.isdir(path):
            yield path
            continue
        for name in sorted(os.listdir(path)):
            if name.endswith(".txt"):
                yield os.path.join(path, name)


# --- What the program printed ----------------------------------------------


# What frag says of the parts of an arena, and of better placements.
PARTS = re.compile(
    r" +(part|load|sharing|alignment|shape|policy|packing)  "
    "|    (another placement takes|no placement takes|no smaller placement was|"
    "the cause of the rest is unknown)"
)


def plain(message):
    """Without the names of memory spaces, and with sizes in plain bytes."""
    message = re.sub(r"^space (\d+) \([^)]*\):", r"space \1:", message)
    message = re.sub(r"[0-9.]+[KMGTPE]iB \((\d+ bytes)\)", r"\1", message)
    return re.sub(r"\b1 byte\b", "1 bytes", message)


def read_output(text, dumps):
    """The lines for each dump, reduced."""
    result = {dump: [] for dump in dumps}
    current = None
    columns = None
    for line in text.splitlines():
        remark = re.fullmatch(r"(.+):\d+:\d+: (?:remark|warning): (.*)", line)
        if remark:
            current = result[remark.group(1)]
            current.append(plain(remark.group(2)))
            columns = None
            continue
        if not line.startswith(" "):
            continue  # The name above the remarks of a dump.
        cells = re.split(r" {2,}", line.strip())
        if PARTS.match(line):
            continue  # Frag/check-packing.py compares them.
        if re.fullmatch(r"size|hole", cells[0]):
            columns = cells
        elif columns and re.fullmatch(r"\d+", cells[0]):
            # Shape, op_name and source are texts, and may be empty.
            last = columns.index("aliases") if "aliases" in columns else len(cells)
            current.append("row " + " ".join(cells[: last + 1]))
        else:
            current.append("note " + plain(line.strip()))
            columns = None
    return result


# --- What it must print ----------------------------------------------------


class Expected:
    def __init__(self, reference, dump):
        self.reference = reference
        self.dump = dump
        # Through JSON, which is what others read.
        self.report = json.loads(json.dumps(reference.report(dump)))
        self.lines = []
        self.peaks()
        self.fragmentation()

    def add(self, text, *arguments):
        self.lines.append(text % arguments)

    def percent(self, part, whole):
        return self.reference.percent(part, whole)

    def of_space(self, space):
        return [
            a
            for a in self.dump.allocations
            if not a.thread_local and a.space == int(space)
        ]

    def is_empty(self, space):
        facts = self.report["spaces"][space]
        unknown = any(
            v.size and not v.range for a in self.of_space(space) for v in a.values
        )
        return not (facts["allocated"] or facts["peak"]["size"] or unknown)

    def has_no_ranges(self):
        values = [v for a in self.dump.allocations for v in a.values]
        return self.dump.max == 0 or (
            not any(v.range for v in values)
            and any(v.size for s in self.report["spaces"] for a in self.of_space(s) for v in a.values)
        )

    def is_wholly_unknown(self, space):
        values = [v for a in self.of_space(space) for v in a.values if v.size != 0]
        return values and not any(v.range for v in values)

    def peaks(self):
        spaces = self.report["spaces"]
        for space, facts in spaces.items():
            allocated, name = facts["allocated"], "space " + space
            if self.has_no_ranges():
                self.add(
                    "%s: %d bytes allocated; the peak is unknown, since the dump "
                    "has no live ranges [peak]",
                    name,
                    allocated,
                )
            elif self.is_wholly_unknown(space):
                self.add(
                    "%s: %d bytes allocated; the peak is unknown, since the dump "
                    "has no live ranges for the values in it [peak]",
                    name,
                    allocated,
                )
            elif self.is_empty(space):
                self.add("%s: its allocations have no bytes [peak]", name)
            else:
                self.peak(name, facts["peak"], allocated, False)
                small = sum(map(self.is_too_small, self.of_space(space)))
                if small:
                    self.add(
                        "%s: allocations smaller than the slices in them: %d; the "
                        "dump contradicts itself, and the peak cannot be trusted "
                        "[peak]",
                        name,
                        small,
                    )
                self.without_range(name, self.of_space(space))
        if not spaces:
            self.add("nothing to report: no allocations but thread-local ones [peak]")
            return
        if self.dump.max == 0:
            return
        everything = sum(facts["allocated"] for facts in spaces.values())
        if sum(not self.is_empty(space) for space in spaces) > 1:
            self.peak("all spaces", self.report["peak"], everything, True)
        self.printed_peak()

    def peak(self, name, peak, allocated, with_space):
        self.add(
            "%s: peak of %d bytes at schedule position %d (%s), %s of %d bytes "
            "allocated [peak]",
            name,
            peak["size"],
            peak["time"],
            peak["instruction"],
            self.percent(peak["size"], allocated),
            allocated,
        )
        buffers = list(self.buffers(peak["values"]))
        buffers.sort(key=lambda b: (-b["size"], b["allocation"], b["offset"]))
        if not with_space:
            self.kinds(buffers, peak["size"])
        running = 0
        for buffer in buffers:
            running += buffer["size"]
            first = buffer["first"]
            self.add(
                "row %d %s %d %s %d-%d%s %s %d",
                buffer["size"],
                "?" if buffer["logical"] == "unknown" else buffer["logical"],
                running,
                self.percent(buffer["size"], peak["size"]),
                first["begin"],
                first["end"],
                " %d" % first["space"] if with_space else "",
                first["value"],
                buffer["aliases"],
            )
        assert running == peak["size"], "the reference disagrees with itself"
        self.padding(peak, buffers)

    def kinds(self, buffers, live):
        kinds = {}
        for buffer in buffers:
            kind = self.dump.allocations[buffer["allocation"]].kind
            kinds.setdefault(kind, []).append(buffer["size"])
        if len(kinds) > 1:
            for kind, sizes in sorted(kinds.items(), key=lambda k: -sum(k[1])):
                share = self.percent(sum(sizes), live)
                self.add("row %d %s %d %s", sum(sizes), share, len(sizes), kind)

    def buffers(self, values):
        """The values that share bytes, as one each."""
        values = [v for v in values if v["size"]]
        values.sort(key=lambda v: (v["allocation"], v["offset"], v["id"]))
        group, end = [], 0
        for value in values + [None]:
            if group and (
                value is None
                or value["allocation"] != group[0]["allocation"]
                or value["offset"] >= end
            ):
                logical = [v["logical"] for v in group]
                yield {
                    "allocation": group[0]["allocation"],
                    "offset": group[0]["offset"],
                    "size": end - group[0]["offset"],
                    "logical": "unknown" if "unknown" in logical else max(logical),
                    "first": min(
                        group, key=lambda v: (-v["size"], v["begin"], v["id"])
                    ),
                    "aliases": len(group) - 1,
                    "slices": len({(v["offset"], v["size"]) for v in group}),
                }
                group, end = [], 0
            if value:
                group.append(value)
                end = max(end, value["offset"] + value["size"])

    def padding(self, peak, buffers):
        known = [b for b in buffers if b["logical"] != "unknown"]
        padding = sum(max(0, b["size"] - b["logical"]) for b in known)
        # Different slices that overlap have no padding of their own.
        if all(b["slices"] == 1 for b in buffers) and len(known) == len(buffers):
            assert padding == peak["padding"], "the reference disagrees with itself"
        if padding:
            share = self.percent(padding, peak["size"])
            self.add("note padding: %d bytes, %s of the live bytes", padding, share)
        if len(known) != len(buffers):
            self.add(
                "note not counted as padding, since the logical size is unknown: %d "
                "of them with %d bytes",
                len(buffers) - len(known),
                sum(b["size"] for b in buffers if b["logical"] == "unknown"),
            )

    def without_range(self, name, allocations):
        count = size = 0
        for allocation in allocations:
            values = [v for v in allocation.values if not v.range and v.size]
            count += len(values)
            size += sum(end - begin for begin, end in self.reference.merged(values))
        if count:
            self.add(
                "%s: values without a live range are not counted: %d with %d bytes; "
                "the peak may be higher [peak]",
                name,
                count,
                size,
            )

    def printed_peak(self):
        printed, peak = self.report["printed-peak"], self.report["peak"]
        time, listed, live = printed["time"], printed["listed"], printed["padded"]
        if time >= self.dump.max:
            return
        if live < peak["size"]:
            self.add(
                "XLA's own peak is at schedule position %d, with %d bytes live in all spaces: %d "
                "bytes less than at schedule position %d [peak]",
                time,
                live,
                peak["size"] - live,
                peak["time"],
            )
        if listed < live:
            self.add(
                "XLA's list for schedule position %d adds up to %d bytes, %d bytes (%s) "
                "less than the live bytes there [peak]",
                time,
                listed,
                live - listed,
                self.percent(live - listed, live),
            )
        elif listed > live:
            self.add(
                "XLA's list for schedule position %d adds up to %d bytes, %d bytes more "
                "than the live bytes there [peak]",
                time,
                listed,
                listed - live,
            )

    def fragmentation(self):
        if self.has_no_ranges():
            self.add(
                "the fragmentation is unknown, since the dump has no live ranges "
                "[frag]"
            )
            return
        if not self.report["allocations"]:
            self.add(
                "nothing to report: no allocations but thread-local ones [frag]"
            )
        for space in self.report["spaces"]:
            sound = []
            for allocation in self.of_space(space):
                facts = self.report["allocations"][str(allocation.index)]
                if self.is_unknown(allocation):
                    self.add(
                        "space %s: the fragmentation of allocation %d of %d bytes is "
                        "unknown: no value in it has a live range [frag]",
                        space,
                        allocation.index,
                        facts["size"],
                    )
                elif self.is_too_small(allocation):
                    self.too_small(space, allocation, facts)
                else:
                    sound.append((allocation, facts))
            count = len(sound)
            size = sum(facts["size"] for _, facts in sound)
            waste = sum(facts["fragmentation"] for _, facts in sound)
            if count > 1:
                self.add(
                    "space %s: %d allocations of %d bytes together: %s unused, each at "
                    "its peak occupancy: fragmentation %d bytes [frag]",
                    space,
                    count,
                    size,
                    self.percent(waste, size),
                    waste,
                )
                self.unknown_ranges(v for a, _ in sound for v in a.values)
            for allocation, facts in sorted(sound, key=lambda s: -s[1]["fragmentation"]):
                self.arena(space, allocation, facts)

    @staticmethod
    def is_unknown(allocation):
        with_bytes = [v for v in allocation.values if v.size != 0]
        return with_bytes and not any(v.range for v in with_bytes)

    def unknown_ranges(self, values):
        unknown = sum(not v.range and v.size != 0 for v in values)
        if unknown:
            self.add(
                "values without a live range are not counted: %d; less may be free",
                unknown,
            )
            self.lines[-1] = "note " + self.lines[-1]

    @staticmethod
    def is_too_small(allocation):
        return any(v.offset + v.size > allocation.size for v in allocation.values)

    def too_small(self, space, allocation, facts):
        self.add(
            "space %s: allocation %d of %d bytes is smaller than the slices in it: "
            "the dump contradicts itself, and the fragmentation is unknown [frag]",
            space,
            allocation.index,
            facts["size"],
        )

    def arena(self, space, allocation, facts):
        self.add(
            "space %s: allocation %d (KIND) of %d bytes: %s unused at peak occupancy: "
            "fragmentation %d bytes, load %d bytes at schedule position %d "
            "(%s) [frag]",
            space,
            allocation.index,
            facts["size"],
            facts["percent"],
            facts["fragmentation"],
            facts["load"],
            facts["time"],
            self.dump.schedule[facts["time"]],
        )
        for hole in sorted(facts["holes"], key=lambda h: (-h["size"], h["offset"])):
            # Where several values touch a hole, any of them may be named.
            self.add(
                "row %d %d %s %s",
                hole["size"],
                hole["offset"],
                hole["after"].replace(" ", "|") if hole["after"] != "-" else "(start)",
                hole["before"].replace(" ", "|") if hole["before"] != "-" else "(end)",
            )
        self.unknown_ranges(allocation.values)


def same(printed, expected):
    if printed == expected:
        return True
    printed, expected = printed.split(" "), expected.split(" ")
    return len(printed) == len(expected) and all(
        p == e or p in e.split("|") for p, e in zip(printed, expected)
    )


def main():
    if len(sys.argv) < 4:
        sys.exit("usage: compare-with-reference.py HLO-MEM-OPT REFERENCE.PY PATH...")
    program, reference = sys.argv[1], load_reference(sys.argv[2])
    dumps = list(find_dumps(sys.argv[3:]))
    if not dumps:
        sys.exit("no dump to compare")
    command = [
        program,
        "-no-verify",
        "-width=0",
        "-exact-bytes",
        "-passes=peak<top=0;fold=off>,frag<top=0;all>",
    ]
    run = subprocess.run(command + dumps, stdout=subprocess.PIPE, encoding="utf-8")
    if run.returncode:
        sys.exit("%s ended with %d" % (program, run.returncode))
    output = read_output(run.stdout, dumps)

    differing = lines = 0
    for dump in dumps:
        with open(dump, encoding="utf-8", newline="\n") as file:
            text = file.read()
        expected = Expected(reference, reference.Dump(text)).lines
        # The kind of an allocation is no number.
        printed = [
            re.sub(r"(no live ranges), and .+ (\[\w+\])", r"\1 \2", p)
            for p in output[dump]
        ]
        printed = [
            re.sub(r"( allocation \d+ )\(.+?\)( of \d+ bytes(?: is |: ))", r"\1(KIND)\2", p)
            for p in printed
        ]
        lines += len(expected)
        if len(printed) == len(expected) and all(map(same, printed, expected)):
            continue
        differing += 1
        diff = difflib.unified_diff(
            expected, printed, "reference: " + dump, "hlo-mem-opt: " + dump, "", "", 3, ""
        )
        print("\n".join(diff))
    print("%d dumps, %d lines, %d differ" % (len(dumps), lines, differing))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
