#!/usr/bin/env python3
# ===- check-screen.py - The first screen adds up -----------------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Adds up the screens of dumps as they are printed, and counts lines and columns.

Usage: check-screen.py HLO-MEM-OPT DUMP...

Of each dump: the kinds add up to what is needed, which is what the table of
allocations has in the memory space; no row exceeds its kind; the screen has at most
40 lines of 80 columns, commands aside. Prints a line for what is wrong, and how many
screens were checked.
"""

import json
import re
import subprocess
import sys
from decimal import Decimal

LINES, COLUMNS = 40, 80
UNITS = {"GiB": 1 << 30, "MiB": 1 << 20, "KiB": 1 << 10, "bytes": 1}
ROW = re.compile(r"^( +)\S.*? +([0-9]+(?:\.[0-9]+)?)(?: +([0-9]+)(?: #+)?)?$")


def run(program: str, *options: str) -> str:
    done = subprocess.run(
        [program, "-no-verify", *options], capture_output=True, text=True, check=False
    )
    return done.stdout


def read_allocated(program: str, dump: str) -> dict[int, int]:
    """The allocated bytes of each memory space, by the table of allocations."""
    allocated: dict[int, int] = {}
    for line in run(program, "-emit=jsonl", "-o", "-", dump).splitlines():
        row = json.loads(line)
        if row["table"] == "allocations" and row["kind"] != "thread-local":
            allocated[row["space"]] = allocated.get(row["space"], 0) + row["size"]
    return allocated


def check(program: str, dump: str) -> list[str]:
    """What is wrong with the screen of a dump."""
    lines = run(program, dump).splitlines()
    wrong = []
    if len(lines) > LINES:
        wrong.append(f"{len(lines)} lines")
    wrong += [
        f"{len(line)} columns: {line}"
        for line in lines[1:]
        if len(line) > COLUMNS and not line.startswith("hlo-mem-opt ")
    ]
    begin = next((n for n, line in enumerate(lines) if line.startswith("Where ")), None)
    if begin is None:
        return [*wrong, "no parts"]
    title = re.match(r"Where ([0-9.]+) (\w+) are", lines[begin])
    assert title
    need, unit = Decimal(title[1]), title[2]
    total = kind = Decimal(0)
    for line in lines[begin + 1 :]:
        if not line:
            break
        row = ROW.match(line)
        if not row:
            wrong.append("no row: " + line)
        elif len(row[1]) == 2:
            total += Decimal(row[2])
            kind = Decimal(row[2])
        else:
            kind -= Decimal(row[2])
            if kind < 0:
                wrong.append("exceeds its kind: " + line)
    if total != need:
        wrong.append(f"the kinds are {total} of {need} {unit}")
    allocated = read_allocated(program, dump)
    found = [size / UNITS[unit] for size in allocated.values()]
    half = Decimal("0.005") if unit == "GiB" else Decimal("0.5")
    if not any(abs(Decimal(size) - need) <= half for size in found):
        wrong.append(f"needs {need} {unit}, which no space has: {allocated}")
    return wrong


def main() -> int:
    program, *dumps = sys.argv[1:]
    failures = 0
    for dump in dumps:
        for problem in check(program, dump):
            print(f"{dump}: {problem}")
            failures += 1
    print(f"{len(dumps)} screens, {failures} wrong")
    return 1 if failures else 0


sys.exit(main())
