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

--write writes the page and the table that the program takes its precision from
(docs/Replay.md). Exits with 1 if there is no pair.
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
    """Bytes; what is allocated before, and by how much that changes."""

    name: str
    total: int
    real: int
    predicted: int
    naive: int
    is_equal: bool

    def error_of(self, predicted: int) -> float:
        """Relative to what was really saved; infinite if that was nothing."""
        if predicted == self.real:
            return 0.0
        return abs(predicted - self.real) / abs(self.real) if self.real else math.inf

    @property
    def error(self) -> float:
        return self.error_of(self.predicted)

    @property
    def error_of_total(self) -> float:
        return abs(self.predicted - self.real) / self.total


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


Rows = dict[tuple[str, str], list[Result]]
Counts = dict[tuple[str, str], int]

HEADER = """\
| device | jax | pairs | unknown | to the byte | all allocations \
| median | 90th percentile | of the total \
| worst of the total | naive: to the byte | 90th percentile |
|---|---|""" + "---:|" * 10


def show(error: float) -> str:
    return "beyond 100 %" if error > 1 else "%.1f %%" % (100 * error)


def get_error(results: list[Result], part: float = 0.9) -> float:
    """That percentile. Pairs where nothing was saved and nothing predicted say
    nothing of it: they would hide the others."""
    errors = [r.error for r in results if r.predicted != 0 or r.real != 0]
    return percentile(errors, part) if errors else math.inf


def make_table(rows: Rows, unknown: Counts) -> str:
    lines = [HEADER]
    for key in sorted(set(rows) | set(unknown)):
        results = rows.get(key, [])
        naive = [r.error_of(r.naive) for r in results if r.naive or r.real]
        cells = [
            len(results) + unknown.get(key, 0),
            unknown.get(key, 0),
            sum(r.predicted == r.real for r in results),
            sum(r.is_equal for r in results),
            show(get_error(results, 0.5)) if results else "",
            show(get_error(results)) if results else "",
            show(percentile([r.error_of_total for r in results], 0.9))
            if results
            else "",
            show(max(r.error_of_total for r in results)) if results else "",
            sum(r.naive == r.real for r in results),
            show(percentile(naive, 0.9)) if naive else "",
        ]
        lines.append("| %s | %s | %s |" % (*key, " | ".join(map(str, cells))))
    return "\n".join(lines) + "\n"


def get_backend(device: str) -> str:
    return "cpu" if device == "cpu" else "tpu" if TPU.match(device) else "gpu"


def make_precisions(rows: Rows) -> str:
    """The table of the program: per backend pairs, those to the byte, and the 90th
    percentile of the errors in percent, rounded up; 0 where that is no percentage."""
    lines = []
    for backend in ("cpu", "gpu", "tpu"):
        results = [
            r for key, of in rows.items() if get_backend(key[0]) == backend for r in of
        ]
        if not results:
            continue
        error = get_error(results)
        percent = 0 if error > 1 else max(1, math.ceil(100 * error))
        exact = sum(r.predicted == r.real for r in results)
        lines.append(
            "HLOMEM_PREDICTION(donate, %s, %d, %d, %d)\n"
            % (backend.upper(), len(results), exact, percent)
        )
    return DEFINITIONS + "".join(lines) + "\n#undef HLOMEM_PREDICTION\n"


def make_page(rows: Rows, unknown: Counts) -> str:
    missed = [r for of in rows.values() for r in of if r.predicted != r.real]
    lines = [PAGE + make_table(rows, unknown), MISSED]
    for r in sorted(missed, key=lambda r: (-r.error, r.name)):
        cells = (r.name, r.predicted, r.real, r.naive, show(r.error))
        lines.append("| %s | %d | %d | %d | %s |\n" % cells)
    return "".join(lines)


DEFINITIONS = """\
//===- Predictions.def - How exact predictions were -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written by `utils/ground-truth/donation.py --write`; do not edit. Programs that
// were compiled both ways: the transform, the backend, the pairs, how many were
// predicted to the byte, and the 90th percentile of the error relative to what was
// really saved, in percent rounded up; 0 if that is beyond 100.
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PREDICTION
#error "define HLOMEM_PREDICTION(TRANSFORM, BACKEND, PAIRS, EXACT, PERCENT)"
#endif

"""

PAGE = """\
<!-- Written by utils/ground-truth/donation.py --write; do not edit. -->

# How exact predictions are

## Donation

Pairs of programs of `utils/make-dumps`, one of which donates arguments and is otherwise
the same. `replay<donate=...>` of the other one is compared with it in what is allocated
in memory space 0. Errors are relative to what was really saved, or to all that was
allocated before. Where nothing was saved and something was predicted, the error is
beyond 100 %; where neither was, the pair does not count for the percentile. The naive
rule subtracts the bytes that are donated. On a TPU VMEM is as in the dump, and changes
of less than 2 MiB are not predicted: they count as unknown.

"""

MISSED = """
What was not predicted to the byte, as changes in bytes:

| program | predicted | real | naive | error |
|---|---:|---:|---:|---:|
"""


def compare(tool: str, folders: list[str]) -> tuple[Rows, Counts]:
    rows: Rows = defaultdict(list)
    unknown: Counts = defaultdict(int)
    for before, after in find_pairs(folders):
        key = find_release(before)
        data = read(after)
        found = predict(tool, before, read_donated(data), get_backend(key[0]))
        if found is None:
            unknown[key] += 1
            continue
        old, new = sum_space(read(before)), sum_space(data)
        name = os.path.basename(after).partition(".hlo.pb")[0]
        backend = get_backend(key[0])
        names = name_parameters(read(before))
        donate = "donate<values=%s>,print" % ",".join(
            names[number] for number in sorted(read_donated(data))
        )
        is_equal = print_allocations(
            tool, before, backend, donate
        ) == print_allocations(tool, after, backend, "print")
        rows[key].append(
            Result(name, old, new - old, found[0] - old, -found[1], is_equal)
        )
    return rows, unknown


def write(rows: Rows, unknown: Counts) -> None:
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    for name, text in (
        ("docs/generated/Predictions.md", make_page(rows, unknown)),
        ("include/hlomem/Replay/Predictions.def", make_precisions(rows)),
    ):
        with open(os.path.join(root, name), "w", encoding="utf-8") as file:
            file.write(text)


def report(tool: str, folders: list[str], writes: bool) -> int:
    """Prints the table, and what was not predicted to the byte."""
    rows, unknown = compare(tool, folders)
    if not rows and not unknown:
        print("donation.py: no pairs in %s" % ", ".join(folders), file=sys.stderr)
        return 1
    for result in (r for of in rows.values() for r in of):
        if result.predicted != result.real:
            change = "%+d instead of %+d" % (result.predicted, result.real)
            print("%s: %s" % (result.name, change), file=sys.stderr)
    print(make_table(rows, unknown), end="")
    if writes:
        write(rows, unknown)
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="donation.py", description=(__doc__ or "").partition("\n\n")[0]
    )
    parser.add_argument(
        "--tool", default="build/bin/hlo-mem-opt", help="the program to test"
    )
    parser.add_argument(
        "--write",
        action="store_true",
        help="write docs/generated/Predictions.md and the program's own table",
    )
    parser.add_argument(
        "folders", nargs="+", metavar="FOLDER", help="where X.hlo.pb lie"
    )
    arguments = parser.parse_args()
    return report(arguments.tool, arguments.folders, arguments.write)


if __name__ == "__main__":
    sys.exit(main())
