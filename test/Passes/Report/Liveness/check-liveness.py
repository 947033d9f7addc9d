#!/usr/bin/env python3
# ===- check-liveness.py - The pass liveness against a slow calculation ------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares what the pass liveness reports with docs/Lifetimes.md.

Usage: check-liveness.py HLO-MEM-OPT REFERENCE.PY DUMP...

The reader of utils/reference.py reads the dumps, and its slow union of slices
gives all live bytes: once as the dump is, and once more with each value away. Reads and gaps are looked for anew in the text, time by time.

Exit status: 0, or 1 where something differs.
"""

import sys
from collections import defaultdict

from checking import Facts, RemarkChecker, check_dumps


def names(places):
    """Of lists of positions or uses, the instructions alone."""
    return {value: [name for name, _ in of] for value, of in places.items()}


class Checker(RemarkChecker):
    def __init__(self, reference, dump, text, remarks):
        super().__init__(reference, dump, remarks)
        facts = Facts(text, dump.values)
        self.positions, self.uses = names(facts.positions), names(facts.uses)
        self.end = dump.max
        self.time = {}
        for t, name in enumerate(dump.schedule):
            self.time.setdefault(name, t)
        self.by_name = {v.text(): v for v in dump.values}
        self.values = [
            v for v in dump.values if v.size and not v.allocation.thread_local
        ]
        self.known = [v for v in self.values if v.range]
        self.curves = self.all_curves()

    def all_curves(self):
        curves = {}
        for a in self.d.allocations:
            if not a.thread_local:
                curve = curves.setdefault(a.space, [0] * self.end)
                for t in range(self.end):
                    curve[t] += self.r.occupied(a, t)
        return curves

    def run(self):
        if not self.known or not self.end:
            self.equal(
                "unknown", bool(self.rows("LiveRangesUnknown") or not self.values), True
            )
            return
        self.check_summary()
        self.check_curves()
        self.check_values()
        self.check_never_read()
        self.check_gaps()
        self.check_peak()

    def length(self, v):
        return sum(v.live_at(t) for t in range(self.end))

    def reads(self, v):
        """(time, instruction), or None where not all of them are known."""
        if v.id not in self.uses or any(u not in self.time for u in self.uses[v.id]):
            return None

        def moment(name):
            return max(v.range[0], min(v.range[1], self.time[name]))

        reads = [(moment(u), u) for u in self.uses[v.id]]
        seen = set(self.uses[v.id]) | {v.instruction}
        for p in self.positions.get(v.id, []):
            if p in self.time and p not in seen:
                seen.add(p)
                reads.append((moment(p), p))
        return sorted(reads)

    def takes_over(self, v):
        """True if a later value of the same slice begins while v's run lasts."""
        same = sorted(
            (
                u
                for u in self.known
                if u.allocation is v.allocation and u.offset == v.offset
            ),
            key=lambda u: (*u.range, u.id),
        )
        at = same.index(v)
        if at + 1 == len(same):
            return False
        end = max(u.range[1] for u in same[: at + 1])
        # Until June 2022 the first of two ended one earlier.
        seen = same[at + 1].phi or same[at + 1].instruction in self.uses.get(v.id, [])
        # What came before may end later than v does; then it is one buffer too.
        return same[at + 1].range[0] <= end or (
            same[at + 1].range[0] == end + 1 and seen
        )

    def gaps(self, v):
        reads = self.reads(v)
        if not reads:
            return []
        first, last = v.range
        touched = {t for t, _ in reads} | {first}
        if self.takes_over(v):
            touched.add(last)
        result, run = [], []
        for t in range(first, min(last, self.end - 1) + 2):
            if t <= min(last, self.end - 1) and t not in touched:
                run.append(t)
            elif run:
                if run[-1] < reads[0][0]:
                    where = "before first read"
                elif run[0] > reads[-1][0]:
                    where = "after last read"
                else:
                    where = "between reads"
                result.append((run[0], run[-1], where))
                run = []
        return result

    def check_summary(self):
        (found,) = self.rows("LivenessFound")
        self.equal("count", found["Count"], len(self.values))
        self.equal("known", found["Known"], len(self.known))
        self.equal("times", found["Times"], self.end)
        self.equal("area", found["Area"], sum(map(sum, self.curves.values())))
        local = [v for a in self.d.allocations if a.thread_local for v in a.values]
        for row in self.rows("LivenessThreadLocal"):
            self.equal("thread-local", row["Size"], sum(v.size for v in local))
        unknown = [v for v in self.known if self.reads(v) is None]
        self.equal(
            "unknown reads",
            [(r["Count"], r["Size"]) for r in self.rows("LivenessUnknownReads")],
            [(len(unknown), sum(v.size for v in unknown))] if unknown else [],
        )

    def check_curves(self):
        space = None
        bars = defaultdict(list)
        for remark in self.remarks:
            args = remark["args"]
            if remark["name"] == "LiveBytesOverTime":
                space = args["Space"]
                curve = self.curves[space]
                self.equal(
                    "peak", (args["Peak"], args["At"]), self.r.earliest_largest(curve)
                )
            if remark["name"] == "LiveBytesBar":
                bars[space].append(args)
        for space, rows in bars.items():
            curve, next_time = self.curves[space], 0
            for row in rows:
                begin, end = row["Range"]["begin"], row["Range"]["end"]
                self.equal("bucket", begin, next_time)
                next_time = end + 1
                part = curve[begin:next_time]
                self.equal("most", row["Live"], max(part))
                self.equal("at", row["At"], begin + part.index(max(part)))
                bar = 0
                while bar * max(curve) < 30 * max(part):
                    bar += 1
                peak = " peak" if row["At"] == curve.index(max(curve)) else ""
                self.equal("bar", row["Bar"] or "", "#" * bar + peak)
            self.equal("last bucket", next_time, len(curve))

    def check_values(self):
        rows = self.rows("LongestLivedRow")
        self.equal(
            "values",
            sorted(r["Value"] for r in rows),
            sorted(v.text() for v in self.known),
        )
        areas = [r["Area"] for r in rows]
        self.equal("order", areas, sorted(areas, reverse=True))
        for found in self.rows("LongestLived"):
            self.equal(
                "area of all",
                found["Area"],
                sum(v.size * self.length(v) for v in self.known),
            )
        for row in rows:
            v = self.by_name[row["Value"]]
            name = "%s: " % v.text()
            reads = self.reads(v)
            self.equal(
                name + "range", (row["Range"]["begin"], row["Range"]["end"]), v.range
            )
            self.equal(name + "length", row["Length"], self.length(v))
            self.equal(name + "area", row["Area"], v.size * self.length(v))
            self.equal(name + "reads", row["Reads"], len(reads or []))
            longest = max((b - a + 1 for a, b, _ in self.gaps(v)), default=0)
            self.equal(name + "longest gap", row["Gap"], longest)
            first = "?" if reads is None else str(reads[0][0]) if reads else None
            if first is None:
                first = "never" if self.is_never_read(v) else "-"
            self.equal(name + "first read", row["FirstRead"], first)

    def is_never_read(self, v):
        if self.reads(v) != []:
            return False
        argument = "parameter" in v.allocation.kind and not v.phi and v.range[0] == 0
        # A result takes the memory of a donated argument, not what is in it.
        later = [
            u
            for u in self.known
            if u.allocation is v.allocation
            and u.offset == v.offset
            and u.range[0] >= v.range[1]
        ]
        given = (
            argument
            and len(later) == 1
            and not later[0].phi
            and later[0].range[1] == self.end
        )
        if self.takes_over(v) and not given:
            return False
        return v.range[0] == v.range[1] or argument

    def check_never_read(self):
        expected = [v for v in self.known if self.is_never_read(v)]
        self.equal(
            "never read",
            sorted(r["Value"] for r in self.rows("NeverReadRow")),
            sorted(v.text() for v in expected),
        )
        for found in self.rows("NeverRead"):
            self.equal(
                "never read, bytes", found["Size"], sum(v.size for v in expected)
            )

    def check_gaps(self):
        expected = [(v.text(), *gap) for v in self.known for gap in self.gaps(v)]
        found = [
            (r["Value"], r["Range"]["begin"], r["Range"]["end"], r["Where"])
            for r in self.rows("GapRow")
        ]
        self.equal("gaps", sorted(found), sorted(expected))
        for row in self.rows("GapsFound"):
            for key, where in (
                ("Before", "before"),
                ("Between", "between"),
                ("After", "after"),
            ):
                area = sum(
                    self.by_name[n].size * (b - a + 1)
                    for n, a, b, w in expected
                    if w.startswith(where)
                )
                self.equal("gaps " + where, row[key], area)

    def peak_without(self, v, first, last):
        space, old = v.allocation.space, v.range
        curve = self.curves[space][:]
        for t in range(first, min(last, self.end - 1) + 1):
            curve[t] -= self.r.occupied(v.allocation, t)
            v.range = None
            curve[t] += self.r.occupied(v.allocation, t)
            v.range = old
        return max(curve)

    def check_movable(self, v, row):
        """What may never be claimed of values that cannot move."""
        name = "%s: " % v.text()
        self.equal(
            name + "moves an argument",
            "parameter" in v.allocation.kind and v.range[0] == 0,
            False,
        )
        self.equal(name + "moves a constant", v.allocation.kind == "constant", False)
        self.equal(name + "moves a part or phi", v.phi or v.index is not None, False)
        before = [
            u
            for u in self.known
            if u is not v
            and u.allocation is v.allocation
            and u.offset == v.offset
            and u.range[1] >= v.range[0]
            and (u.range, u.id) < (v.range, v.id)
        ]
        self.equal(name + "moves what takes over", before, [])
        if not row["What"].startswith("begin at"):
            self.equal(name + "is away while taken over", self.takes_over(v), False)
        if "is gone" not in row["What"] and not row["What"].startswith("offload"):
            late = row["Range"]["end"] + 1
            operands = [
                u for u in self.d.values if v.instruction in self.uses.get(u.id, [])
            ]
            gone = [u.text() for u in operands if not u.range or u.range[1] < late]
            self.equal(name + "operands gone", gone, [])

    def check_peak(self):
        expected = []
        for row in self.rows("GapRow"):
            if row["What"].startswith(("stays", "unknown")):
                continue
            v = self.by_name[row["Value"]]
            self.check_movable(v, row)
            first, last = row["Range"]["begin"], row["Range"]["end"]
            if row["What"].startswith("begin at"):
                first = v.range[0]
            curve = self.curves[v.allocation.space]
            peak = self.peak_without(v, first, last)
            if peak < max(curve):
                expected.append((v.text(), row["Range"]["begin"], peak))
        found = [
            (r["Value"], r["Range"]["begin"], r["LivePeak"])
            for r in self.rows("GapAtPeakRow")
        ]
        self.equal("live peaks", sorted(found), sorted(expected))
        for row in self.rows("IdleAtPeak"):
            size = 0
            for a in self.d.allocations:
                if a.thread_local or a.space != row["Space"]:
                    continue
                live = [v for v in self.r.live_values(a, row["At"]) if v.size]
                for begin, end in self.r.merged(live):
                    # What only touches is another buffer.
                    inside = [v for v in live if begin <= v.offset < end]
                    size += self.idle_bytes(inside, row["At"])
            self.equal("idle", row["Size"], size)

    def idle_bytes(self, values, t):
        """Of values that share bytes, those of groups in which all wait."""
        groups = []
        for v in sorted(values, key=lambda v: v.offset):
            if groups and v.offset < groups[-1][1]:
                groups[-1][0].append(v)
                groups[-1][1] = max(groups[-1][1], v.offset + v.size)
            else:
                groups.append([[v], v.offset + v.size])
        waits = lambda v: any(a <= t <= b for a, b, _ in self.gaps(v))
        return sum(
            end - min(v.offset for v in group)
            for group, end in groups
            if all(map(waits, group))
        )


if __name__ == "__main__":
    sys.exit(check_dumps(Checker, "liveness<top=0>"))
