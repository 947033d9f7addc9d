# ===- dump.py - The dump as its own oracle -------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A dump is read without a word, holds together, and is written back."""

from dumps.corpus import Dump
from dumps.tool import Reading
from oracles.verdict import Verdict, same

NAME = "the dump"


def compare(dump: Dump, reading: Reading) -> list[Verdict]:
    findings = f"{reading.findings} findings"
    if reading.findings == 0 and reading.verify_status != 0:
        findings = f"exit status {reading.verify_status}"
    back = ", ".join(reading.differing) or "the same bytes"
    said = "; ".join(reading.complaints[:2]) or "nothing"
    return [
        same(dump, NAME, "is read", "nothing", said),
        same(dump, NAME, "verify", "0 findings", findings),
        same(dump, NAME, "written back", "the same bytes", back),
    ]
