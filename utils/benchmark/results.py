# ===- results.py - The table of what was measured -------------------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A table of measurements, ratios, and whether they are good enough."""

COLUMNS = [
    "dump",
    "what",
    "measured",
    "processor",
    "against",
    "ratio",
    "at most",
    "met",
]
RULE = ["---", "---", "--:", "--:", "---", "--:", "--:", "---"]


def duration(seconds):
    if seconds >= 0.1:
        return "%.3f s" % seconds
    return "%.2f ms" % (seconds * 1000)


class Limit:
    """The largest ratio wanted, and the largest that is accepted."""

    def __init__(self, wanted, accepted=None):
        self.wanted = wanted
        self.accepted = accepted or wanted

    def __str__(self):
        if self.accepted == self.wanted:
            return "%.4g" % self.wanted
        return "%.4g (%.4g)" % (self.wanted, self.accepted)

    def judge(self, ratio):
        if ratio <= self.wanted:
            return "yes"
        return "just" if ratio <= self.accepted else "no"


class Table:
    def __init__(self):
        self.rows = []

    def add(self, dump, what, measured, against="", ratio=None, limit=None):
        """`measured` is a Series or a text."""
        processor = ""
        if not isinstance(measured, str):
            processor = duration(measured.processor())
            measured = duration(measured.clock())
        row = [dump, what, measured, processor, against, "", "", ""]
        if ratio is not None:
            row[5] = "%.2f" % ratio
            if limit:
                row[6:] = [str(limit), limit.judge(ratio)]
        self.rows.append(row)

    def __str__(self):
        lines = ["| %s |" % " | ".join(COLUMNS), "|%s|" % "|".join(RULE)]
        lines += ["| %s |" % " | ".join(row) for row in self.rows]
        return "\n".join(lines)
