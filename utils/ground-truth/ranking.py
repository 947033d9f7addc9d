#!/usr/bin/env python3
# ===- ranking.py - Is the best change on top? -----------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares what `-passes=advise` lists first with recompiles of the changed programs.

Of a program of make-dumps that was also compiled with donation, with `jax.checkpoint` or
with its state in bfloat16, the change that really saves most is looked for in the rows of
single changes: among those changes whose recompile there is, and among all. A program in
which none of them saves 1 % does not count. For limits above, below and between what the
changed program really needs, the table also says how often "fits" and "does not fit"
would be right by the number in the row. XLA's numbers are read here, not by the tool.
"""

from __future__ import annotations

import collections
import json
import subprocess
import sys
from dataclasses import dataclass, field

from forms import make_parser
from predictions import find_unique, get_backend, make_line, read, sum_space
from variants import NAME

# By the name of the row, the variant that was compiled with the change.
VARIANTS = {
    "DonateArguments": "donated",
    "CheckpointLoops": "remat",
    "NarrowState": "state-bf16",
}
SINGLE = {*VARIANTS, "CheckpointLoopsKeepingDots", "OffloadState"}
# Of what is needed afterwards, and halfway to what is needed before.
LIMITS = (0.7, 0.9, 1.1, 1.3)
COLUMNS = ("programs", "first", "second", "later or no row", "first or second of all")
VERDICTS = ("verdicts", "right")


@dataclass
class Group:
    """A program, and what it becomes, by the name of the row."""

    base: str = ""
    after: dict[str, str] = field(default_factory=dict)


def find_groups(folders: list[str]) -> list[tuple[str, Group]]:
    """With the device that each was compiled for."""
    Key = tuple[str, str, str, str]
    named: dict[Key, dict[str, str]] = collections.defaultdict(dict)
    for path in find_unique(folders):
        if match := NAME.search(path.rpartition("/")[2]):
            key: Key = (match["program"], match["size"], match["device"], match["jax"])
            named[key][match["variant"] or ""] = path
    groups = []
    for key, by_variant in sorted(named.items()):
        after = {r: by_variant[v] for r, v in VARIANTS.items() if v in by_variant}
        if "" in by_variant:
            groups.append((key[2], Group(by_variant[""], after)))
        if "" in by_variant and "not-donated" in by_variant:
            donated = {"DonateArguments": by_variant[""]}
            groups.append((key[2], Group(by_variant["not-donated"], donated)))
    return [(device, group) for device, group in groups if group.after]


def read_rows(tool: str, path: str, backend: str) -> dict[str, int]:
    """Of the single changes, in their order: what each saves."""
    command = [tool, "-format=json", "-passes=advise", "-no-verify"]
    command += ["-backend=" + backend, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError("{}: {}".format(path, done.stderr.strip()))
    remarks = [json.loads(line) for line in done.stdout.splitlines() if line[:1] == "{"]
    return {r["name"]: r["args"]["Saves"] for r in remarks if r["name"] in SINGLE}


def compare(
    tool: str, backend: str, group: Group, row: collections.Counter[str]
) -> None:
    need = sum_space(read(group.base))
    real = {name: need - sum_space(read(path)) for name, path in group.after.items()}
    best = max(real, key=lambda name: real[name])
    if real[best] * 100 < need:
        return
    rows = read_rows(tool, group.base, backend)
    ranked = sorted(rows, key=lambda name: -rows[name])
    compiled = [name for name in ranked if name in real]
    row["programs"] += 1
    place = compiled.index(best) if best in compiled else len(compiled) + 2
    row[COLUMNS[min(place, 2) + 1]] += 1
    row["first or second of all"] += best in ranked[:2]
    if place > 1:
        print("{}: {}".format(group.base, best), file=sys.stderr)
    for name in compiled:
        then = need - real[name]
        for limit in [then * factor for factor in LIMITS] + [(need + then) / 2]:
            if limit < need:
                row["verdicts"] += 1
                row["right"] += (need - rows[name] <= limit) == (then <= limit)


def main() -> int:
    parser = make_parser(__doc__, "where the variants' X.hlo.pb lie")
    arguments = parser.parse_args()
    rows: dict[str, collections.Counter[str]] = collections.defaultdict(
        collections.Counter
    )
    for device, group in find_groups(arguments.folders):
        backend = get_backend(device)
        compare(arguments.tool, backend, group, rows[backend])
    if not rows:
        parser.error("no variants in {}".format(", ".join(arguments.folders)))
    print(make_line(("backend", *COLUMNS, *VERDICTS)), end="")
    print("|---|" + "---:|" * (len(COLUMNS) + len(VERDICTS)))
    for backend, row in sorted(rows.items()):
        print(make_line((backend, *(row[c] for c in COLUMNS + VERDICTS))), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
