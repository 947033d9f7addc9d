# ===- check-linear.py - Time goes with the size of a proto ----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Runs TOOL over protos of make-large.py, of each KIND given: check-linear.py
TOOL KIND... One that is eight times as large may take three times eight times
as long, where quadratic time were sixty-four times as long."""

import os
import subprocess
import sys

MAKE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "make-large.py")
SIZE, FACTOR, SLACK = 2500, 8, 3
# What starting the program takes, in seconds, counts for nothing.
START = 0.02


def seconds(tool: str, kind: str, size: int) -> float:
    path = f"{kind}-{size}.hlo.pb"
    subprocess.run([sys.executable, MAKE, kind, str(size), path], check=True)
    command = [tool, "-j1", "-passes=summary,peak,frag", path]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    os.remove(path)
    if process.returncode not in (0, 1):
        sys.exit(f"{kind}: exit status {process.returncode}")
    return used.ru_utime + used.ru_stime


def main() -> None:
    tool, *kinds = sys.argv[1:]
    for kind in kinds:
        # The machine may be busy with other tests.
        for _ in range(3):
            small = max(seconds(tool, kind, SIZE), START)
            large = seconds(tool, kind, SIZE * FACTOR)
            if large <= small * FACTOR * SLACK:
                print(f"{kind}: linear")
                break
        else:
            print(f"{kind}: {small:.2f} s and then {large:.2f} s")


main()
