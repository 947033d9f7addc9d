# ===- reconcile.py - What 'reconcile' says of other tools ----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The pass 'reconcile' against the tools that it speaks of.

Compared with each other are each number that it says a tool shows and the one that
the tool shows; where XProf is left out, the one that the formula gives. And the
parts of a difference must add up to it.
"""

from __future__ import annotations

import re
from typing import Any

from dumps.corpus import REPORT
from dumps.tool import Reconciled
from oracles import formulas
from oracles.facts import Facts
from oracles.verdict import EXPLAINED, SKIPPED, UNEXPLAINED, Verdict, same, skip

NAME = "reconcile"

_USUAL_SUMS = {
    "arg + out + temp - alias": (1, 1, 1, -1),
    "arg + out + temp": (1, 1, 1, 0),
}
_SUMMANDS = (
    "argument_size_in_bytes",
    "output_size_in_bytes",
    "temp_size_in_bytes",
    "alias_size_in_bytes",
)
# "150040 since JAX 0.12, 150052 in 0.11"
_CANDIDATES = re.compile(r"\b(\d+) (?:since|in) ")
_REPORT_TOTAL = re.compile(r"Total bytes used: (\d+)", re.MULTILINE)
_REPORT_SPACES = re.compile(
    r"^Memory Space: .* \(color=(\d+)\)$(?:\n(?!Memory Space).*)*?\nTotal bytes: (\d+)",
    re.MULTILINE,
)


def _judge(facts: Facts, number: str, theirs: int, told: Reconciled) -> Verdict:
    """A number of the tool, which the pass may say to be unknown."""
    dump = facts.dump
    field = re.sub(r"@[1-9]\d*", "@ > 0", number)
    if number in told.unknown:
        reason = told.unknown[number]
        candidates = _CANDIDATES.findall(reason)
        if candidates:
            found = str(theirs) in candidates
            verdict = EXPLAINED if found else UNEXPLAINED
            return Verdict(dump, NAME, field, verdict, theirs, reason, "by release")
        return Verdict(dump, NAME, field, SKIPPED, theirs, note="unknown: " + reason)
    ours = told.numbers.get(number)
    return same(dump, NAME, field, theirs, ours)


def _memory_analysis(facts: Facts, told: Reconciled) -> list[Verdict]:
    analysis = facts.dump.memory_analysis
    if analysis is None:
        return [skip(facts.dump, NAME, formulas.MEMORY_ANALYSIS, "XLA gave none")]
    result = []
    for field, theirs in sorted(analysis.items()):
        if field in told.numbers or field in told.unknown:
            result.append(_judge(facts, field, theirs, told))
        else:
            result.append(skip(facts.dump, NAME, field, "a field without a rule"))
    for number, signs in _USUAL_SUMS.items():
        if all(field in analysis for field in _SUMMANDS):
            total = sum(s * analysis[f] for s, f in zip(signs, _SUMMANDS))
            result.append(_judge(facts, number, total, told))
    return result


def _report(facts: Facts, told: Reconciled) -> list[Verdict]:
    path = facts.dump.path(REPORT)
    if path is None:
        return [skip(facts.dump, NAME, "Total bytes", f"no {REPORT}")]
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    spaces = {f"Total bytes @{m[1]}": int(m[2]) for m in _REPORT_SPACES.finditer(text)}
    if not spaces:
        match = _REPORT_TOTAL.match(text)
        total = int(match[1]) if match else None
        ours = sum(n for f, n in told.numbers.items() if f.startswith("Total bytes @"))
        return [same(facts.dump, NAME, "Total bytes of all spaces", total, ours)]
    return [_judge(facts, f, theirs, told) for f, theirs in spaces.items()]


def _viewer(facts: Facts, tables: dict[int, Any], told: Reconciled) -> list[Verdict]:
    result = []
    for space in sorted(facts.numbers.allocated):
        for formula in formulas.FORMULAS:
            number = f"{formula.field} @{space}"
            if formula.oracle != formulas.XPROF or (
                number not in told.numbers and number not in told.unknown
            ):
                continue
            theirs = formula.compute(facts, space)
            table = tables.get(space)
            if isinstance(table, dict):
                theirs = round(float(table.get(formula.field, 0)) * (1 << 20))
            if theirs is not None:
                result.append(_judge(facts, number, theirs, told))
    return result


def compare(facts: Facts, tables: dict[int, Any]) -> list[Verdict]:
    """`tables` are those of xprof.ask()."""
    dump, told = facts.dump, facts.numbers.reconciled
    sums = ", ".join(told.wrong[:3]) or "the differences"
    result = [same(dump, NAME, "parts add up to", "the differences", sums)]
    for number in ("Total bytes used", "Live ranges (peak)"):
        if number in told.printed:
            result.append(_judge(facts, number, told.printed[number], told))
    return (
        result
        + _memory_analysis(facts, told)
        + _report(facts, told)
        + _viewer(facts, tables, told)
    )
