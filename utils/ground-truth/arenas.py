#!/usr/bin/env python3
# ===- arenas.py - Arenas of text dumps against their replay ---------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares the arenas of text dumps with what `-passes=replay` makes of the text alone.

The offsets are read here, not by the tool, which sees the text files of a dump without
the program beside them. An arena is an allocation of temporaries whose values the replay
lists; it is equal if each of them lies where the dump has it. The table has a row for
each device and release.

Exits with 1 if the tool fails; arenas that differ are listed.
"""

from __future__ import annotations

import collections
import json
import os
import re
import subprocess
import sys
import tempfile

from assigner import print_table
from forms import find_release, make_parser
from predictions import get_backend

MAIN = "-buffer-assignment.txt"
TEXTS = (MAIN, "-buffer-assignment-values.txt", "-live-range.txt")
VALUE = re.compile(
    r"^ value: <\d+ ([^\s{}]+)(\{[\d,]*\})?[^>]*> \(size=\d+,offset=(\d+)\)"
)
COLUMNS = ("dumps", "arenas", "equal arenas", "equal sizes", "values", "equal values")

Offsets = dict[tuple[int, str], int]


def find_dump_release(path: str) -> tuple[str, str]:
    """Device and release, as the names of the proto that belongs to it tell them."""
    return find_release(path[: -len(MAIN)] + ".hlo.pb")


def read_offsets(path: str) -> Offsets:
    """By allocation and value."""
    found: Offsets = {}
    allocation = -1
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.startswith("allocation "):
                allocation = int(line.split()[1].rstrip(":"))
            elif match := VALUE.match(line):
                name = match[1] + (match[2] or "{}")
                found[allocation, name] = int(match[3])
    return found


def replay(tool: str, path: str, backend: str) -> list[dict[str, object]]:
    """The remarks of the replay of the text files alone."""
    base = path[: -len(MAIN)]
    with tempfile.TemporaryDirectory() as folder:
        for text in TEXTS:
            if os.path.exists(base + text):
                name = os.path.join(folder, os.path.basename(base) + text)
                os.symlink(os.path.abspath(base + text), name)
        command = [tool, "-format=json", "-passes=replay<list=all>", "-no-verify"]
        command += ["-backend=" + backend, folder]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError("%s: %s" % (path, done.stderr.strip()))
    return [json.loads(line) for line in done.stdout.splitlines() if line[:1] == "{"]


def compare(tool: str, path: str, row: collections.Counter[str]) -> None:
    backend = get_backend(find_dump_release(path)[0])
    recorded = read_offsets(path)
    values: collections.Counter[int] = collections.Counter()
    equal: collections.Counter[int] = collections.Counter()
    row["dumps"] += 1
    for remark in replay(tool, path, backend):
        found = remark["args"]
        assert isinstance(found, dict)
        if remark["name"] in ("ReplayArenaExact", "ReplayArenaDiffers"):
            row["arenas"] += 1
            row["equal sizes"] += found.get("Difference", 0) == 0
        elif remark["name"] == "ReplayValue":
            name = found["Value"] + ("" if found["Value"].endswith("}") else "{}")
            values[found["Allocation"]] += 1
            equal[found["Allocation"]] += (
                recorded[found["Allocation"], name] == found["Offset"]
            )
    for allocation, count in values.items():
        row["values"] += count
        row["equal values"] += equal[allocation]
        row["equal arenas"] += equal[allocation] == count
        if equal[allocation] != count:
            print(
                "%s: allocation %d: %d of %d values"
                % (path, allocation, equal[allocation], count),
                file=sys.stderr,
            )


def main() -> int:
    parser = make_parser(__doc__, "where X%s lie" % MAIN)
    arguments = parser.parse_args()
    rows: dict[tuple[str, str], collections.Counter[str]] = collections.defaultdict(
        collections.Counter
    )
    for folder in arguments.folders:
        for root, _, names in sorted(os.walk(folder)):
            for name in sorted(names):
                if name.endswith(MAIN):
                    path = os.path.join(root, name)
                    compare(arguments.tool, path, rows[find_dump_release(path)])
    if not rows:
        parser.error("no X%s in %s" % (MAIN, ", ".join(arguments.folders)))
    print_table(rows, COLUMNS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
