#!/usr/bin/env python3
# ===- rules-table.py - The rules of the source and of the documentation --------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Prints the rows of the table of rules that VerifierRules.def asks for.

Usage: rules-table.py VERIFIERRULES.DEF
"""

import re
import sys

RULE = re.compile(
    r'^VERIFIER_RULE\(\w+, "([\w-]+)", (\w+), ([\w |]+), "([\w,]*)",'
    r'\s*((?:"[^"]*"\s*)+)\)',
    re.M,
)
WORDS = {
    "None": "",
    "Sizes": "sizes",
    "Places": "places",
    "LiveRanges": "live ranges",
    "Program": "program",
    "Claims": "claims",
}

with open(sys.argv[1], encoding="utf-8") as file:
    for name, severity, facts, invariants, texts in RULE.findall(file.read()):
        statement = "".join(re.findall(r'"([^"]*)"', texts))
        contradicts = ", ".join(WORDS[fact] for fact in facts.split(" | "))
        numbers = invariants.replace(",", ", ")
        row = name, severity.lower(), contradicts, numbers, statement
        print("| `%s` | %s | %s | %s | %s |" % row)
