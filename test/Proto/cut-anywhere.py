# ===- cut-anywhere.py - A proto that ends too early ------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Runs TOOL over the beginnings of FILE, and tells how many it does not refuse."""

import subprocess
import sys

CUTS = 60


def main() -> None:
    tool, path = sys.argv[1:]
    with open(path, "rb") as file:
        whole = file.read()
    accepted = crashed = 0
    for cut in range(1, CUTS):
        with open("beginning.hlo.pb", "wb") as file:
            file.write(whole[: len(whole) * cut // CUTS])
        command = [tool, "-passes=peak", "beginning.hlo.pb"]
        status = subprocess.run(command, capture_output=True, check=False).returncode
        accepted += status == 0
        crashed += status not in (0, 1)
    print(f"{accepted} accepted, {crashed} crashed")


main()
