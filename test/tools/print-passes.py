#!/usr/bin/env python3
# ===- print-passes.py - -print-passes as the page of passes tells it ---------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Prints what `hlo-mem-opt -print-passes` has to print, by docs/generated/Passes.md.

Usage: print-passes.py PASSES.MD
"""

import re
import sys

# These name an analysis and are in no page.
PASSES = {
    "invalidate<analysis>": ["Drop the result of an analysis, or of 'all'"],
    "require<analysis>": ["Compute an analysis"],
}


def cells(line: str) -> list[str]:
    """The cells of a row of a table, as they are without Markdown."""
    row = re.split(r"(?<!\\)\|", line.strip())[1:-1]
    return [cell.strip().replace("\\|", "|") for cell in row]


def rows(text: str) -> list[list[str]]:
    return [cells(line) for line in text.splitlines() if line.startswith("| ")]


def plain(cell: str) -> str:
    return cell.strip("`")


def describe(section: str, summary: str) -> list[str]:
    """Summary and options of a pass, as pairs of columns."""
    if "This pass changes the assignment" in section:
        summary += " (transform)"
    lines = [summary]
    table = re.search(r"^\| Option .*\n\| ---.*\n((?:\|.*\n)*)", section, re.M)
    for option, default, meaning in rows(table.group(1)) if table else []:
        if default:
            meaning += " (default: %s)" % plain(default)
        lines.append("    %s\0%s" % (plain(option), meaning))
    return lines


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        page = file.read()
    passes, analyses = page.split("\n# Analyses\n")
    analyses, aliases = analyses.split("\n# Pipeline aliases\n")
    index = passes[: passes.index("\n## ")]
    for name, summary in re.findall(r"^\| \[`(.*?)`\]\(.*?\) \| (.*) \|$", index, re.M):
        section = passes.split("\n## `%s`\n" % name)[1].split("\n## ")[0] + "\n"
        PASSES[name] = describe(section, summary.replace("\\|", "|"))

    lines = ["Passes:"]
    for name in sorted(PASSES):
        summary, *options = PASSES[name]
        lines += ["  %s\0%s" % (name, summary)] + options
    lines.append("Analyses:")
    table = analyses[: analyses.index("\n## ")]
    for row in sorted(rows(table)[2:]):
        lines.append("  %s\0%s" % (plain(row[0]), row[2]))
    lines.append("Pipeline aliases:")
    for name, pipeline, summary in sorted(rows(aliases)[2:]):
        text = "%s; alias of '%s'" % (summary, plain(pipeline))
        lines.append("  %s\0%s" % (plain(name), text))

    width = max(len(line.split("\0")[0]) for line in lines) + 2
    for line in lines:
        left, _, right = line.partition("\0")
        print(left.ljust(width) + right if right else left)


if __name__ == "__main__":
    main()
