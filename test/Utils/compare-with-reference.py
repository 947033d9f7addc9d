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

PATH is a dump, or a folder with dumps. From the numbers of the reference follow the
remarks that the program must emit on a dump, with their arguments and in their order.
Of remarks that are not in NAMES nothing is compared: they have no numbers, or are of
placements, which Frag/check-packing.py compares.

Exit status: 0, or 1 where a dump differs.
"""

import itertools
import os
import sys

from checking import load_reference, read_remarks, space_number

NAMES = {
    "PeakAt",
    "PeakOfAllSpaces",
    "PeakKind",
    "PeakBuffer",
    "PeakBufferOfAllSpaces",
    "PeakPadding",
    "PeakPaddingUnknown",
    "UnknownRanges",
    "AllocationsTooSmall",
    "PrintedPeakElsewhere",
    "PrintedPeakMisses",
    "PrintedPeakExceeds",
    "SpaceFragmentation",
    "ArenaFragmentation",
    "ArenaUnknownRanges",
    "ArenaUnknown",
    "ArenaTooSmall",
    "Hole",
}


def find_dumps(paths):
    for path in paths:
        names = sorted(os.listdir(path)) if os.path.isdir(path) else [""]
        yield from (os.path.join(path, name).rstrip("/") for name in names)


def share(part, whole):
    """Per cent, of which two decimals are compared; None of nothing."""
    return part * 100 / whole if whole else None


def size_of(values):
    return [v for v in values if v.size]


class Expected:
    """What the program must say of a dump: names, and arguments of the remarks."""

    def __init__(self, reference, dump):
        self.reference = reference
        self.dump = dump
        self.report = reference.report(dump)
        self.remarks = []
        if not self.has_no_ranges():
            self.peaks()
            self.fragmentation()

    def add(self, name, **arguments):
        self.remarks.append((name, arguments))

    def of_space(self, space):
        shared = [a for a in self.dump.allocations if not a.thread_local]
        return [a for a in shared if a.space == int(space)]

    def has_no_ranges(self):
        values = [v for a in self.dump.allocations for v in a.values]
        shared = [a for s in self.report["spaces"] for a in self.of_space(s)]
        return self.dump.max == 0 or (
            not any(v.range for v in values) and any(size_of(a.values) for a in shared)
        )

    def is_empty(self, space):
        facts = self.report["spaces"][space]
        values = [v for a in self.of_space(space) for v in size_of(a.values)]
        unknown = any(not v.range for v in values)
        return not (facts["allocated"] or facts["peak"]["size"] or unknown)

    def is_unknown(self, allocations):
        values = [v for a in allocations for v in size_of(a.values)]
        return values and not any(v.range for v in values)

    def peaks(self):
        spaces = self.report["spaces"]
        told = [s for s in spaces if not self.is_empty(s)]
        for space in told:
            allocations, facts = self.of_space(space), spaces[space]
            without = any(not v.range for a in allocations for v in size_of(a.values))
            if without and not facts["peak"]["size"]:
                continue
            self.peak(int(space), facts["peak"], facts["allocated"])
            if small := sum(map(self.is_too_small, allocations)):
                self.add("AllocationsTooSmall", Space=int(space), Count=small)
            unknown = [[v for v in a.values if v.size and not v.range] for a in allocations]
            if count := sum(map(len, unknown)):
                slices = [self.reference.merged(values) for values in unknown]
                size = sum(end - begin for begin, end in itertools.chain(*slices))
                self.add("UnknownRanges", Space=int(space), Count=count, Size=size)
        if len(told) > 1:
            everything = sum(facts["allocated"] for facts in spaces.values())
            self.peak(None, self.report["peak"], everything)
        if spaces:
            self.printed_peak()

    def peak(self, space, peak, allocated):
        of_all = space is None
        self.add(
            "PeakOfAllSpaces" if of_all else "PeakAt",
            **({} if of_all else {"Space": space}),
            Peak=peak["size"],
            At=peak["time"],
            Instruction=peak["instruction"],
            Share=share(peak["size"], allocated),
            Allocated=allocated,
        )
        buffers = list(self.buffers(peak["values"]))
        buffers.sort(key=lambda b: (-b["size"], b["allocation"], b["offset"]))
        if not of_all:
            self.kinds(buffers, peak["size"])
        running = 0
        for buffer in buffers:
            running += buffer["size"]
            first = buffer["first"]
            self.add(
                "PeakBufferOfAllSpaces" if of_all else "PeakBuffer",
                **{"Size" if of_all else "Bytes": buffer["size"]},
                **({"Space": first["space"]} if of_all else {}),
                Logical=None if buffer["logical"] == "unknown" else buffer["logical"],
                Running=running,
                Share=share(buffer["size"], peak["size"]),
                Range={"begin": first["begin"], "end": first["end"]},
                Value=first["value"],
                Aliases=buffer["aliases"],
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
                size = sum(sizes)
                part = share(size, live)
                self.add("PeakKind", Size=size, Share=part, Count=len(sizes), Kind=kind)

    def buffers(self, values):
        """The values that share bytes, as one each."""
        values = [v for v in values if v["size"]]
        values.sort(key=lambda v: (v["allocation"], v["offset"], v["id"]))
        group, end = [], 0
        for value in [*values, None]:
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
                    "first": min(group, key=lambda v: (-v["size"], v["begin"], v["id"])),
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
            self.add("PeakPadding", Padding=padding, Share=share(padding, peak["size"]))
        if len(known) != len(buffers):
            sizes = [b["size"] for b in buffers if b["logical"] == "unknown"]
            self.add("PeakPaddingUnknown", Count=len(sizes), Size=sum(sizes))

    def printed_peak(self):
        printed, peak = self.report["printed-peak"], self.report["peak"]
        at, listed, live = printed["time"], printed["listed"], printed["padded"]
        if at >= self.dump.max:
            return
        if live < peak["size"]:
            self.add(
                "PrintedPeakElsewhere",
                PrintedAt=at,
                LiveThere=live,
                Missing=peak["size"] - live,
                PeakAt=peak["time"],
            )
        less = live - listed
        if less > 0:
            self.add(
                "PrintedPeakMisses",
                PrintedAt=at,
                Listed=listed,
                Missing=less,
                Share=share(less, live),
            )
        elif less < 0:
            self.add("PrintedPeakExceeds", PrintedAt=at, Listed=listed, Excess=-less)

    def fragmentation(self):
        for space in self.report["spaces"]:
            sound = []
            for allocation in self.of_space(space):
                facts = self.report["allocations"][str(allocation.index)]
                if self.is_unknown([allocation]) or self.is_too_small(allocation):
                    name = "Unknown" if self.is_unknown([allocation]) else "TooSmall"
                    self.add(
                        "Arena" + name,
                        Space=int(space),
                        Allocation=allocation.index,
                        Size=facts["size"],
                    )
                else:
                    sound.append((allocation, facts))
            size = sum(facts["size"] for _, facts in sound)
            waste = sum(facts["fragmentation"] for _, facts in sound)
            if len(sound) > 1:
                self.add(
                    "SpaceFragmentation",
                    Space=int(space),
                    Count=len(sound),
                    Size=size,
                    Share=share(waste, size),
                    Fragmentation=waste,
                )
                self.unknown_ranges(v for a, _ in sound for v in a.values)
            for allocation, facts in sorted(sound, key=lambda s: -s[1]["fragmentation"]):
                self.arena(int(space), allocation, facts)

    def unknown_ranges(self, values):
        if count := sum(not v.range and v.size != 0 for v in values):
            self.add("ArenaUnknownRanges", Count=count)

    @staticmethod
    def is_too_small(allocation):
        return any(v.offset + v.size > allocation.size for v in allocation.values)

    def arena(self, space, allocation, facts):
        self.add(
            "ArenaFragmentation",
            Space=space,
            Allocation=allocation.index,
            Size=facts["size"],
            Share=share(facts["fragmentation"], facts["size"]),
            Fragmentation=facts["fragmentation"],
            Load=facts["load"],
            At=facts["time"],
            Instruction=self.dump.schedule[facts["time"]],
        )
        for hole in sorted(facts["holes"], key=lambda h: (-h["size"], h["offset"])):
            # Where several values touch a hole, any of them may be named.
            self.add(
                "Hole",
                Size=hole["size"],
                Offset=hole["offset"],
                After=["(start)"] if hole["after"] == "-" else hole["after"].split(" "),
                Before=["(end)"] if hole["before"] == "-" else hole["before"].split(" "),
            )
        self.unknown_ranges(allocation.values)


def is_same(ours, theirs):
    if not ours or not theirs or ours["name"] != theirs[0]:
        return False
    for name, expected in theirs[1].items():
        found = ours["args"][name]
        if name == "Space":
            found = space_number(found)
        if name == "Share" and None not in (found, expected):
            if abs(found - expected) < 0.00501:
                continue
        if found != expected and not (isinstance(expected, list) and found in expected):
            return False
    return True


def main():
    program, reference = sys.argv[1], load_reference(sys.argv[2])
    passes = "peak<top=0;fold=off>,frag<top=0;all>"
    differing = count = 0
    paths = list(find_dumps(sys.argv[3:]))
    remarks = {path: [] for path in paths}
    for remark in read_remarks(program, passes, *paths):
        if remark["name"] in NAMES:
            remarks[remark["dump"]["file"]].append(remark)
    for path in paths:
        with open(path, encoding="utf-8", newline="\n") as file:
            expected = Expected(reference, reference.Dump(file.read())).remarks
        count += len(expected)
        pairs = itertools.zip_longest(remarks[path], expected)
        wrong = [pair for pair in pairs if not is_same(*pair)]
        differing += bool(wrong)
        for ours, theirs in wrong[:3]:
            ours = ours and (ours["name"], ours["args"])
            print("%s: %s, expected %s" % (path, ours, theirs))
    print("%d dumps, %d remarks, %d differ" % (len(paths), count, differing))
    return 1 if differing or not count else 0


if __name__ == "__main__":
    sys.exit(main())
