#!/usr/bin/env python3
# ===- check-alias.py - The pass alias against a slow calculation ------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares what the pass alias reports with the definitions, one by one.

Usage: check-alias.py HLO-MEM-OPT REFERENCE.PY DUMP...

The reader of utils/reference.py reads the dumps, and its slow union of slices
gives every peak: once as the dump is, and once more without each loop-carried copy. Buffers, carried leaves, loop
copies and last reads are looked for anew in the text.

Exit status: 0, or 1 where something differs.
"""

import re
import sys
from collections import defaultdict

from checking import Facts, RemarkChecker, check_dumps


class Checker(RemarkChecker):
    def __init__(self, reference, dump, text, remarks):
        super().__init__(reference, dump, remarks)
        self.facts = Facts(text, dump.values)
        self.time = {name: t for t, name in enumerate(dump.schedule)}
        self.by_name = {v.text(): v for v in dump.values}
        self.by_name.update(
            {v.instruction + "{}": v for v in dump.values if not v.index}
        )
        self.base = self.peaks()

    def peaks(self, ranges={}):
        """The peaks of all spaces, with other ranges of values."""
        old = {v: v.range for v in ranges}
        for v, new in ranges.items():
            v.range = new
        curves = defaultdict(lambda: [0] * self.d.max)
        for a in self.d.allocations:
            if not a.thread_local:
                for t in range(self.d.max):
                    curves[a.space][t] += self.r.occupied(a, t)
        for v, before in old.items():
            v.range = before
        return {space: max(curve, default=0) for space, curve in curves.items()}

    def cost(self, ranges):
        new = self.peaks(ranges)
        return sum(max(0, self.base[s] - new[s]) for s in self.base)

    def run(self):
        self.check_buffers()
        self.check_loops()
        self.check_copies()
        self.check_donations()

    def runs(self):
        """Maximal runs of values of one allocation and offset that meet."""
        slices = defaultdict(list)
        for v in self.d.values:
            if v.range and v.size and not v.allocation.thread_local:
                slices[v.allocation.index, v.offset].append(v)
        for values in slices.values():
            values.sort(key=lambda v: (*v.range, v.id))
            run = [values[0]]
            for v in values[1:]:
                end = max(u.range[1] for u in run)
                readers = [name for name, _ in self.facts.uses[run[-1].id]]
                # Until June 2022 the first of two ended one earlier.
                seen = v.phi or v.instruction in readers
                if v.range[0] <= end or (v.range[0] == end + 1 and seen):
                    run.append(v)
                else:
                    yield run
                    run = [v]
            yield run

    def check_buffers(self):
        runs = list(self.runs())
        for found in self.rows("BuffersFound"):
            self.equal("values", found["Values"], sum(map(len, runs)))
            self.equal("buffers", found["Count"], len(runs))
            shared = [run for run in runs if len(run) > 1]
            self.equal("shared", found["Shared"], len(shared))
        sizes = sorted(max(v.size for v in run) for run in runs if len(run) > 1)
        self.equal(
            "sizes of buffers",
            sorted(row["Size"] for row in self.rows("BufferRow")),
            sizes,
        )

    def check_loops(self):
        whiles = set()
        for v in self.d.values:
            match = re.match(
                r"(\S+) = .* while\((?:.*%)?(\S+)\), ", self.facts.texts.get(v.id, "")
            )
            if match and v.phi and v.instruction == match.group(1):
                whiles.add(match.groups())
        found = {r["Loop"] for r in self.rows("LoopFound")}
        self.equal("loops", {name for name, _ in whiles} <= found, True)
        init_of = dict(whiles)
        loop = None
        for remark in self.remarks:
            args = remark["args"]
            if remark["name"] == "LoopFound":
                loop = args["Loop"]
                text = self.facts.texts[self.facts.at_position[loop, "{}"].id]
                trips = re.search(r'"?known_trip_count"?:\{"?n"?:"?(\d+)', text)
                words = trips.group(1) + " iteration" if trips else "unknown number"
                self.equal("iterations", args["Trips"].startswith(words), True)
            if remark["name"] != "LoopLeaf":
                continue
            result = self.facts.at_position[loop, args["Index"]]
            init = self.facts.at_position[init_of[loop], args["Index"]]
            self.equal("from", args["From"], init.text())
            self.equal("to", args["Value"], result.text())
            where = "%d at %d" % (result.allocation.index, result.offset)
            self.equal("slice", args["Slice"], where)
            if result is init:
                self.equal("state", args["State"], "invariant")
            else:
                same = (
                    init.allocation is result.allocation
                    and init.offset == result.offset
                )
                expected = ["in place", "unknown"] if same else ["copied", "unknown"]
                self.equal("state", args["State"] in expected, True)

    def check_copies(self):
        ends = None
        for remark in self.remarks:
            args = remark["args"]
            if remark["name"] == "LoopParts":
                ends = re.search(
                    r"\(parameter (\S+), root (\S+)\)", args["Body"]
                ).groups()
                self.expect_copies(remark, *ends)
            if remark["name"] == "LoopCopyRow":
                copy = self.by_name[args["Value"]]
                body = self.by_name[args["Of" if "Of" in args else "Leaf"]]
                written = int(re.search(r"(?:leaf at |\()(\d+)", args["Why"]).group(1))
                self.equal(
                    "cost", args["Cost"], self.cost(self.without(copy, body, written))
                )
                self.equal("size", args["Size"], copy.size)

    def without(self, copy, body, written):
        # The leaf stays until it is written, counted in the bytes of the copy.
        rest = (body.range[1] + 1, written - 1)
        return {copy: rest if rest[0] <= rest[1] else None}

    def expect_copies(self, parts, parameter, root):
        """All copies of leaves that live when the root's run begins."""
        expected = set()
        for v in self.d.values:
            text = self.facts.texts.get(v.id, "")
            if v.range and re.match(re.escape(v.instruction) + r" = \S+ copy\(", text):
                for body in self.d.values:
                    if body.instruction == parameter and body.index != "{}":
                        used = [name for name, _ in self.facts.uses[body.id]]
                        if v.instruction in used and self.is_written(v, body, root):
                            expected.add(v.text())
        found = [
            r["args"]["Value"]
            for r in self.remarks
            if r["name"] == "LoopCopyRow" and self.loop_of(r) == self.loop_of(parts)
        ]
        if root != "(unknown)":
            self.equal("loop copies", sorted(found), sorted(expected))

    def loop_of(self, remark):
        headline = remark["headline"]
        for r in self.remarks:
            if r["id"] == headline:
                return r["args"].get("Loop")
        return None

    def is_written(self, copy, body, root):
        end = self.facts.at_position.get((root, body.index or "{}"))
        if not end or end is body or end.allocation is not body.allocation:
            return False
        for run in self.runs():
            if end in run:
                run = [v for v in run if v.range[0] > body.range[0] or v is end]
                run = [v for v in run if v.id != body.id and v.range[0] <= end.range[0]]
                return copy.range[0] <= run[0].range[0] <= copy.range[1]
        return False

    def check_donations(self):
        self.check_donation_rows("DonationRow", "DonationsPossible")
        self.check_donation_rows("IfInPlaceRow", "DonationsIfInPlace")
        rows = self.rows("DonationRow") + self.rows("IfInPlaceRow")
        results = [row["Result"] for row in rows]
        self.equal("results", len(set(results)), len(results))
        for found in self.rows("ArgumentsFound"):
            arguments = [a for a in self.d.allocations if a.kind.endswith("parameter")]
            states = ["Donated", "Possible", "IfInPlace", "Blocked", "Unknown"]
            self.equal("arguments", sum(found[s] for s in states), len(arguments))
            self.equal("possible", found["Possible"], len(self.rows("DonationRow")))
            self.equal("if", found["IfInPlace"], len(self.rows("IfInPlaceRow")))

    def check_donation_rows(self, kind, headline):
        size = 0
        for args in self.rows(kind):
            argument = self.by_name[args["Value"]]
            output = self.by_name[args["Result"]]
            written = int(args["Written"].split()[0])
            self.check_last_read(argument, args["Written"].split()[1], written, kind)
            self.equal("size of result", output.size, argument.size)
            self.equal("space", output.allocation.space, argument.allocation.space)
            self.equal("result", output.range[1], self.d.max)
            self.equal(
                "kind",
                (argument.allocation.kind, output.allocation.kind),
                ("parameter", "output"),
            )
            size += argument.allocation.size
        for args in self.rows(headline):
            self.equal("size", args["Size"], size)

    def check_last_read(self, argument, writer, written, kind):
        """The last read, which the result's writer must respect."""
        reads = [self.time[name] for name, _ in self.facts.uses[argument.id]]
        for name, _ in self.facts.positions[argument.id]:
            if name != argument.instruction and name in self.time:
                reads.append(self.time[name])
        last = max(reads, default=0)
        if not reads or last < written or kind == "IfInPlaceRow":
            return
        value = self.by_name[writer]
        text = self.facts.texts[value.id]
        opcode = re.search(r" ([a-z-]+)\(", text).group(1)
        if opcode == "copy" and last > written:
            others = [
                v.range[0] for v in value.allocation.values if v.offset == value.offset
            ]
            self.equal("unchanged", all(t <= written or t > last for t in others), True)
        else:
            self.equal("in place", last, written)
        operands = re.findall(
            r"%([\w.-]+)", text.split(opcode + "(", 1)[1].split(")")[0]
        )
        numbers = [i for i, name in enumerate(operands) if name == argument.instruction]
        # A few of the elementwise opcodes, and what updates its first operand.
        if opcode == "dynamic-update-slice":
            self.equal("updated", numbers, [0])
        else:
            known = ["copy", "negate", "add", "subtract", "multiply", "sine"]
            self.equal(opcode, opcode in known, True)
            self.equal("read", len(numbers) > 0, True)
        shapes = [
            self.facts.texts[v.id].split(" = ")[1].split(" ")[0]
            for v in (argument, value)
        ]
        self.equal("shape", *shapes)


if __name__ == "__main__":
    sys.exit(check_dumps(Checker, "alias<top=0>"))
