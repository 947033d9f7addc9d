# ===- verdict.py - What comes out of a comparison ------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""One number of one oracle, compared with ours."""

from __future__ import annotations

from dataclasses import dataclass

from dumps.corpus import Dump
from oracles.facts import Facts
from oracles.formulas import Formula

EQUAL = "equal"
EXPLAINED = "explained"
UNEXPLAINED = "unexplained"
SKIPPED = "skipped"
VERDICTS = (EQUAL, EXPLAINED, UNEXPLAINED, SKIPPED)

SAME = "the same"
"""What both sides of a comparison are where neither is a number."""


@dataclass(frozen=True)
class Verdict:
    dump: Dump
    oracle: str
    field: str
    verdict: str
    theirs: int | str | None = None
    ours: int | str | None = None
    note: str = ""
    """The formula's name, or the reason why nothing was compared."""


def judge(
    facts: Facts, formula: Formula, theirs: int, space: int = 0, field: str = ""
) -> Verdict:
    """Hold a number against its formula."""
    dump, oracle = facts.dump, formula.oracle
    field = field or formula.field
    ours = formula.compute(facts, space)
    if ours is None:
        # Without a trace to replay, what the field is called after may do.
        ours = formula.meaning(facts, space) if formula.meaning else None
        if ours != theirs:
            return Verdict(dump, oracle, field, SKIPPED, theirs, note="no .hlo.pb")
        return Verdict(dump, oracle, field, EQUAL, theirs, ours, formula.name)
    if ours != theirs:
        verdict = UNEXPLAINED
    elif formula.meaning and formula.meaning(facts, space) != theirs:
        verdict = EXPLAINED
    else:
        verdict = EQUAL
    return Verdict(dump, oracle, field, verdict, theirs, ours, formula.name)


def same(
    dump: Dump,
    oracle: str,
    field: str,
    theirs: int | str | None,
    ours: int | str | None,
) -> Verdict:
    """A fact that needs no formula."""
    verdict = EQUAL if theirs == ours else UNEXPLAINED
    return Verdict(dump, oracle, field, verdict, theirs, ours)


def skip(dump: Dump, oracle: str, field: str, reason: str) -> Verdict:
    return Verdict(dump, oracle, field, SKIPPED, note=reason)
