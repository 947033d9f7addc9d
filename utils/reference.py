#!/usr/bin/env python3
# ===- reference.py - The numbers of a dump, calculated the slow way ----------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Calculates the numbers of docs/MemoryModel.md from a buffer assignment dump.

This program shares only the definitions with hlo-mem-opt: at every schedule
position and for every allocation it looks for the live values and merges their
slices again. Its output is the reference for tests of hlo-mem-opt. Do not make it
faster; do not make it follow hlo-mem-opt.

Usage: reference.py [--json] DUMP

Exit status: 0, or 1 if the dump cannot be read.
"""

import argparse
import json
import re
import sys


class DumpError(Exception):
    pass


# --- Reading ---------------------------------------------------------------

NAME = r"[A-Za-z_][A-Za-z0-9_.-]*"
INDEX = r"\{[0-9,]*\}"
VALUE_ID = r"<(\d+) (%s)(%s)?( \(phi\))?(?: @(\d+))?>" % (NAME, INDEX)

ALLOCATION = re.compile(
    r"allocation (\d+): (?:0x[0-9a-fA-F]+, )?size (\d+)(.*):"
)
VALUE = re.compile(r" value: %s \(size=(\d+),offset=(\d+)\): (.+)" % VALUE_ID)
REUSED = re.compile(r"  value: %s \(color=\d+\)" % VALUE_ID)
TOTAL = re.compile(r"Total bytes used: (\d+)(?: \([0-9.]+[KMGTPE]?i?B\))?")
USED = re.compile(VALUE_ID)
GLUED = re.compile(r"(.*)(%s)" % VALUE_ID)
INSTRUCTION = re.compile(r" from instruction: ?%%?(%s) = (.+)" % NAME)
RANGES = re.compile(r"HloLiveRange \(max (\d+)\):")
SCHEDULED = re.compile(r"    (\d+):(%s)" % NAME)
RANGE = re.compile(r"    (%s)(%s):(\d+)-(\d+)" % (NAME, INDEX))
PEAK = re.compile(r"  Live ranges at (\d+) \(peak\):")
LISTED = re.compile(
    r"    (%s)(%s)?: (\d+) bytes(?: \(cumulative: (\d+) bytes\))?" % (NAME, INDEX)
)
TREE = "  Stack trace breakdown for peak usage: "


class Allocation:
    def __init__(self, index, size, attributes):
        self.index = index
        self.size = size
        color = re.search(r", color (\d+)", attributes)
        self.space = int(color.group(1)) if color else 0
        self.thread_local = ", thread-local" in attributes
        live_out = ", maybe-live-out" in attributes
        if ", parameter " in attributes:
            self.kind = "donated parameter" if live_out else "parameter"
        elif ", constant" in attributes:
            self.kind = "constant"
        else:
            self.kind = "output" if live_out else "temp"
        self.values = []


class Value:
    def __init__(self, match, allocation):
        self.id = int(match.group(1))
        self.instruction = match.group(2)
        self.index = match.group(3)  # None for an array, "{}" for a tuple
        self.phi = match.group(4) is not None
        self.size = int(match.group(6))
        self.offset = int(match.group(7))
        self.shape = match.group(8)
        self.allocation = allocation
        self.result_shape = None  # of the whole defining instruction
        self.range = None

    def key(self):
        return (self.instruction, self.index or "{}")

    def text(self):
        return self.instruction + (self.index or "")

    def live_at(self, time):
        return self.range and self.range[0] <= time <= self.range[1]


class Dump:
    """The facts of a dump in combined form, as they are written there."""

    def __init__(self, text):
        self.allocations = []
        self.values = []
        self.total = None
        self.used = []
        self.schedule = []
        self.max = None
        self.printed_time = None
        self.printed = []
        self.tree = False

        self.lines = text.split("\n")
        if self.lines[-1] == "":
            self.lines.pop()
        self.at = 0
        self.read()

    def line(self):
        return self.lines[self.at] if self.at < len(self.lines) else None

    def fail(self, expected):
        raise DumpError("line %d: expected %s" % (self.at + 1, expected))

    def take(self, pattern, expected):
        """The match of the whole current line; steps to the next line."""
        line = self.line()
        match = re.fullmatch(pattern, line) if line is not None else None
        if not match:
            self.fail(expected)
        self.at += 1
        return match

    def take_all(self, pattern):
        """The matches of all following lines that match."""
        while self.line() is not None:
            match = re.fullmatch(pattern, self.line())
            if not match:
                return
            self.at += 1
            yield match

    def read(self):
        self.take("BufferAssignment:", "'BufferAssignment:'")
        for match in self.take_all(ALLOCATION):
            self.read_allocation(match)
        self.take("", "an allocation or an empty line")
        if self.line() and self.line().startswith("Total"):
            self.total = int(self.take(TOTAL, "the total").group(1))
            self.take("", "an empty line")
        self.take("Used values:", "'Used values:'")
        self.read_used_values()
        self.read_live_ranges()

    def read_allocation(self, match):
        index, size, attributes = match.groups()
        allocation = Allocation(int(index), int(size), attributes)
        if allocation.index != len(self.allocations):
            self.at -= 1
            self.fail("allocation %d" % len(self.allocations))
        self.allocations.append(allocation)
        for value in self.take_all(VALUE):
            allocation.values.append(Value(value, allocation))
            self.values.append(allocation.values[-1])
        if self.line() == " reused by buffers of a different color:":
            self.at += 1
            list(self.take_all(REUSED))

    def read_used_values(self):
        by_id = {value.id: value for value in self.values}
        header = None
        while self.line() is not None and not RANGES.fullmatch(self.line()):
            line = self.line()
            # Some releases of 2024 left out the line end after an instruction.
            glued = GLUED.fullmatch(line)
            following = self.lines[self.at + 1 : self.at + 2]
            if line.startswith(" from") and glued and following == [" positions:"]:
                self.lines[self.at] = glued.group(1)
                self.lines.insert(self.at + 1, glued.group(2))
                line = self.line()
            used = USED.fullmatch(line)
            if used:
                header = by_id.get(int(used.group(1)))
                key = (used.group(2), used.group(3) or "{}")
                if not header or header.key() != key:
                    self.fail("a value of an allocation")
                self.used.append(header.id)
            instruction = INSTRUCTION.fullmatch(line)
            if instruction and header:
                if instruction.group(1) != header.instruction:
                    self.fail("the instruction that defines the value")
                header.result_shape = leading_shape(instruction.group(2))
            self.at += 1

    def read_live_ranges(self):
        self.max = int(self.take(RANGES, "'HloLiveRange (max N):'").group(1))
        self.take("  InstructionSequence:", "'InstructionSequence:'")
        for match in self.take_all(SCHEDULED):
            if int(match.group(1)) != len(self.schedule):
                self.at -= 1
                self.fail("position %d" % len(self.schedule))
            self.schedule.append(match.group(2))
        if len(self.schedule) != self.max:
            self.fail("position %d" % len(self.schedule))
        self.take("  BufferLiveRange:", "'BufferLiveRange:'")
        by_key = {value.key(): value for value in self.values}
        for match in self.take_all(RANGE):
            value = by_key.get((match.group(1), match.group(2)))
            if value:
                value.range = (int(match.group(3)), int(match.group(4)))
        self.printed_time = int(
            self.take(PEAK, "a live range or 'Live ranges at'").group(1)
        )
        for match in self.take_all(LISTED):
            self.printed.append(int(match.group(3)))
        if self.line() is not None and self.line().startswith(TREE):
            self.tree = True
        elif self.line() is not None:
            self.fail("a listed value or the end")


# --- Shapes ----------------------------------------------------------------

BITS = {"pred": 8, "c64": 64, "c128": 128, "token": 0, "opaque": 64}
for width in (8, 16, 32, 64):
    BITS["s%d" % width] = BITS["u%d" % width] = width
for width in (1, 2, 4):
    BITS["s%d" % width] = BITS["u%d" % width] = 8
for word, width in (("f16", 16), ("bf16", 16), ("f32", 32), ("f64", 64)):
    BITS[word] = width
for word in "e5m2 e4m3fn e4m3b11fnuz e5m2fnuz e4m3fnuz e4m3 e3m4 e8m0fnu".split():
    BITS["f8" + word] = 8
for word in ("f4e2m1fn", "f6e3m2fn", "f6e2m3fn"):
    BITS[word] = 8

POINTER = 8


def leading_shape(text):
    """The shape that `text` starts with: up to a blank outside brackets."""
    depth = 0
    for at, letter in enumerate(text):
        depth += letter in "([{"
        depth -= letter in ")]}"
        if letter == " " and depth == 0:
            return text[:at]
    return text


def tuple_elements(text):
    """How many elements the tuple shape `text` has."""
    inside = re.sub(r"/\*.*?\*/", "", text)[1:-1]
    if not inside.strip():
        return 0
    count, depth = 1, 0
    for letter in inside:
        depth += letter in "([{"
        depth -= letter in ")]}"
        count += letter == "," and depth == 0
    return count


def parse_array(text):
    """(bits per element, dimensions, layout text); None if not an array."""
    if text.startswith("b(") and text.endswith(")"):
        text = text[2:-1]
    match = re.fullmatch(r"([a-z][a-z0-9]*)\[([^\]]*)\](\{.*\})?", text)
    if not match or match.group(1) not in BITS:
        return None
    dimensions = []
    for word in filter(None, match.group(2).split(",")):
        word = word.replace("<=", "")
        if not word.isdigit():
            return None
        dimensions.append(int(word))
    layout = match.group(3) or "{}"
    bits = BITS[match.group(1)]
    element = re.search(r"E\((\d+)\)", layout)
    if element:
        bits = int(element.group(1))
    return bits, dimensions, layout


def bytes_of(elements, bits):
    return (elements * bits + 7) // 8


def logical_size(text):
    """Bytes of a shape without tiling; None if its element type is unknown."""
    if text.startswith("("):
        return POINTER * tuple_elements(text)
    array = parse_array(text)
    if not array:
        return None
    bits, dimensions, _ = array
    elements = 1
    for dimension in dimensions:
        elements *= dimension
    return bytes_of(elements, bits)


def tiled_size(text):
    """Bytes by the first-tile rule; None if there is no tile to go by."""
    array = None if text.startswith("(") else parse_array(text)
    if not array:
        return None
    bits, dimensions, layout = array
    tile = re.search(r"T\(([0-9,]+)\)", layout)
    if not tile:
        return None
    tile = [int(word) for word in tile.group(1).split(",")]
    minor_to_major = re.match(r"\{([0-9,]*)", layout).group(1)
    order = [int(word) for word in minor_to_major.split(",") if word]
    elements = 1
    for position in range(max(len(order), len(tile))):
        extent = dimensions[order[position]] if position < len(order) else 1
        if position < len(tile):
            unit = tile[-1 - position]
            extent = (extent + unit - 1) // unit * unit
        elements *= extent
    padding = re.search(r"L\((\d+)\)", layout)
    if padding:
        unit = int(padding.group(1))
        elements = (elements + unit - 1) // unit * unit
    return bytes_of(elements, bits)


# --- Memory ----------------------------------------------------------------


def merged(values):
    """The union of the slices of `values`: disjoint [begin, end), ascending."""
    result = []
    slices = [(v.offset, v.offset + v.size) for v in values if v.size]
    for begin, end in sorted(slices):
        if result and begin <= result[-1][1]:
            result[-1] = (result[-1][0], max(end, result[-1][1]))
        else:
            result.append((begin, end))
    return result


def live_values(allocation, time):
    return [value for value in allocation.values if value.live_at(time)]


def occupied(allocation, time):
    return sum(end - begin for begin, end in merged(live_values(allocation, time)))


def earliest_largest(curve):
    """(largest, its earliest time) of a list by time; (0, 0) of an empty one."""
    if not curve:
        return 0, 0
    return max(curve), curve.index(max(curve))


def percent(part, whole):
    """Two decimals, half rounded up; "-" of nothing. What is neither nothing nor
    all does not look so."""
    if whole == 0:
        return "-"
    hundredths = (part * 20000 + whole) // (2 * whole)
    if hundredths == 0 and part > 0:
        return "<0.01%"
    if hundredths == 10000 and part < whole:
        return ">99.99%"
    return "%d.%02d%%" % (hundredths // 100, hundredths % 100)


def holes(allocation, time):
    """The gaps of [0, size) between what is live at `time`."""
    values = live_values(allocation, time)
    result = []
    begin = 0
    for left, right in merged(values) + [(allocation.size, allocation.size)]:
        if begin < left:
            before = [v for v in values if v.size and v.offset + v.size == begin]
            after = [v for v in values if v.size and v.offset == left]
            result.append(
                {
                    "offset": begin,
                    "size": left - begin,
                    "after": " ".join(v.text() for v in before) or "-",
                    "before": " ".join(v.text() for v in after) or "-",
                }
            )
        begin = right
    return result


def show(number):
    return "unknown" if number is None else number


def describe(value):
    return {
        "id": value.id,
        "value": value.text(),
        "allocation": value.allocation.index,
        "space": value.allocation.space,
        "offset": value.offset,
        "size": value.size,
        "logical": show(logical_size(value.shape)),
        "begin": value.range[0],
        "end": value.range[1],
    }


def peak_report(allocations, curve, schedule):
    size, time = earliest_largest(curve)
    values = [v for a in allocations for v in live_values(a, time)]
    # One logical size for each slice: that of its largest value.
    slices = {}
    for value in values:
        key = (value.allocation.index, value.offset, value.size)
        slices.setdefault(key, []).append(logical_size(value.shape))
    padding = 0
    for (_, _, padded), logical in slices.items():
        if None in logical:
            padding = None
            break
        padding += padded - max(logical)
    values.sort(key=lambda v: (-v.size, v.id))
    return {
        "size": size,
        "time": time,
        "instruction": schedule[time] if schedule else "-",
        "padding": show(padding),
        "values": [describe(v) for v in values],
    }


def xla_rule(dump):
    """The time that XLA's own rule calls the peak, or None if it needs a size
    that the dump does not give."""
    sizes = {}
    for value in dump.values:
        # A leaf of a tuple does not tell the shape of its tuple.
        own = value.shape if value.index in (None, "{}") else ""
        sizes[value.id] = logical_size(value.result_shape or own)
    curve = []
    for time in range(dump.max):
        live = [v for v in dump.values if v.range]
        live = [v for v in live if v.range[0] <= time <= v.range[1] + 1]
        if any(sizes[v.id] is None for v in live):
            return None
        curve.append(sum(sizes[v.id] for v in live))
    return earliest_largest(curve)[1]


def report(dump):
    times = range(dump.max)
    shared = [a for a in dump.allocations if not a.thread_local]
    local = [a for a in dump.allocations if a.thread_local]
    curves = {a.index: [occupied(a, t) for t in times] for a in shared}

    spaces = {}
    for space in sorted({a.space for a in shared}):
        of_space = [a for a in shared if a.space == space]
        curve = [sum(curves[a.index][t] for a in of_space) for t in times]
        spaces[str(space)] = {
            "allocated": sum(a.size for a in of_space),
            "peak": peak_report(of_space, curve, dump.schedule),
            "live": curve,
        }
    everything = [sum(curves[a.index][t] for a in shared) for t in times]

    allocations = {}
    for allocation in shared:
        load, time = earliest_largest(curves[allocation.index])
        waste = allocation.size - load
        allocations[str(allocation.index)] = {
            "space": allocation.space,
            "values": len(allocation.values),
            "arena": len(allocation.values) > 1,
            "size": allocation.size,
            "load": load,
            "time": time,
            "fragmentation": waste,
            "percent": percent(waste, allocation.size),
            "holes": holes(allocation, time),
        }

    logical = {v.id: logical_size(v.shape) for v in dump.values}
    local_logical = [logical[v.id] for a in local for v in a.values]
    naive = []
    for time in times:
        live = [logical[v.id] for v in dump.values if v.live_at(time)]
        naive.append(None if None in live else sum(live))
    naive_largest = (None, None) if None in naive else earliest_largest(naive)
    tiled = [(v, tiled_size(v.shape)) for v in dump.values]
    tiled = [(v, size) for v, size in tiled if size is not None]

    return {
        "counts": {
            "allocations": len(dump.allocations),
            "values": len(dump.values),
            "used-values": len(dump.used),
            "schedule": len(dump.schedule),
            "phis": sum(v.phi for v in dump.values),
            "without-range": sum(not v.range for a in shared for v in a.values),
        },
        "total": {
            "printed": show(dump.total),
            "sum": sum(a.size for a in dump.allocations),
        },
        "printed-peak": {
            "time": dump.printed_time,
            "listed": sum(dump.printed),
            "padded": (everything + [0])[min(dump.printed_time, dump.max)],
            "by-rule": show(xla_rule(dump)),
            "stack-tree": dump.tree,
        },
        "largest-logical-sum": {
            "size": show(naive_largest[0]),
            "time": show(naive_largest[1]),
        },
        "peak": peak_report(shared, everything, dump.schedule),
        "spaces": spaces,
        "allocations": allocations,
        "thread-local": {
            "allocations": len(local),
            "printed": sum(a.size for a in local),
            "logical": "unknown" if None in local_logical else sum(local_logical),
        },
        "tiled-values": {
            "checked": len(tiled),
            "agreeing": sum(v.size == size for v, size in tiled),
        },
    }


# --- Printing --------------------------------------------------------------


def word(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def print_text(value, path=""):
    """One line `a.b.c: value` each; the items of a list count from 0."""
    if isinstance(value, dict):
        for key, item in value.items():
            print_text(item, path + "." + key if path else key)
    elif isinstance(value, list) and value and isinstance(value[0], dict):
        for number, item in enumerate(value):
            fields = " ".join("%s=%s" % field for field in item.items())
            print("%s.%d: %s" % (path, number, fields))
    elif isinstance(value, list):
        print("%s: %s" % (path, " ".join(map(str, value)) or "-"))
    else:
        print("%s: %s" % (path, word(value)))


def main():
    parser = argparse.ArgumentParser(
        description="Calculates the numbers of a buffer assignment dump."
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("dump", help="a *-buffer-assignment.txt file")
    arguments = parser.parse_args()
    try:
        with open(arguments.dump, encoding="utf-8", newline="\n") as file:
            result = report(Dump(file.read()))
    except (OSError, UnicodeError, DumpError) as error:
        print("reference.py: %s: %s" % (arguments.dump, error), file=sys.stderr)
        return 1
    if arguments.json:
        json.dump(result, sys.stdout, indent=1)
        print()
    else:
        print_text(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
