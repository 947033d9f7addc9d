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

`ground-truth.py --predict PAGE` writes this into PAGE, and the precisions that the
program prints into Predictions.def (docs/Measurements.md). Exits with 1 if there is no pair.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter, defaultdict

from dumps.entry import read_arguments, read_donated
from forms import find_release, make_parser
from predictions import (
    THRESHOLDS,
    Key,
    Report,
    Result,
    ask,
    find_unique,
    get_backend,
    get_error,
    get_group,
    get_naive_error,
    make_line,
    make_precisions,
    percentile,
    print_allocations,
    print_missed,
    read,
    show,
    sum_space,
)

PAIR = re.compile(
    r"(?P<program>.+?-(?:tiny|small|large))-"
    r"(?P<variant>not-donated|donated[a-z-]*?|all|one|some|first-only|unusable)"
    r"(?P<target>-[a-z0-9-]+-jax[\d.]+\.hlo\.pb)$"
)

Rows = dict[tuple[str, str], list[Result]]
Counts = dict[tuple[str, str], int]


def find_pairs(folders: list[str]) -> list[tuple[str, str]]:
    """Programs before and after the donation."""
    pairs = []
    for path in find_unique(folders):
        match = PAIR.search(os.path.basename(path))
        if not match:
            continue
        other = os.path.join(os.path.dirname(path), match["program"] + match["target"])
        if not os.path.exists(other):
            continue
        is_before = match["variant"] == "not-donated"
        pairs.append((path, other) if is_before else (other, path))
    return pairs


def predict(
    tool: str, path: str, donated: set[int], backend: str
) -> tuple[int, int, bool, str] | None:
    """What space 0 would take, the size of what is donated, whether copies are added,
    and the precision."""
    option = "donate=" + ",".join(map(str, sorted(donated)))
    remarks = ask(tool, path, backend, f"replay<list=none;{option}>")[0]
    is_copied = any(r["name"] == "ReplayDonationCopies" for r in remarks)
    for remark in remarks:
        if remark["name"] == "ReplayDonation" and remark["args"]["Space"] == 0:
            found = remark["args"]
            return found["After"], found["Donated"], is_copied, found["Precision"]
    return None


HEADER = (
    """\
| device | jax | pairs | unknown | to the byte | all allocations \
| median | 90th percentile | of the total \
| worst of the total | naive: to the byte | 90th percentile |
|---|---|"""
    + "---:|" * 10
)


def make_table(rows: Rows, unknown: Counts) -> str:
    text = HEADER + "\n"
    for key in sorted(set(rows) | set(unknown)):
        results = rows.get(key, [])
        of_total = [r.error_of_total for r in results]
        text += make_line(
            [
                *key,
                len(results) + unknown.get(key, 0),
                unknown.get(key, 0),
                sum(r.predicted == r.real for r in results),
                sum(r.is_equal for r in results),
                show(get_error(results, 0.5)) if results else "",
                show(get_error(results)) if results else "",
                show(percentile(of_total, 0.9)) if results else "",
                show(max(of_total)) if results else "",
                sum(r.naive == r.real for r in results),
                show(get_naive_error(results)),
            ]
        )
    return text


def list_precisions(rows: Rows) -> str:
    """The lines of the program's table."""
    lines = ""
    for is_copied, of_backend in split(rows).items():
        name = "donatecopied" if is_copied else "donate"
        lines += make_precisions(name, of_backend)
    return lines


def split(rows: Rows) -> dict[bool, dict[str, list[Result]]]:
    """By whether copies are added, and by backend."""
    found: dict[bool, dict[str, list[Result]]] = {False: {}, True: {}}
    for key, results in rows.items():
        for result in results:
            of_backend = found[result.is_copied]
            of_backend.setdefault(get_backend(key[0]), []).append(result)
    return found


def make_copies_table(rows: Rows) -> str:
    text = COPIES
    for is_copied, of_backend in split(rows).items():
        for backend, of in sorted(of_backend.items()):
            text += make_line(
                [
                    backend,
                    "some" if is_copied else "none",
                    len(of),
                    sum(r.predicted == r.real for r in of),
                    show(get_error(of, 0.5)),
                    show(get_error(of)),
                    sum(r.has_wrong_sign for r in of),
                ]
            )
    return text


def make_section(rows: Rows, unknown: Counts) -> str:
    missed = [r for of in rows.values() for r in of if r.predicted != r.real]
    lines = [SECTION + make_table(rows, unknown), make_copies_table(rows), MISSED]
    for r in sorted(missed, key=lambda r: (-r.error, r.name)):
        lines.append(make_line([r.name, r.predicted, r.real, r.naive, show(r.error)]))
    return "".join(lines)


SECTION = f"""\
## Donation

Pairs of programs of `utils/make-dumps`, one of which donates arguments and is otherwise
the same. `replay<donate=...>` of the other one is compared with it. The naive rule
subtracts the bytes that are donated. On a TPU VMEM is as in the dump, and changes of
less than {THRESHOLDS["TpuLeastOfOthersMiB"]} MiB are not predicted; nor are, on a GPU,
those of programs below {THRESHOLDS["GpuLeastTotalKiB"]} KiB to which XLA would add
copies: they count as unknown.

"""

COPIES = """
By whether XLA would add copies, since something reads an argument after its memory is
written; a GPU's scheduler then may choose another order, which is not predicted:

| backend | copies | pairs | to the byte | median | 90th percentile | wrong sign |
|---|---|---:|---:|---:|---:|---:|
"""

MISSED = """
What was not predicted to the byte, as changes in bytes:

| program | predicted | real | naive | error |
|---|---:|---:|---:|---:|
"""


def compare(tool: str, folders: list[str]) -> tuple[Rows, Counts, Counter[Key]]:
    rows: Rows = defaultdict(list)
    unknown: Counts = defaultdict(int)
    unknown_groups: Counter[Key] = Counter()
    for before, after in find_pairs(folders):
        key = find_release(before)
        backend = get_backend(key[0])
        data = read(after)
        donated = read_donated(data)
        name = os.path.basename(after).partition(".hlo.pb")[0]
        found = predict(tool, before, donated, backend)
        if found is None:
            unknown[key] += 1
            unknown_groups[get_group(name), "donate", backend] += 1
            continue
        old, new = sum_space(read(before)), sum_space(data)
        arguments = read_arguments(read(before))
        values = ",".join(arguments[number].name for number in sorted(donated))
        is_equal = print_allocations(
            tool, before, backend, f"donate<values={values}>,print"
        ) == print_allocations(tool, after, backend, "print")
        change = new - old, found[0] - old, -found[1]
        rows[key].append(Result(name, old, *change, is_equal, *found[2:]))
    return rows, unknown, unknown_groups


def report(tool: str, folders: list[str]) -> Report | None:
    """Prints the table, and what was not predicted to the byte; None if there is no
    pair."""
    rows, unknown, unknown_groups = compare(tool, folders)
    if not rows and not unknown:
        print("donation.py: no pairs in", ", ".join(folders), file=sys.stderr)
        return None
    print_missed("", (r for of in rows.values() for r in of))
    print(make_table(rows, unknown), end="")
    results: Rows = defaultdict(list)
    for (device, _), of in rows.items():
        results["donate", get_backend(device)] += of
    section = make_section(rows, unknown)
    return Report(section, list_precisions(rows), results, unknown_groups)


def main() -> int:
    parser = make_parser(__doc__, "where X.hlo.pb lie")
    arguments = parser.parse_args()
    return 0 if report(arguments.tool, arguments.folders) else 1


if __name__ == "__main__":
    sys.exit(main())
