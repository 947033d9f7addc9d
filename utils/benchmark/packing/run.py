#!/usr/bin/env python3
# ===- run.py - How well and how fast hlo-mem-pack packs ------------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Prints a table of best, bound, gap and time as Markdown.

The problems are those of ../shared/packing where that is present, for which the
capacity is part of the name, and generated ones (generate.py). Each placement
is checked by hlo-mem-pack -check. Of several runs, each with its own seed, the
median by size and by time is printed; times are CPU times of one thread,
including reading and writing.
"""

import argparse
import glob
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import time

import generate

ROOT = os.path.realpath(__file__)
for _ in range(4):
    ROOT = os.path.dirname(ROOT)
SUMMARY = re.compile(r"best (\d+) bytes, bound (\d+) bytes")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    tool = os.path.join(ROOT, "build", "bin", "hlo-mem-pack")
    parser.add_argument("--tool", default=tool, metavar="PATH")
    parser.add_argument("--minimalloc", metavar="PATH", help="a MiniMalloc to compare with")
    shared = os.path.join(os.path.dirname(ROOT), "shared", "packing")
    parser.add_argument("--shared", default=shared, metavar="FOLDER")
    parser.add_argument("--families", nargs="*", default=list(generate.FAMILIES))
    sizes = [20, 200, 2000, 20000, 100000]
    parser.add_argument("--sizes", nargs="*", type=int, default=sizes)
    parser.add_argument("--time", type=float, default=10, metavar="SECONDS")
    parser.add_argument("--steps", type=int, help="a number of steps instead of a time")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--greedy", action="store_true", help="do not search")
    return parser.parse_args()


def run(command):
    """Its standard error, and the seconds of the processor it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    if done.returncode:
        sys.exit("%s failed:\n%s" % (" ".join(command), done.stderr))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return done.stderr, after.ru_utime + after.ru_stime - (
        before.ru_utime + before.ru_stime
    )


def pack(problem, seed, arguments, folder):
    placement = os.path.join(folder, "placement.csv")
    command = [arguments.tool, "-j1", "-seed=%d" % seed, problem, "-o", placement]
    if arguments.greedy:
        command.append("-greedy")
    elif arguments.steps:
        command.append("-steps=%d" % arguments.steps)
    else:
        command.append("-time=%g" % arguments.time)
    errors, seconds = run(command)
    best, bound = map(int, SUMMARY.search(errors).groups())
    run([arguments.tool, "-check", "-capacity=%d" % best, placement])
    return best, bound, seconds


def minimalloc(problem, capacity, arguments):
    """The seconds until it has a placement, or none within the time."""
    command = [arguments.minimalloc, "--capacity=%d" % capacity]
    command += ["--input=" + problem, "--output=/dev/null"]
    command.append("--timeout=%gs" % max(1, 10 * arguments.time))
    begin = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return None if done.returncode else time.perf_counter() - begin


def print_row(name, problem, arguments, folder):
    with open(problem) as lines:
        number = sum(1 for _ in lines) - 1
    runs = [pack(problem, seed, arguments, folder) for seed in range(arguments.runs)]
    best = statistics.median_low(run[0] for run in runs)
    bound = max(run[1] for run in runs)
    seconds = statistics.median(run[2] for run in runs)
    gap = "0" if best == bound else "%.2f %%" % (100 * (best - bound) / bound)
    row = "| %s | %d | %d | %d | %s | %.3f s |" % (
        name,
        number,
        best,
        bound,
        gap,
        seconds,
    )
    if arguments.minimalloc:
        other = minimalloc(problem, best, arguments)
        row += " none |" if other is None else " %.3f s |" % other
    print(row, flush=True)


def main():
    arguments = parse_arguments()
    head = "| problem | buffers | best | bound | gap | time |"
    rule = "|---|--:|--:|--:|--:|--:|"
    if arguments.minimalloc:
        head, rule = head + " MiniMalloc |", rule + "--:|"
    print(head, rule, sep="\n", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        for problem in sorted(glob.glob(os.path.join(arguments.shared, "*.csv"))):
            name = os.path.basename(problem).split(".")[0]
            print_row(name, problem, arguments, folder)
        for family in arguments.families:
            for number in arguments.sizes:
                problem = os.path.join(folder, "problem.csv")
                with open(problem, "w") as output:
                    output.writelines(generate.generate(family, number, 1))
                print_row(family, problem, arguments, folder)


if __name__ == "__main__":
    main()
