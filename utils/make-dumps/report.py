# ===- report.py - What make-dumps says --------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Errors, and the lines on standard error that tell of them."""

import sys


class MakeError(Exception):
    """What is wrong, in one line."""


def note(kind: str, text: object) -> None:
    print("make-dumps.py: %s: %s" % (kind, text), file=sys.stderr, flush=True)


def one_line(text: str) -> str:
    """The first line with something in it, since a report is one line each."""
    for line in text.splitlines():
        if line.strip():
            return line.strip()
    return ""
