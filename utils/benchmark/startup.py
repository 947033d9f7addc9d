#!/usr/bin/env python3
# ===- startup.py - From start to end on a small dump ---------------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compares how long hlo-mem-opt takes on a small dump with /bin/true.

Usage: startup.py [HLO-MEM-OPT [DUMP]]

Both are run in turns, since the machine may be busy with other things: what
counts is their relation in one run. The aim is 3 times /bin/true plus 3 ms.
"""

import os
import statistics
import sys
import time

ROUNDS, RUNS = 10, 50
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def milliseconds(command):
    null = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    begin = time.perf_counter()
    child = os.posix_spawn(command[0], command, os.environ, file_actions=null)
    _, status = os.waitpid(child, 0)
    if status:
        sys.exit("%s failed" % " ".join(command))
    return (time.perf_counter() - begin) * 1000


def main():
    tool = os.path.join(ROOT, "build", "bin", "hlo-mem-opt")
    dump = os.path.join(ROOT, "test", "Inputs", "cpu-while-2025.txt")
    tool, dump = (sys.argv[1:] + [tool, dump][len(sys.argv) - 1 :])[:2]
    commands = {"/bin/true": ["/bin/true"], "hlo-mem-opt": [tool, dump]}
    times = {name: [] for name in commands}
    for _ in range(ROUNDS):
        for name, command in commands.items():
            times[name] += [milliseconds(command) for _ in range(RUNS)]
    print("%-12s %10s %10s   ms, %d runs" % ("", "median", "best 10%", ROUNDS * RUNS))
    for name, values in times.items():
        tenth = sorted(values)[len(values) // 10]
        print("%-12s %10.2f %10.2f" % (name, statistics.median(values), tenth))
    aim = 3 * statistics.median(times["/bin/true"]) + 3
    print("%-12s %10.2f" % ("aim", aim))


if __name__ == "__main__":
    main()
