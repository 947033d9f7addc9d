#!/usr/bin/env python3
# ===- renames.py - Old names of options, by the page on deprecation ----------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===#
"""Checks the table of renamed names in docs/Deprecation.md.

Usage: renames.py PAGE VERSION FOLDER

VERSION is the project's, FOLDER has its programs. The old name of an option must
still work and be in no -help, the new one must be in -help, and no row may be left
that VERSION has removed.
"""

import re
import subprocess
import sys
from pathlib import Path

ROW = re.compile(
    r"^\| (?P<what>[^|]+) \| (?P<old>[^|]+) \| (?P<new>[^|]+)"
    r" \| (?P<since>\d+\.\d+) \| (?P<until>\d+\.\d+) \|$",
    re.M,
)


def options(program: Path, help_option: str) -> set[str]:
    text = subprocess.run(
        [program, help_option], capture_output=True, text=True, check=True
    ).stdout
    return set(re.findall(r"^ +--?([a-z][\w-]*)", text, re.M))


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".")[:2])


def minor_distance(since: str, until: str) -> int:
    return numbers(until)[1] - numbers(since)[1]


def faults(row: re.Match[str], version: str, folder: Path) -> list[str]:
    found = []
    if numbers(row["until"]) <= numbers(version):
        found.append("is to be removed in %s" % row["until"])
    if minor_distance(row["since"], row["until"]) != 2:
        found.append("does not work for two minor releases")
    option = re.fullmatch(r"option of `([\w-]+)`", row["what"].strip())
    if not option:
        return found
    program = folder / option.group(1)
    old, new = (row[name].strip("` ").lstrip("-") for name in ("old", "new"))
    if old not in options(program, "--help-hidden"):
        found.append("does not work any more")
    if old in options(program, "--help"):
        found.append("is shown by --help")
    if new not in options(program, "--help"):
        found.append("has a new name that --help does not show")
    return found


def main() -> int:
    page, version, folder = Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])
    count = failures = 0
    for row in ROW.finditer(page.read_text(encoding="utf-8")):
        count += 1
        for fault in faults(row, version, folder):
            failures += 1
            print("%s %s" % (row["old"].strip(), fault))
    print("%d renamed, %d failures" % (count, failures))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
