#!/usr/bin/env python3
# ===- check-sums.py - The roll-ups of attribute, made anew ------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares every roll-up of the pass attribute with the text of the dump.

Usage: check-sums.py HLO-MEM-OPT REFERENCE.PY DUMP...

For each dump and each form (all keys; the peak, two other times, bytes x positions;
with few rows and with all; scopes of some depths) the rows and the rest must add
up to the headline, and the headline be the peak that the pass peak finds. Where
utils/reference.py can read the dump, sums and rows must be those that follow
from its text: a dump without live ranges, or in several files, is left at sums.
Where the dump prints a stack trace tree, the one computed must be the same.

Exit status: 0, or 1 where a dump differs.
"""

import collections
import itertools
import os
import re
import sys

from checking import load_reference, read_remarks, space_number

BY = {
    "source": "source line",
    "scope": "scope",
    "opcode": "opcode",
    "dtype": "element type",
    "shape": "shape",
    "computation": "computation",
}
KEY_OF = {name: key for key, name in BY.items()}
# Beyond that, rows of bytes x positions take too long here.
MAX_STEPS = 300000


# --- What the dump says ------------------------------------------------------


def texts_of(text):
    """The text of each instruction that the dump prints."""
    found = re.finditer(r"^ from instruction: ?%?(\S+) = (.*)$", text, re.M)
    return {match.group(1): match.group(2) for match in found}


def opcode_of(text):
    depth = 0
    for at, char in enumerate(text):
        depth += (char in "([{") - (char in ")]}")
        if char == " " and depth == 0:
            return text[at + 1 :].split("(")[0]
    return None


def metadata(text, key):
    match = re.search(key + r'="((?:[^"\\]|\\.)*)"', text)
    return match.group(1).replace('\\"', '"').replace("\\'", "'") if match else None


def given_kind(value, op_name, end):
    """The row of an argument or a constant, which no operation makes."""
    if "parameter" in value.allocation.kind:
        if "/" not in op_name.split("[")[0] or value.range[1] + 1 >= end:
            return "(arguments)"
    return "(constants)" if value.allocation.kind == "constant" else None


def key_of(value, by, texts, end):
    """None where the dump does not tell."""
    if by == "dtype":
        return "tuple" if value.shape[0] == "(" else value.shape.split("[")[0]
    if by == "shape":
        return re.sub(r"/\*index=\d+\*/|\{[^{}]*\}", "", value.shape)
    text = texts.get(value.instruction) or ""
    if by == "opcode":
        return opcode_of(text)
    op_name = metadata(text, "op_name") or ""
    is_tuple = value.shape[0] == "("
    kind = None if is_tuple else given_kind(value, op_name, end)
    if by == "scope":
        return op_name or kind
    file, line = metadata(text, "source_file"), re.search(r"source_line=(\d+)", text)
    if file and not re.search("site-packages|dist-packages|/lib/python3", file):
        return file + ":" + line.group(1) if line else file
    return kind or ("(installed packages)" if file else None)


def parts_at(allocations, time):
    """(the value that answers for them, bytes) of each run of live bytes."""
    for allocation in allocations:
        live = [v for v in allocation.values if v.size and v.live_at(time)]
        live.sort(key=lambda v: v.offset)
        while live:
            group, begin, end = [], live[0].offset, live[0].offset + 1
            while live and live[0].offset < end:
                group.append(live.pop(0))
                end = max(end, group[-1].offset + group[-1].size)
            yield min(group, key=lambda v: (-v.size, v.range[0], v.id)), end - begin


def rows_of(allocations, times, by, texts, end):
    rows = collections.Counter()
    for time in times:
        for value, size in parts_at(allocations, time):
            rows[key_of(value, by, texts, end)] += size
    return rows


def scopes_of(rows, depth):
    """{path: (total, own)} of the tree."""
    tree = collections.defaultdict(lambda: [0, 0])
    for name, size in rows.items():
        if name is None:
            tree[None] = [size, size]
            continue
        # A slash at the end begins no further scope.
        path = (name[:-1] if name.endswith("/") else name).split("/")
        path = path[: depth or len(path)]
        for length in range(1, len(path) + 1):
            tree[tuple(path[:length])][0] += size
        tree[tuple(path)][1] += size
    return {path: tuple(sizes) for path, sizes in tree.items()}


# --- What the program says ---------------------------------------------------


def own(args):
    # Of what is left out it is the total.
    return next(args[k] for k in ("Bytes", "Size", "Total") if k in args)


def printed_scopes(rows):
    path, tree = [], {}
    for row in rows:
        name = row["Scope"].lstrip(" ")
        depth = (len(row["Scope"]) - len(name)) // 2
        if name == "not attributed" and depth == 0:
            tree[None] = (row["Total"], own(row))
            continue
        path[depth:] = [name]
        tree[tuple(path)] = (row["Total"], own(row))
    return tree


def printed_rows(rows):
    found = {}
    for row in rows:
        key = row["Key"]
        if row["Count"] != 1:
            key = re.sub(r" x %d$" % row["Count"], "", key)
        found[None if key == "not attributed" else key] = own(row)
    return found


class Checker:
    def __init__(self, reference, tool, path):
        self.tool, self.path = tool, path
        self.sums = self.rows = 0
        with open(path, encoding="utf-8", errors="replace", newline="\n") as file:
            text = file.read()
        self.texts = texts_of(text)
        try:
            self.dump = reference.Dump(text)
        except reference.DumpError:
            self.dump = None
        beside = path.replace("-buffer-assignment", "")
        self.has_text = beside != path and os.path.exists(beside)

    def allocations(self, space):
        return [
            a
            for a in self.dump.allocations
            if not a.thread_local and space in (None, a.space)
        ]

    def forms(self, end):
        """(key, options, the times or none for the peak)."""
        for by in BY:
            yield by, "top=0", None
        for by in BY:
            yield by, "top=2", None
        for by in BY:
            yield by, "top=0;integral", range(end)
        for by in BY:
            yield by, "top=1;integral", range(end)
        for depth in 1, 2, 3:
            yield "scope", "top=0;depth=%d" % depth, None
            yield "dtype", "top=1", None
        if end:
            for time in 0, end // 2:
                yield "scope", "top=0;at=%d" % time, [time]
                yield "shape", "top=0;at=%d" % time, [time]

    def differences(self):
        first = read_remarks(self.tool, "peak<top=1>,attribute<by=stack>", self.path)
        peaks, end = {}, 0
        for remark in first:
            args = remark["args"]
            if remark["name"] in ("PeakAt", "PeakOfAllSpaces"):
                peaks[space_number(args.get("Space"))] = args["Peak"], args["At"]
            if remark["name"] == "StackTraceDiffers":
                yield "another stack trace tree"
        if self.dump:
            end = self.dump.max
        elif peaks:
            end = max(at for _, at in peaks.values()) + 1
        forms = list(self.forms(end))
        passes = ",".join("attribute<by=%s;%s>" % form[:2] for form in forms)
        heads, found = [], {}
        for remark in read_remarks(self.tool, passes, self.path):
            if remark["headline"] is None and "By" in remark["args"]:
                heads.append(remark)
                found[remark["id"]] = []
            elif remark["headline"] in found:
                found[remark["headline"]].append(remark)
        runs = [
            list(group)
            for _, group in itertools.groupby(heads, lambda h: KEY_OF[h["args"]["By"]])
        ]
        if not peaks:
            if runs:
                yield "something where nothing is live"
            return
        if len(runs) != len(forms):
            yield "%d roll-ups, expected %d" % (len(runs), len(forms))
            return
        for (by, options, times), group in zip(forms, runs):
            spaces = [space_number(head["args"].get("Space")) for head in group]
            if sorted(spaces, key=str) != sorted(peaks, key=str):
                yield "by=%s;%s: spaces %s, expected %s" % (by, options, spaces, list(peaks))
            for head, space in zip(group, spaces):
                for text in self.compare(by, options, times, space, head, found, peaks):
                    yield "by=%s;%s, space %s: %s" % (by, options, space, text)

    def compare(self, by, options, times, space, head, found, peaks):
        args = head["args"]
        total = next(args[k] for k in ("Peak", "Live", "Integral") if k in args)
        remarks = found[head["id"]]
        rows = [r["args"] for r in remarks if r["form"] == "row"]
        rest = [r["args"] for r in remarks if r["name"] in ("RestOfBytes", "Rest")]
        self.sums += 1
        if sum(map(own, rows + rest)) != total:
            yield "rows of %d, headline %d" % (sum(map(own, rows + rest)), total)
        if times is None:
            if peaks[space] != (total, args["At"]):
                yield "%d, the peak is %d" % (total, peaks[space][0])
            times = [args["At"]]
        if "top=0" in options and rest:
            yield "rows are left out"
        if not self.dump:
            return
        allocations = self.allocations(space)
        steps = len(times) * sum(len(a.values) for a in allocations)
        if steps > MAX_STEPS:
            return
        if sum(size for t in times for _, size in parts_at(allocations, t)) != total:
            yield "%d is not what the dump has" % total
        # What the HLO text adds is not for this to know.
        if "top=0" not in options or by == "computation":
            return
        if self.has_text and by in ("source", "scope", "opcode"):
            return
        expected = rows_of(allocations, times, by, self.texts, self.dump.max)
        if by == "scope":
            depth = int(options.split("depth=")[1]) if "depth" in options else 0
            expected, listed = scopes_of(expected, depth), printed_scopes(rows)
        else:
            listed = printed_rows(rows)
        self.rows += len(listed)
        if listed != dict(expected):
            yield "%s, expected %s" % (listed, dict(expected))


def main():
    tool, reference, paths = sys.argv[1], load_reference(sys.argv[2]), sys.argv[3:]
    sums = rows = wrong = 0
    for path in paths:
        checker = Checker(reference, tool, path)
        for text in checker.differences():
            wrong += 1
            print("wrong: %s: %s" % (path, text))
        sums += checker.sums
        rows += checker.rows
    print("%d dumps, %d sums, %d rows, %d wrong" % (len(paths), sums, rows, wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
