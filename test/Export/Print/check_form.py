#!/usr/bin/env python3
# ===- check_form.py - Is a dump in the form of a version of XLA? ------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Checks every line of a dump against what one version of XLA prints.

Usage: check_form.py NAME DUMP

Shares nothing with the program: the dates of the changes and the forms of the
lines are written down here a second time. What a version prints and a converted
dump may lack is optional: pointers, types of operands, texts of instructions,
the stack trace, shapes of parameters.
"""

from __future__ import annotations

import re
import sys

# Name: month of the first XLA with this form.
MONTHS = {
    "xla-2018": "2018-01",
    "xla-2019-05": "2019-05",
    "xla-2019-09": "2019-09",
    "xla-2019-10": "2019-10",
    "xla-2019-12": "2019-12",
    "jaxlib-0.1.66": "2021-04",
    "xla-2021-08": "2021-08",
    "jaxlib-0.1.72": "2021-09",
    "jaxlib-0.3.20": "2022-09",
    "jaxlib-0.4.24": "2024-01",
    "jaxlib-0.4.36": "2024-11",
    "jaxlib-0.5.3": "2025-03",
    "jaxlib-0.6.0": "2025-04",
    "jaxlib-0.6.1": "2025-05",
    "jaxlib-0.7.1": "2025-07",
    "jaxlib-0.7.2": "2025-08",
    "jaxlib-0.10.0": "2026-04",
    "jaxlib-0.10.2": "2026-06",
    # After July; the earliest month that this can be.
    "jaxlib-0.11.2": "2026-08",
}

NAME = r"[A-Za-z_][A-Za-z0-9_.-]*"
INDEX = r"\{(?:\d+(?:,\d+)*)?\}"
VALUE = rf"<\d+ {NAME}(?:{INDEX})?(?: \(phi\))?(?: @\d+)?>"
BAR = r"\|[^|]+\|"
HUMAN = r"(?:\d+B|\d+\.\dKiB|\d+\.\d\d[MGTPE]iB)"
GROUPED = r"\d{1,3}(?: \d{3})*"


class Mistake(Exception):
    pass


class Checker:
    def __init__(self, name: str, text: str) -> None:
        self.month = MONTHS[name]
        self.lines = text.split("\n")
        self.at = 0
        if self.lines.pop() != "":
            raise Mistake("no line feed at the end")

    def since(self, month: str) -> bool:
        return self.month >= month

    def line(self, ahead: int = 0) -> str | None:
        at = self.at + ahead
        return self.lines[at] if at < len(self.lines) else None

    def matches(self, pattern: str) -> re.Match[str] | None:
        line = self.line()
        return None if line is None else re.fullmatch(pattern, line)

    def take(self, pattern: str) -> re.Match[str]:
        """The match of the current line, which is then passed."""
        match = self.matches(pattern)
        if not match:
            raise Mistake("line %d: %r is no %r" % (self.at + 1, self.line(), pattern))
        self.at += 1
        return match

    def take_all(self, pattern: str) -> list[re.Match[str]]:
        result = []
        while self.matches(pattern):
            result.append(self.take(pattern))
        return result

    # --- The sections -------------------------------------------------------

    def check(self) -> None:
        self.take("BufferAssignment:")
        self.allocations()
        if self.since("2019-10") and (self.line(1) or "").startswith("Total"):
            self.take("")
            human = rf" \({HUMAN}\)" if self.since("2021-08") else ""
            self.take(r"Total bytes used: \d+" + human)
        if self.since("2019-09") and self.line(1) == "Used values:":
            self.take("")
            self.take("Used values:")
            self.used_values()
        if self.since("2021-04") and self.line() is not None:
            self.take("")
            self.take("")
            self.live_ranges()
        if self.line() is not None:
            raise Mistake("line %d: %r is too much" % (self.at + 1, self.line()))

    def allocations(self) -> None:
        pointer = "" if self.since("2022-09") else "(?:0x[0-9a-f]+, )?"
        shapes = self.since("2019-12")
        page = r", page \d+" if self.since("2026-08") else ""
        pattern = (
            rf"allocation \d+: {pointer}size \d+(?:, color \d+)?{page}"
            + r"(?:, parameter \d+"
            + (rf"(?:, shape {BAR})?" if shapes else "")
            + rf" at ShapeIndex {INDEX})?"
            + (rf"(?:, output shape is {BAR})?" if shapes else "")
            + "(?:, constant)?(?:, thread-local)?(?:, maybe-live-out)?"
            + "(?:, preallocated-temp)?:"
        )
        while self.matches("allocation .*"):
            self.comments(self.take(pattern).string)
            if self.since("2019-09"):
                for match in self.take_all(
                    rf" value: {VALUE} \(size=\d+,offset=\d+\): .+"
                ):
                    self.comments(match.string)
                if self.since("2026-06") and self.matches(" reused by .*"):
                    self.take(" reused by buffers of a different color:")
                    self.take_all(rf"  value: {VALUE} \(color=\d+\)")
            elif self.since("2019-05"):
                while self.matches(r"  \d.*"):
                    self.take(
                        rf"  \d+ (?:PHI )?{NAME}(?:{INDEX})?(?: @\d+)?, positions:"
                    )
                    self.positions_and_uses()
                    self.comments(self.take(r" \[\d+,\d+\]: .+").string)
            else:
                for match in self.take_all(
                    rf"  {NAME}\[[\d,]*\]\(#\d+(?: @\d+)?\) \[\d+,\d+\]: .+"
                ):
                    self.comments(match.string)

    def comments(self, line: str) -> None:
        """`/*index=5*/` before every fifth element since March 2021."""
        if not self.since("2021-04"):
            if "/*" in line:
                raise Mistake("a comment: " + line)
            return
        shape = re.search(r"\(((?:[a-z0-9]+\[\](?:, )?(?:/\*index=\d+\*/)?)+)\)", line)
        if not shape:
            return
        for number, element in enumerate(shape.group(1).split(", ")):
            wanted = "/*index=%d*/" % number if number and number % 5 == 0 else ""
            comment = re.match(r"/\*.*\*/", element)
            if (comment[0] if comment else "") != wanted:
                raise Mistake("comments: " + line)

    def positions_and_uses(self) -> None:
        if not self.take_all(rf"  {NAME}(?: {INDEX})?"):
            raise Mistake("line %d: no positions" % (self.at + 1))
        if self.since("2024-01") and self.matches(" uses are not .*"):
            self.take(r" uses are not initialized yet\.")
            return
        self.take(" uses:")
        uses = self.take_all(rf"  {NAME}, operand \d+(?: {INDEX})?")
        if self.since("2026-06") and not uses:
            self.take(r"  \(none\)")

    def used_values(self) -> None:
        glued = "2024-01" <= self.month < "2024-11"
        blank = " " if self.since("2024-01") else ""
        header = text = None
        while header or self.matches(VALUE):
            if not header:
                self.take(VALUE)
            header = text = None
            self.take(" positions:")
            self.positions_and_uses()
            if not self.since("2021-09") or not self.matches(" from .*"):
                continue
            text = self.take(rf" from instruction:{blank}(?! )(.*)").group(1)
            if glued and self.line() == " positions:":
                header = re.fullmatch(rf"(.*[^ <])({VALUE})", text)
                if not header:
                    raise Mistake("line %d: no value at its end" % self.at)
                text = header.group(1)
            self.instruction(text)
        if glued and text and self.line() == "":
            # The first of two empty lines ends the line of the last text.
            self.lines.insert(self.at, "")

    def instruction(self, text: str) -> None:
        match = re.match(rf"%?{NAME} = ", text)
        if not match:
            raise Mistake("no instruction: " + text)
        rest = text[match.end() :]
        shape = self.balanced(rest, " ")
        rest = rest[shape + 1 :]
        match = re.match(r"([a-z0-9-]+)\(", rest)
        if not match:
            raise Mistake("no opcode: " + rest)
        if match.group(1) in ("constant", "parameter"):
            return
        rest = rest[match.end() :]
        operands = rest[: self.balanced(rest, ")")]
        typed = "" if self.since("2025-03") else r"(?:\S.* )?"
        while operands:
            end = self.balanced(operands, ",")
            if not re.fullmatch(
                rf" ?(?:/\*index=\d+\*/)?{typed}%{NAME}", operands[:end]
            ):
                raise Mistake("operand %r of %s" % (operands[:end], text))
            operands = operands[end + 1 :]

    @staticmethod
    def balanced(text: str, wanted: str) -> int:
        """The first place of `wanted` that is in no brackets."""
        depth = 0
        for at, char in enumerate(text):
            if not depth and char == wanted:
                return at
            depth += (char in "([{") - (char in ")]}")
        return len(text)

    def live_ranges(self) -> None:
        if self.since("2026-04") and self.matches("HloLiveRange not .*"):
            self.take(r"HloLiveRange not available \(finalized or .*\)")
            return
        self.take(r"HloLiveRange \(max \d+\):")
        self.take("  InstructionSequence:")
        self.take_all(rf"    \d+:{NAME}")
        self.take("  BufferLiveRange:")
        ranges = self.take_all(rf"    ({NAME})({INDEX}):(\d+)-(\d+)")
        time = int(self.take(r"  Live ranges at (\d+) \(peak\):").group(1))
        live = [m for m in ranges if int(m.group(3)) <= time <= int(m.group(4))]
        self.peak(live)
        if self.since("2025-07") and self.line() is not None:
            self.take(rf"  Stack trace breakdown for peak usage: {GROUPED} bytes")
            self.take_all(
                rf"    .* \(\d+\.\d%, total: {GROUPED} bytes, current: {GROUPED} "
                rf"bytes, remaining: {GROUPED} bytes\)"
            )

    def peak(self, live: list[re.Match[str]]) -> None:
        """The list has what is live, in XLA's order and with its sums."""
        index = INDEX if self.since("2025-04") else ""
        is_sorted = self.since("2025-05")
        total = r" \(cumulative: (\d+) bytes\)" if is_sorted else "()"
        lines = self.take_all(rf"    ({NAME})({index}): (\d+) bytes{total}")
        found = [m.group(1) + m.group(2) for m in lines]
        wanted = [m.group(1) + (m.group(2) if index else "") for m in live]
        if not is_sorted:
            if found != wanted:
                raise Mistake("peak list: %s, not %s" % (found, wanted))
            return
        if sorted(found) != sorted(wanted):
            raise Mistake("peak list: %s, not %s" % (found, wanted))
        keys, running = [], 0
        for match in lines:
            numbers = [int(n) for n in re.findall(r"\d+", match.group(2))]
            keys.append((-int(match.group(3)), match.group(1).encode(), numbers))
            running += int(match.group(3))
            if running != int(match.group(4)):
                raise Mistake("running sum: " + match.string)
        if keys != sorted(keys):
            raise Mistake("order of the peak list")


def main() -> None:
    if len(sys.argv) != 3 or sys.argv[1] not in MONTHS:
        sys.exit("usage: check_form.py NAME DUMP")
    with open(sys.argv[2], encoding="utf-8") as file:
        text = file.read()
    try:
        Checker(sys.argv[1], text).check()
    except Mistake as mistake:
        sys.exit("check_form.py: %s: %s" % (sys.argv[2], mistake))


if __name__ == "__main__":
    main()
