#!/usr/bin/env python3
# ===- cut-reports.py - Memory usage reports that end early ----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Cuts the reports of a test behind each of their bytes and counts what the rule
`report` makes of them: it may refuse to check one, but not contradict the dump."""

import subprocess
import sys
from pathlib import Path


def _parts(test: str) -> dict[str, str]:
    parts = {}
    for part in test.split("#--- ")[1:]:
        name, _, text = part.partition("\n")
        parts[name] = text
    return parts


def main() -> None:
    tool, test, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    parts = _parts(test.read_text(encoding="utf-8"))
    dumps = []
    for form in ("old", "new"):
        report = parts[f"{form}-memory-usage-report.txt"].rstrip("\n") + "\n"
        for end in range(1, len(report)):
            dump = folder / f"cut-{form}-{end}-buffer-assignment.txt"
            dump.write_text(parts[f"{form}-buffer-assignment.txt"])
            cut = folder / f"cut-{form}-{end}-memory-usage-report.txt"
            cut.write_text(report[:end])
            dumps.append(dump)
    run = subprocess.run(
        [tool, "-width=0", "-passes=verify<only=report>", *map(str, dumps)],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    warnings = [line for line in run.stdout.split("\n") if "warning: " in line]
    refused = sum("cannot check the memory usage report" in w for w in warnings)
    others = [w for w in warnings if "cannot check the memory usage report" not in w]
    print("\n".join(others[:10]))
    print(
        f"{len(dumps)} cut reports, {refused} not checked, "
        f"{len(others)} contradictions"
    )


if __name__ == "__main__":
    main()
