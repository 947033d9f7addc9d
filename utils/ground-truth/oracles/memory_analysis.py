# ===- memory_analysis.py - compiled.memory_analysis() --------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The numbers of JAX's compiled.memory_analysis()."""

from oracles import formulas
from oracles.facts import Facts
from oracles.verdict import Verdict, judge, skip

NAME = formulas.MEMORY_ANALYSIS


def compare(facts: Facts) -> list[Verdict]:
    dump = facts.dump
    if dump.memory_analysis is None:
        return [skip(dump, NAME, "all", "XLA gave none: the compile failed")]
    result = []
    for field, theirs in sorted(dump.memory_analysis.items()):
        formula = formulas.find(NAME, field, dump.backend)
        if formula is not None:
            result.append(judge(facts, formula, theirs))
        else:
            reason = formulas.NOT_IN_A_DUMP.get(field, "a field without a formula")
            result.append(skip(dump, NAME, field, reason))
    return result
