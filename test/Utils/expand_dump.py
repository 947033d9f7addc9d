#!/usr/bin/env python3
# ===- expand_dump.py - Whole dumps from their allocations alone -------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Makes a whole dump from what matters for places and times.

Usage: expand_dump.py SHORT > DUMP (in lit tests: %expand-dump SHORT > DUMP)

SHORT holds the allocations as in a dump, with the live range of each value
behind its shape, and its metadata where a test wants some:

    max 4
    allocation 0: size 100, preallocated-temp:
     value: <1 a @0> (size=40,offset=0): f32[10]{0} | 0-2 | op_name="mul"
     value: <2 b @0> (size=40,offset=40): f32[10]{0}
    peak 2

`peak` is the time of XLA's own peak, 0 where it is left out; what is live then
is listed with its padded sizes, unless the lines of a list follow. The rest is
filled in: the total, the used values, and a schedule in which a value's
instruction stands at the start of its range, and `step.T` where none does.

Exit status: 0, or 1 if a line cannot be read.
"""

import re
import sys
from collections.abc import Iterable

VALUE = re.compile(
    r" value: (<(\d+) ([A-Za-z_][\w.-]*)(\{[0-9,]*\})?[^>]*>) "
    r"\(size=(\d+),offset=\d+\): ([^|]+)(?:\| (\d+)-(\d+))? *(?:\| (.*))?"
)
VALUE_FORM = " value: <1 NAME @0> (size=8,offset=0): f32[2]{0} | 0-3"


class LineError(Exception):
    """A line that cannot be read."""


class Value:
    def __init__(self, line: str) -> None:
        match = VALUE.fullmatch(line)
        if not match:
            raise LineError("expected a value such as '%s'" % VALUE_FORM)
        self.line = line.split("|")[0].rstrip()
        self.header, _, self.name, self.index = match.groups()[:4]
        self.id = int(match.group(2))
        self.size = int(match.group(5))
        self.shape = match.group(6).rstrip()
        self.range: tuple[int, int] | None = None
        if match.group(7):
            self.range = int(match.group(7)), int(match.group(8))
        self.metadata: str | None = match.group(9)

    def is_live_at(self, time: int) -> bool:
        return self.range is not None and self.range[0] <= time <= self.range[1]

    def used(self) -> list[str]:
        index = self.index or ""
        shape = "(%s)" % self.shape if len(index) > 2 else self.shape
        text = '%%%s = %s custom-call(), custom_call_target="x"' % (self.name, shape)
        if self.metadata:
            text += ", metadata={%s}" % self.metadata
        position = "  " + self.name + (" " + index if index else "")
        return [
            self.header,
            " positions:",
            position,
            " uses:",
            " from instruction: " + text,
        ]


def read_number(pattern: str, line: str, form: str) -> int:
    match = re.search(pattern, line)
    if not match:
        raise LineError("expected %s" % form)
    return int(match.group(1))


class Dump:
    """What the lines of a short dump say."""

    def __init__(self) -> None:
        self.end = self.peak = self.total = 0
        self.allocations: list[str] = []
        self.values: list[Value] = []
        self.listed: list[str] = []

    def read(self, line: str) -> None:
        if line.startswith("max "):
            self.end = read_number(r"^max (\d+)$", line, "'max' and a time")
        elif line.startswith("peak "):
            self.peak = read_number(r"^peak (\d+)$", line, "'peak' and a time")
        elif line.startswith("    "):
            self.listed.append(line)
        elif line.startswith(" value: "):
            self.values.append(Value(line))
            self.allocations.append(self.values[-1].line)
        elif line:
            form = "an allocation with its size, or 'max', 'peak' or ' value:'"
            self.total += read_number(r"size (\d+)", line, form)
            self.allocations.append(line)

    def schedule(self) -> list[str]:
        schedule = ["step.%d" % time for time in range(self.end)]
        placed = set()
        for value in self.values:
            if not value.range or value.range[0] >= self.end or value.name in placed:
                continue
            if schedule[value.range[0]].startswith("step."):
                schedule[value.range[0]] = value.name
                placed.add(value.name)
        return schedule

    def expand(self) -> str:
        self.values.sort(key=lambda value: value.id)
        result = ["BufferAssignment:", *self.allocations]
        # XLA's own sum has 64 bits.
        result += [
            "",
            "Total bytes used: %d" % (self.total % 2**64),
            "",
            "Used values:",
        ]
        for value in self.values:
            result += value.used()
        result += [
            "",
            "",
            "HloLiveRange (max %d):" % self.end,
            "  InstructionSequence:",
        ]
        result += ["    %d:%s" % item for item in enumerate(self.schedule())]
        result.append("  BufferLiveRange:")
        for value in self.values:
            if value.range:
                place = value.name, value.index or "{}", *value.range
                result.append("    %s%s:%d-%d" % place)
        result.append("  Live ranges at %d (peak):" % self.peak)
        for value in self.values:
            if value.is_live_at(self.peak) and not self.listed:
                listed = value.name, value.index or "{}", value.size
                result.append("    %s%s: %d bytes" % listed)
        return "\n".join(result + self.listed) + "\n"


def expand(lines: Iterable[str], name: str = "SHORT") -> str:
    """The dump of the lines of a short one; a mistake in them ends the program."""
    dump = Dump()
    for number, line in enumerate(lines, 1):
        try:
            dump.read(line)
        except LineError as error:
            found = "%s:%d: error: %s, found '%s'" % (name, number, error, line)
            sys.exit("expand_dump.py: " + found)
    return dump.expand()


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: expand_dump.py SHORT > DUMP")
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        sys.exit("expand_dump.py: error: cannot read '%s': %s" % (sys.argv[1], error))
    sys.stdout.write(expand(text.split("\n"), sys.argv[1]))


if __name__ == "__main__":
    main()
