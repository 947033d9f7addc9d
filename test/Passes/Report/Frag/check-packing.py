#!/usr/bin/env python3
# ===- check-packing.py - The parts of arenas, calculated the slow way --------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares what frag says of the size of arenas with an own calculation.

Usage: check-packing.py HLO-MEM-OPT REFERENCE.PY [-effort=N] PATH...

Buffers, load, alignment and LB_align are found here anew, by asking at every time
what is live. Of the rest it is checked that the parts add up, that ranges are no
wider than what is known, that no answer is below LB_align or above the present
size, that answers of different effort do not contradict each other, and that fewer
constraints never make an answer worse. Folders stand for the dumps in them.
"""

import os
import sys

from checking import Facts, load_reference, read_remarks

PARTS = ["load", "sharing", "alignment", "shape", "policy", "packing"]


class Mistake(Exception):
    pass


def expect(holds, *what):
    if not holds:
        raise Mistake(" ".join(map(str, what)))


# --- What must be true -----------------------------------------------------


def takes_over(dump, last, value):
    """Whether a value that begins right after another ended is moved with it."""
    reads = value.instruction in [name for name, _ in dump.facts.uses[last.id]]
    donated = (
        last.allocation.kind == "donated parameter"
        and last.range[0] == 0
        and value.range[1] == dump.max
    )
    return value.phi or reads or donated


def find_buffers(dump, allocation):
    """[values] of each buffer: pairs that share a byte and a time are joined."""
    values = [v for v in allocation.values if v.size]
    group = list(range(len(values)))

    def join(i, j):
        old, new = group[i], group[j]
        if old != new:
            group[:] = [new if g == old else g for g in group]

    for i, a in enumerate(values):
        for j in range(i):
            b = values[j]
            meet = a.range[0] <= b.range[1] and b.range[0] <= a.range[1]
            if meet and a.offset < b.offset + b.size and b.offset < a.offset + a.size:
                join(i, j)
    # Those of before June 2022 follow at one offset.
    order = sorted(
        range(len(values)), key=lambda i: (values[i].offset, values[i].range, values[i].id)
    )
    for i, j in zip(order, order[1:]):
        a, b = values[i], values[j]
        if a.offset == b.offset and b.range[0] == a.range[1] + 1:
            if takes_over(dump, a, b):
                join(i, j)
    return [[v for v, g in zip(values, group) if g == k] for k in sorted(set(group))]


class Buffer:
    def __init__(self, values):
        self.values = values
        self.begin = min(v.range[0] for v in values)
        self.end = max(v.range[1] for v in values)
        self.offset = min(v.offset for v in values)
        self.size = max(v.offset + v.size for v in values) - self.offset


def overlap(a, b):
    meet = a.begin <= b.end and b.begin <= a.end
    return meet and a.offset < b.offset + b.size and b.offset < a.offset + a.size


def join_rectangles(buffers):
    """Until no two of them overlap."""
    for i, a in enumerate(buffers):
        for b in buffers[:i]:
            if overlap(a, b):
                rest = [c for c in buffers if c not in (a, b)]
                return join_rectangles(rest + [Buffer(a.values + b.values)])
    return buffers


def up(size, alignment):
    return (size + alignment - 1) // alignment * alignment


def bound(buffers, alignment, times):
    best = 0
    for time in range(times):
        live = [b.size for b in buffers if b.begin <= time <= b.end]
        pads = [up(size, alignment) - size for size in live]
        if live:
            best = max(best, sum(live) + sum(pads) - max(pads))
    return best


def kept(dump, buffer):
    for value in buffer.values:
        if value.shape.startswith("("):
            return True
        if value.index == "{0}" and "copy-start(" in dump.facts.texts.get(value.id, ""):
            if "cross_program_prefetch_index=" in dump.facts.texts[value.id]:
                return True
    return False


def keep(dump, buffers):
    """Gives what nothing else may use the whole program.

    What holds a slice of one phi may have to stay together, and if so it shares
    the program. It shares it here if all of it is kept, and else is left alone.
    """
    groups = [[b] for b in buffers]
    for a in buffers:
        for value in a.values:
            for b in buffers:
                places = [(v.offset, v.size) for v in b.values]
                if value.phi and (value.offset, value.size) in places:
                    of_a = next(g for g in groups if a in g)
                    of_b = next(g for g in groups if b in g)
                    if of_a is not of_b:
                        groups.remove(of_b)
                        of_a += of_b
    for group in groups:
        if all(kept(dump, b) for b in group):
            group.sort(key=lambda b: b.begin)
            ends = [b.begin - 1 for b in group[1:]]
            group[0].begin = 0
            for b, end in zip(group, ends + [max(dump.max, group[-1].end)]):
                b.end = end


# --- What is printed -------------------------------------------------------


def read_arenas(tool, passes, path):
    """{allocation: {"parts": {name: (low, high)}, "best": ..., "bound": ...}}"""
    arenas, current = {}, None
    for remark in read_remarks(tool, passes, path):
        name, args = remark["name"], remark.get("args", {})
        if name == "ArenaFragmentation":
            current = {"parts": {}}
            arenas[args["Allocation"]] = current
        elif name == "ArenaPart":
            current["parts"][args["Part"]] = (args["Least"], args["Most"])
            if args["Part"] == "alignment":
                current["alignment"] = int(args["Why"].split(" of ")[1].split(" ")[0])
        elif name == "SmallerPlacement":
            current["best"], current["bound"] = args["Best"], args["Bound"]
        elif name == "BestPlacement":
            current["best"] = current["bound"] = args["Best"]
        elif name == "UnprovenPlacement":
            current["bound"] = args["Bound"]
        elif name == "ArenaNotSplit":
            current["why"] = args["Why"]
    return arenas


# --- Both ------------------------------------------------------------------


def check_arena(dump, allocation, printed):
    """The parts of each answer; None if the arena is not split, and must not."""
    values = [v for v in allocation.values if v.size]
    if not values or any(not v.range for v in values):
        why = "without a live range" if values else "no value in it has bytes"
        expect(why in printed[0].get("why", ""), "is split")
        return None
    found = [Buffer(values) for values in find_buffers(dump, allocation)]
    buffers = join_rectangles(found)
    offsets = 0
    for value in values:
        offsets |= value.offset
    alignment = offsets & -offsets if offsets else 1
    times = dump.max + 1
    load = reference_load(dump, allocation)
    plain = bound(buffers, 1, times)
    aligned = bound(buffers, alignment, times)
    size = allocation.size
    ends = max(b.offset + b.size for b in buffers)
    low_of_xla = ends
    if allocation.kind == "temp":
        keep(dump, buffers)
        low_of_xla = min(bound(buffers, alignment, times), ends)
    for effort in printed:
        expect("parts" in effort and effort["parts"], "is not split")
        parts = {name: effort["parts"].get(name, (0, 0)) for name in PARTS}
        expect(effort["alignment"] == alignment, "alignment", effort["alignment"])
        expect(parts["load"] == (load, load), "load", parts["load"], load)
        expect(parts["sharing"] == (plain - load,) * 2, "sharing", parts["sharing"])
        expect(parts["alignment"] == (aligned - plain,) * 2, "alignment", parts)
        expect(all(low <= high for low, high in parts.values()), "empty range", parts)
        expect(sum(low for low, _ in parts.values()) <= size, "too much", parts)
        expect(sum(high for _, high in parts.values()) >= size, "too little", parts)
        if all(low == high for low, high in parts.values()):
            expect(sum(low for low, _ in parts.values()) == size, "no sum", parts)
        best = size - parts["packing"][0], size - parts["packing"][1]
        expect(low_of_xla <= best[1] <= best[0] <= ends, "best", best)
        if best[0] == low_of_xla:
            expect(best[0] == best[1], "not proven", best)
    return [effort["parts"] for effort in printed]


def reference_load(dump, allocation):
    return max(
        (REFERENCE.occupied(allocation, time) for time in range(dump.max)), default=0
    )


def agree(less, more):
    """Whether what different efforts know can both be true."""
    for name in PARTS:
        low, high = less.get(name, (0, 0))
        new_low, new_high = more.get(name, (0, 0))
        if new_low > high or new_high < low:
            return False
    return True


def check_profiles(xla, free):
    """The same parts, and the answers in the order of their constraints."""
    expect(xla["parts"] == free["parts"], "parts differ")
    if "best" in xla and "best" in free:
        expect(free["best"] <= xla["best"], "free", free["best"], "xla", xla["best"])
    policy = xla["parts"]["policy"]
    if "best" in xla and "best" in free and policy[0] == policy[1]:
        expect(xla["best"] - free["best"] == policy[0], "policy", policy)


def find_dumps(paths):
    for path in paths:
        if os.path.isdir(path):
            for name in sorted(os.listdir(path)):
                yield os.path.join(path, name)
        else:
            yield path


def main():
    global REFERENCE
    arguments = [a for a in sys.argv[1:] if not a.startswith("-")]
    options = [a for a in sys.argv[1:] if a.startswith("-")]
    paths = list(find_dumps(arguments[2:]))
    if not paths or any(not o.startswith("-effort=") for o in options):
        sys.exit("usage: check-packing.py HLO-MEM-OPT REFERENCE.PY [-effort=N] PATH...")
    effort = options[-1].split("=")[1] if options else "1"
    tool, REFERENCE = arguments[0], load_reference(arguments[1])
    checked = proven = faults = 0
    for path in paths:
        try:
            with open(path, encoding="utf-8", newline="\n") as file:
                text = file.read()
            dump = REFERENCE.Dump(text)
        except (REFERENCE.DumpError, UnicodeDecodeError):
            continue
        dump.facts = Facts(text, dump.values)
        first = read_arenas(tool, "frag<top=1;effort=0>", path)
        xla = read_arenas(tool, "frag<top=1;effort=%s>" % effort, path)
        free = read_arenas(tool, "frag<top=1;profile=free;effort=%s>" % effort, path)
        for index, answer in xla.items():
            allocation = dump.allocations[index]
            if allocation.size == reference_load(dump, allocation):
                expect(not answer["parts"], "a full arena is split")
                continue
            try:
                printed = [first[index], answer]
                parts = check_arena(dump, allocation, printed)
                if not parts:
                    continue
                expect(agree(*parts), "effort", effort, "contradicts effort 0")
                check_profiles(answer, free[index])
            except Mistake as mistake:
                faults += 1
                print("%s: allocation %d: %s" % (path, index, mistake))
                continue
            checked += 1
            proven += all(low == high for low, high in parts[1].values())
    print("%d arenas, %d proven, %d faults" % (checked, proven, faults))
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
