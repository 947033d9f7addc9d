# ===- predictions.py - Predictions against recompiles ---------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""How far predictions are from recompiles: errors, tables, and the files of them.

Donation (donation.py) and all other changes (what_if.py) are compared in the same
way: what is allocated in memory space 0 is read from the HloProto of the program that
was compiled with the change.
"""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from assigner import TPU, find_protos, read_recorded, sum_blocks

BACKENDS = ("cpu", "gpu", "tpu")
MAKE_DUMPS = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), os.pardir, "make-dumps"
)
sys.path.append(MAKE_DUMPS)

import catalog
from report import MakeError

PROGRAMS = catalog.read(os.path.join(MAKE_DUMPS, "programs"))
# The groups of programs that nobody had in sight who made a rule.
HELD_OUT = {"models"}
ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
DEFINITIONS = os.path.join(ROOT, "include", "hlomem", "WhatIf", "Predictions.def")
with open(DEFINITIONS, encoding="utf-8") as table:
    THRESHOLDS = {
        name: int(number)
        for name, number in re.findall(
            r"^HLOMEM_THRESHOLD\((\w+), (\d+)\)$", table.read(), re.M
        )
    }
ENOUGH_PAIRS = THRESHOLDS["LeastPairs"]
# What the program allows of each change, and how much has to change for a number:
# getLeastError() and checkBeyondError() of Precision.cpp.
LEAST_ERROR = {"tpu": THRESHOLDS["TpuLeastErrorMiB"] << 20}
LEAST_CHANGE = {"tpu": LEAST_ERROR["tpu"] * 100 // THRESHOLDS["MostPercent"]}
# `advise` lists what saves this part of the whole.
LISTED = 0.01


def add_programs(folder: str) -> None:
    """Further programs, with which no rule was made. Raises MakeError."""
    further = catalog.read(folder)
    groups = {program.group for program in further.values()}
    if "" in groups:
        raise MakeError(f"{folder}: the programs need a folder, which is their group")
    known = {program.group for program in PROGRAMS.values()} | PROGRAMS.keys()
    if taken := known & (groups | further.keys()):
        raise MakeError(f"{folder}: make-dumps has {', '.join(sorted(taken))} too")
    PROGRAMS.update(further)
    HELD_OUT.update(groups)


def get_group(name: str) -> str:
    """Of a dump or a pair, which begins with the program."""
    program = PROGRAMS.get(re.split("-(?:tiny|small|large|huge)-", name)[0])
    return program.group if program else "others"


@dataclass
class Result:
    """Bytes; what is allocated before, and by how much that changes."""

    name: str
    total: int
    real: int
    predicted: int
    naive: int
    is_equal: bool
    """All allocations are as XLA prints them."""
    is_copied: bool = False
    """Of a donation: XLA is predicted to add copies."""
    stated: str = ""
    """The precision, in the program's words."""

    @property
    def is_inside(self) -> bool | None:
        """The range that the program states; None if it states none."""
        match = re.fullmatch(r"within (\d+) %", self.stated)
        if match:
            return self.error <= int(match[1]) / 100
        known = {
            "exact": self.predicted == self.real,
            "at most": self.predicted <= self.real,
        }
        return known.get(self.stated)

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

    @property
    def has_wrong_sign(self) -> bool:
        return self.predicted * self.real < 0


def read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def sum_space(data: bytes, kind: str = "") -> int:
    """What is allocated in memory space 0, or of that what is of a kind."""
    blocks = read_recorded(data)
    return sum_blocks([b for b in blocks if b.space == 0 and kind in b.kind])


def get_backend(device: str) -> str:
    return "cpu" if device == "cpu" else "tpu" if TPU.match(device) else "gpu"


def find_unique(folders: list[str]) -> list[str]:
    """The protos, of those with the same name the first one."""
    found: dict[str, str] = {}
    for path in find_protos(folders):
        found.setdefault(os.path.basename(path), path)
    return list(found.values())


def ask(
    tool: str, path: str, backend: str, passes: str
) -> tuple[list[dict[str, Any]], str]:
    """The remarks of a pipeline, and its error if it fails."""
    command = [tool, "-format=json", "-no-verify", "-backend=" + backend]
    command += ["-passes=" + passes, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines() + done.stderr.splitlines()
    errors = [line.partition("error: ")[2] for line in lines if "error: " in line]
    remarks = [json.loads(line) for line in lines if line.startswith("{")]
    return remarks, errors[0] if errors and done.returncode != 0 else ""


def print_allocations(tool: str, path: str, backend: str, passes: str) -> list[str]:
    command = [tool, "-no-verify", "-backend=" + backend, "-passes=" + passes, path]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return [line for line in done.stdout.splitlines() if line[:11] == "allocation "]


def percentile(errors: list[float], part: float) -> float:
    """The nearest rank."""
    return sorted(errors)[math.ceil(len(errors) * part) - 1]


def get_error(results: Iterable[Result], part: float = 0.9) -> float:
    """A percentile. Pairs where nothing was saved and nothing predicted say nothing
    of it: they would hide the others."""
    errors = [r.error for r in results if r.predicted != 0 or r.real != 0]
    return percentile(errors, part) if errors else math.inf


def get_naive_error(results: Iterable[Result], part: float = 0.9) -> float | None:
    errors = [r.error_of(r.naive) for r in results if r.naive or r.real]
    return percentile(errors, part) if errors else None


def show(error: float | None) -> str:
    if error is None:
        return ""
    return "beyond 100 %" if error > 1 else f"{100 * error:.1f} %"


def print_missed(where: str, results: Iterable[Result]) -> None:
    """What was not predicted to the byte, to standard error."""
    for r in results:
        if r.predicted != r.real:
            change = f"{r.predicted:+d} instead of {r.real:+d}"
            print(f"{where}{r.name}: {change}", file=sys.stderr)


def make_line(cells: Iterable[object]) -> str:
    return "| {} |\n".format(" | ".join(map(str, cells)))


Key = tuple[str, str, str]
"""A group of programs, a change and a backend."""


class Report(NamedTuple):
    section: str
    """Of the page."""
    precisions: str
    """The lines of the program's table."""
    results: dict[tuple[str, str], list[Result]]
    """By change and backend."""
    unknown: Counter[Key]


def make_groups(reports: Iterable[Report]) -> str:
    """A table for each group of programs."""
    results: dict[Key, list[Result]] = defaultdict(list)
    unknown: Counter[Key] = Counter()
    for report in reports:
        for (change, backend), of in report.results.items():
            for result in of:
                for row in (change, "all"):
                    results[get_group(result.name), row, backend].append(result)
        for (group, change, backend), count in report.unknown.items():
            for row in (change, "all"):
                unknown[group, row, backend] += count
    text = GROUPS_SECTION
    keys = sorted({*results, *unknown})
    for group in dict.fromkeys(key[0] for key in keys):
        text += f"\n### {group}\n\n{GROUPS_HEADER}"
        for key in keys:
            if key[0] != group:
                continue
            of = results.get(key, [])
            inside = [r.is_inside for r in of if r.is_inside is not None]
            text += make_line(
                [
                    *key[1:],
                    len(of) + unknown[key],
                    unknown[key],
                    sum(r.predicted == r.real for r in of),
                    show(get_error(of, 0.5)) if of else "",
                    show(get_error(of)) if of else "",
                    f"{sum(inside)} of {len(inside)}",
                    sum(r.has_wrong_sign for r in of),
                ]
            )
    return text


GROUPS_SECTION = """\
## Groups of programs

All of the above, by the folder of `utils/make-dumps/programs`. The group `models` has
programs of public libraries, as have groups that are no folder there; with the others in
sight rules were made. The stated range is what the program prints beside its prediction.
"""

GROUPS_HEADER = """\
| change | backend | pairs | unknown | to the byte | median | 90th percentile \
| inside the stated range | wrong sign |
|---|---|---:|---:|---:|---:|---:|---:|---:|
"""


def get_range(results: list[Result], backend: str, part: float) -> float:
    """The error that a precision has to name, for a part of the results to be inside."""
    least = LEAST_ERROR.get(backend, 0)

    def get_error_to_name(r: Result) -> float:
        # As widenPrecision() of the program widens what is named.
        allowed = math.ceil(100 * least / abs(r.predicted)) / 100 if least else 0.0
        return 0.0 if r.error <= allowed else r.error

    return percentile([get_error_to_name(r) for r in results], part)


def make_precisions(transform: str, results: dict[str, list[Result]]) -> str:
    """Of each backend: pairs, those to the byte, and a percentile of the errors in
    percent, rounded up; 0 where that is no percentage. Programs that a rule was made
    with do not count where there are enough others."""
    lines = []
    for backend in BACKENDS:
        if not results.get(backend):
            continue
        least = LEAST_CHANGE.get(backend, 0)
        of = [
            r
            for r in results[backend]
            if r.predicted and abs(r.predicted) >= max(least, LISTED * r.total)
        ]
        held_out = [r for r in of if get_group(r.name) in HELD_OUT]
        if len(held_out) >= ENOUGH_PAIRS:
            of = held_out
            error = get_range(of, backend, 0.95)
        elif of:
            worst = get_range(held_out, backend, 1.0) if held_out else 0.0
            error = max(worst, get_range(of, backend, 0.9))
        else:
            error = math.inf
        # Nothing, or twice as much, would be within 100 %.
        percent = 0 if error >= 1 else max(1, math.ceil(100 * error))
        exact = sum(r.predicted == r.real for r in of)
        numbers = f"{len(of)}, {exact}, {percent}"
        lines.append(f"HLOMEM_PREDICTION({transform}, {backend.upper()}, {numbers})\n")
    return "".join(lines)


PAGE = """\
# How exact predictions are

Errors are relative to what was really saved, or to all that was allocated before; both
are of memory space 0, and read from the HloProtos of XLA. Where nothing was saved and
something was predicted, the error is beyond 100 %; where neither was, the pair does not
count for the percentiles.

"""


ROW = re.compile(r"HLOMEM_PREDICTION\((\w+), (\w+), (\d+), (\d+), (\d+)\)\n")


def merge(known: str, lines: str) -> str:
    """The lines of the program's table in `known`, with `lines` in place of those for
    the same change and backend. Where this run has no pair, the known line stays; where
    it has few, the range of the known one is widened if it has to be."""
    rows = {match.groups()[:2]: match for match in ROW.finditer(known)}
    texts = {key: match.group(0) for key, match in rows.items()}
    for match in ROW.finditer(lines):
        key, (pairs, _, percent) = match.groups()[:2], map(int, match.groups()[2:])
        if key not in rows or pairs >= ENOUGH_PAIRS:
            texts[key] = match.group(0)
        elif pairs > 0:
            *before, old = rows[key].groups()
            # No percentage is the widest range.
            wider = max(int(old), percent) if int(old) and percent else 0
            texts[key] = f"HLOMEM_PREDICTION({', '.join(before)}, {wider})\n"
    return "".join(texts[key] for key in sorted(texts))


def write(page: str, sections: list[str], precisions: list[str]) -> None:
    """The file `page`, with all tables, and the program's own table."""
    with open(DEFINITIONS, encoding="utf-8") as file:
        known = file.read()
    rows = list(ROW.finditer(known))
    lines = merge(known, "".join(precisions))
    for name, text in (
        (page, PAGE + "\n".join(sections)),
        (DEFINITIONS, known[: rows[0].start()] + lines + known[rows[-1].end() :]),
    ):
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
