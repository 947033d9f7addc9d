#!/usr/bin/env python3
# ===- donation.py - Predicted donation against recompiles ------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares `-passes=replay<donate=...>` with programs that were compiled so.

Takes the pairs of `make-dumps.py --pairs` that differ in what is donated alone. What is
allocated in memory space 0 after the donation is read from the second one's HloProto,
not by the tool. Errors are relative to what was really saved; the naive rule takes the
size of all that is donated for the saving. "All allocations" are pairs in which
`-passes=donate<...>,print` prints every line of an allocation as XLA does.

Exits with 1 if there is no pair.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass

from assigner import TPU, find_protos, read_recorded, sum_blocks
from forms import find_release
from wire import Message

PAIR = re.compile(
    r"(?P<program>.+?-(?:tiny|small|large))-"
    r"(?P<variant>not-donated|donated[a-z-]*?|all|one|some|first-only|unusable)"
    r"(?P<target>-[a-z0-9-]+-jax[\d.]+\.hlo\.pb)$"
)


@dataclass
class Result:
    """Bytes; of the two savings less is negative."""

    real: int
    predicted: int
    naive: int
    is_equal: bool


def find_pairs(folders: list[str]) -> list[tuple[str, str]]:
    """Programs before and after the donation."""
    pairs = []
    for path in find_protos(folders):
        match = PAIR.search(os.path.basename(path))
        if not match:
            continue
        other = os.path.join(os.path.dirname(path), match["program"] + match["target"])
        if not os.path.exists(other):
            continue
        is_before = match["variant"] == "not-donated"
        pairs.append((path, other) if is_before else (other, path))
    return pairs


def read_donated(data: bytes) -> set[int]:
    """The numbers of the parameters that are aliased, or given away."""
    module = Message(data).message(1)
    numbers = set()
    for field, number in ((8, 2), (18, 1)):
        for table in module.messages(field):
            numbers |= {entry.number(number) for entry in table.messages(1)}
    return numbers


def predict(
    tool: str, path: str, donated: set[int], backend: str
) -> tuple[int, int] | None:
    """What space 0 would take, and the size of what is donated."""
    option = "donate=" + ",".join(map(str, sorted(donated)))
    command = [tool, "-format=json", "-no-verify", "-backend=" + backend]
    command += [f"-passes=replay<list=none;{option}>", path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    for line in done.stdout.splitlines() + done.stderr.splitlines():
        remark = json.loads(line) if line.startswith("{") else {"name": ""}
        if remark["name"] == "ReplayDonation" and remark["args"]["Space"] == 0:
            return remark["args"]["After"], remark["args"]["Donated"]
    return None


def name_parameters(data: bytes) -> dict[int, str]:
    """The instructions of the entry's parameters, by their numbers."""
    module = Message(data).message(1)
    entry = module.number(6)
    return {
        instruction.number(9): instruction.text(1)
        for computation in module.messages(3)
        if computation.number(5) == entry
        for instruction in computation.messages(2)
        if instruction.text(2) == "parameter"
    }


def print_allocations(tool: str, path: str, backend: str, passes: str) -> list[str]:
    command = [tool, "-no-verify", "-backend=" + backend, "-passes=" + passes, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return [line for line in done.stdout.splitlines() if line[:11] == "allocation "]


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def sum_space(data: bytes) -> int:
    return sum_blocks([b for b in read_recorded(data) if b.space == 0])


def percentile(errors: list[float], part: float) -> float:
    """The nearest rank."""
    return sorted(errors)[math.ceil(len(errors) * part) - 1]


def print_table(
    rows: dict[tuple[str, str], list[Result]], unknown: dict[tuple[str, str], int]
) -> None:
    print(
        "| device | jax | pairs | unknown | to the byte | within 15 % | "
        "90th percentile | all allocations | naive: to the byte | within 15 % |"
    )
    print("|---|---|" + "---:|" * 8)
    for key in sorted(set(rows) | set(unknown)):
        results = rows.get(key, [])
        saved = [r for r in results if r.real != 0]
        errors = [abs(r.predicted - r.real) / abs(r.real) for r in saved]
        naive = [abs(r.naive - r.real) / abs(r.real) for r in saved]
        cells = [
            len(results) + unknown.get(key, 0),
            unknown.get(key, 0),
            sum(r.predicted == r.real for r in results),
            f"{sum(e <= 0.15 for e in errors)} of {len(errors)}",
            f"{100 * percentile(errors, 0.9):.1f} %" if errors else "",
            sum(r.is_equal for r in results),
            sum(r.naive == r.real for r in results),
            f"{sum(e <= 0.15 for e in naive)} of {len(naive)}",
        ]
        print("| " + " | ".join([*key, *map(str, cells)]) + " |")


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="donation.py", description=(__doc__ or "").partition("\n\n")[0]
    )
    parser.add_argument(
        "--tool", default="build/bin/hlo-mem-opt", help="the program to test"
    )
    parser.add_argument(
        "folders", nargs="+", metavar="FOLDER", help="where X.hlo.pb lie"
    )
    arguments = parser.parse_args()
    pairs = find_pairs(arguments.folders)
    if not pairs:
        parser.error("no pairs in " + ", ".join(arguments.folders))
    rows: dict[tuple[str, str], list[Result]] = defaultdict(list)
    unknown: dict[tuple[str, str], int] = defaultdict(int)
    for before, after in pairs:
        key = find_release(before)
        backend = "cpu" if key[0] == "cpu" else "tpu" if TPU.match(key[0]) else "gpu"
        data = read(after)
        found = predict(arguments.tool, before, read_donated(data), backend)
        if found is None:
            unknown[key] += 1
            continue
        old, new = sum_space(read(before)), sum_space(data)
        names = name_parameters(read(before))
        donate = "donate<values=%s>,print" % ",".join(
            names[number] for number in sorted(read_donated(data))
        )
        result = Result(
            new - old,
            found[0] - old,
            -found[1],
            print_allocations(arguments.tool, before, backend, donate)
            == print_allocations(arguments.tool, after, backend, "print"),
        )
        rows[key].append(result)
        if result.predicted != result.real:
            line = f"{after}: {result.predicted:+d} instead of {result.real:+d}"
            print(line, file=sys.stderr)
    print_table(rows, unknown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
