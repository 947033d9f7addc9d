#!/usr/bin/env python3
# ===- check-repack.py - Repacked dumps, looked at anew -----------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Reads what `repack,print` makes of dumps, under both profiles.

Usage: check-repack.py HLO-MEM-OPT REFERENCE.PY [OPTIONS] DUMP...

OPTIONS are options of the pass, such as 'effort=2', and have a '='.

Of the temporary arenas only offsets and sizes may differ, of all else but the
total nothing. Values that are live together share bytes only where they did
before, offsets are aligned, and sizes are those that are needed and that the
pass reports. What a loop carries stays in one slice. With the profile xla tables of pointers, and what is prefetched for
the next program, are alone in their bytes.

Exit status: 0, or 1 where a dump is wrong.
"""

import json
import os
import re
import subprocess
import sys
import tempfile

from checking import Facts, carried_leaves, compare_dumps, load_reference

PREFETCH = re.compile(
    r"^ from instruction: ?%?(\S+) = .* copy-start\(.*cross_program_prefetch_index",
    re.MULTILINE,
)
NAMES_OF_CHANGE = ("ArenaBelowOptimum", "ArenaCanBeSmaller")
NAMES_OF_NONE = ("ArenaIsOptimal", "ArenaNotImproved", "ArenaNotRepacked")


def read(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return file.read()


def repack(tool, options, source, target):
    """The pass's remarks; the dump goes to the file `target`."""
    command = [tool, "-no-verify", "-format=json", "-o", target]
    command += ["-passes=repack<%s>,print" % ";".join(options), source]
    output = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout
    remarks = [json.loads(line) for line in output.splitlines()]
    return [r for r in remarks if r["pass"] == "repack"]


def blank(text, arenas):
    """The text without what repack may change."""
    lines, inside = [], False
    for line in text.split("\n"):
        head = re.match(r"allocation (\d+): ", line)
        if head:
            inside = int(head.group(1)) in arenas
            if inside:
                line = re.sub(r"size \d+", "size ", line, count=1)
        elif inside and line.startswith(" value: "):
            line = re.sub(r",offset=\d+\)", ",offset=)", line, count=1)
        elif line.startswith("Total bytes used: "):
            inside, line = False, "Total"
        lines.append(line)
    return lines


def pairs_live_together(values):
    """Each two values with bytes and a common instant; the earlier one first."""
    active = []
    for v in sorted(values, key=lambda v: v.range[0]):
        active = [w for w in active if w.range[1] >= v.range[0]]
        for w in active:
            yield w, v
        active.append(v)


def share(a, b):
    return a.offset < b.offset + b.size and b.offset < a.offset + a.size


def classes(values):
    """{id: representative}, of values that share bytes and an instant."""
    parent = {v.id: v.id for v in values}

    def find(i):
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for a, b in pairs_live_together(values):
        if share(a, b):
            parent[find(b.id)] = find(a.id)
    return {v.id: find(v.id) for v in values}


def alignment_of(values):
    bits = 0
    for v in values:
        bits |= v.offset
    return bits & -bits if bits else None


def differences_in_arena(reference, before, after, remark, prefetches):
    number = before.index
    after_by_id = {v.id: v for v in after.values}
    values = [v for v in before.values if v.size]
    load = max(reference.occupied(before, t) for t in range(remark["end"] + 1))
    args = remark["args"]
    end = max(v.offset + v.size for v in after.values)
    if remark["name"] in NAMES_OF_NONE:
        if [v.offset for v in before.values] != [v.offset for v in after.values]:
            yield "allocation %d: moved" % number
        if before.size != after.size:
            yield "allocation %d: another size" % number
        # Of what it is left alone for nothing else is known.
        if remark["name"] == "ArenaNotRepacked":
            return
        if remark["name"] == "ArenaNotImproved" and args["Bound"] >= after.size:
            yield "allocation %d: unproven at its bound" % number
    else:
        if args["Before"] != before.size or args["After"] != after.size:
            yield "allocation %d: sizes" % number
        if args["Difference"] != before.size - after.size or args["Difference"] <= 0:
            yield "allocation %d: difference" % number
        if end != after.size:
            yield "allocation %d: ends at %d" % (number, end)
        if args.get("Bound", 0) >= after.size:
            yield "allocation %d: unproven at its bound" % number
    if args.get("Bound", load) < load or after.size < load:
        yield "allocation %d: less than the load %d" % (number, load)

    if any(v.range is None for v in values):
        yield "allocation %d: ranges are unknown" % number
        return
    of = classes(values)
    moves = {}
    for v in values:
        moves.setdefault(of[v.id], set()).add(after_by_id[v.id].offset - v.offset)
    if any(len(m) > 1 for m in moves.values()):
        yield "allocation %d: a class is torn" % number
    moved = [after_by_id[v.id] for v in values]
    for a, b in pairs_live_together(moved):
        if of[a.id] != of[b.id] and share(a, b):
            yield "allocation %d: %d and %d overlap" % (number, a.id, b.id)
    alignment = alignment_of(values)
    offset_of = {v.id: v.offset for v in values}
    for v in moved:
        if alignment and v.offset % alignment:
            yield "allocation %d: %d is not aligned to %d" % (number, v.id, alignment)
    # None: the profile free.
    if prefetches is None or remark["name"] not in NAMES_OF_CHANGE:
        return
    for alone in moved:
        if not alone.shape.startswith("(") and (
            alone.instruction not in prefetches or alone.index != "{0}"
        ):
            continue
        for v in moved:
            # What a loop carries, tables too, takes turns in one slice.
            tied = v.offset == alone.offset and offset_of[v.id] == offset_of[alone.id]
            if of[v.id] != of[alone.id] and share(v, alone) and not tied:
                yield "allocation %d: %d in bytes of %d" % (number, v.id, alone.id)


def differences(reference, tool, path, options, profile, target):
    text = read(path)
    dump = reference.Dump(text)
    remarks = repack(tool, ["profile=" + profile] + options, path, target)
    result = read(target)
    arenas = {
        a.index
        for a in dump.allocations
        if a.kind == "temp" and not a.thread_local and len(a.values) > 1
    }
    if blank(text, arenas) != blank(result, arenas):
        yield "lines that stand for something else"
        return
    after = reference.Dump(result)
    new = {v.id: v for v in after.values}
    if dump.total is not None:
        freed = sum(a.size - b.size for a, b in zip(dump.allocations, after.allocations))
        if dump.total - after.total != freed:
            yield "total"
    of_arenas = {r["args"]["Allocation"]: r for r in remarks if "Allocation" in r["args"]}
    if set(of_arenas) != arenas and dump.schedule:
        yield "arenas %s, expected %s" % (sorted(of_arenas), sorted(arenas))
        return
    for name, values in carried_leaves(Facts(text, dump.values), dump):
        places = {
            (new[v.id].allocation.index, new[v.id].offset) for v in values if v.size
        }
        if len(places) > 1:
            yield "%s is torn: %s" % (name, sorted(places))
    changed = any(r["name"] in NAMES_OF_CHANGE for r in remarks)
    if changed == (text == result):
        yield "changed, and said otherwise" if text != result else "unchanged"
    for number, remark in of_arenas.items():
        remark["end"] = len(dump.schedule)
        yield from differences_in_arena(
            reference,
            dump.allocations[number],
            after.allocations[number],
            remark,
            set(PREFETCH.findall(text)) if profile == "xla" else None,
        )


def main():
    tool, reference = sys.argv[1], load_reference(sys.argv[2])
    options = [a for a in sys.argv[3:] if "=" in a]
    paths = [a for a in sys.argv[3:] if "=" not in a]
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "repacked.txt")

        def of_both(path):
            for profile in ("xla", "free"):
                for text in differences(
                    reference, tool, path, options, profile, target
                ):
                    yield "%s: %s" % (profile, text)

        return compare_dumps(reference, paths, of_both)


if __name__ == "__main__":
    sys.exit(main())
