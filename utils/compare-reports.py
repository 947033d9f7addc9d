#!/usr/bin/env python3
# ===- compare-reports.py - What two builds say of the same dumps ----------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===-----------------------------------------------------------------------===#
"""Compares what two builds of hlo-mem-opt say of the same dumps.

Usage: compare-reports.py [-j N] OLD NEW PATH...

OLD and NEW are programs, each PATH is a dump or a folder with dumps, in whatever form.
Each report, each transform followed by reports, and what is exported of each dump has to
be the same, byte for byte, with the same exit status: as JSON, and for a proto that has
a text beside it in both forms. Prints each difference with the command that shows it.

Exit status: 0 no difference, 1 some, 2 wrong arguments.
"""

import argparse
import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

REPORTS = (
    "advise,alias,attribute,fit,frag,heap-trace,liveness,padding,peak,reconcile,"
    "replay,spaces,summary,thread-local,verify<lenient>"
)
AFTER = "alias,liveness,peak,replay,summary,verify<lenient>,print,print-program"
PIPELINES = (
    REPORTS,
    "export-packing,print,print-program",
    *(
        "%s,%s" % (edit, AFTER)
        for edit in (
            "assign",
            "carry<loops=all>",
            "cast<values=arg:>",
            "donate<values=all>",
            "drop<values=op:.*>",
            "offload<values=arg:>",
            "remat<loops=all>",
            "repack",
            "scale<dimension=batch>",
            "shard<values=all>",
            "undonate<values=all>",
            "donate<values=all>,remat<loops=all>,cast<values=arg:>",
        )
    ),
)
ENDINGS = (".txt", ".pb", ".gz", ".zst", ".log")
# Inputs of one run.
BATCH = 16


def inputs_of(path: str) -> Iterator[str]:
    """The files of a folder that may be dumps."""
    if not os.path.isdir(path):
        yield path
        return
    for folder, folders, names in os.walk(path):
        folders.sort()
        for name in sorted(names):
            if name.endswith(ENDINGS):
                yield os.path.join(folder, name)


def is_text(path: str) -> bool:
    return path.endswith((".txt", ".txt.gz", ".txt.zst"))


def run(tool: str, options: list[str], inputs: list[str]) -> str:
    done = subprocess.run(
        [tool, "-format=json", *options, *inputs],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    text = done.stdout.decode("utf-8", "replace")
    return "%s\nexit status %d\n" % (text, done.returncode)


def compare(
    tools: tuple[str, str], options: list[str], inputs: list[str]
) -> Iterator[tuple[list[str], str]]:
    """The smallest sets of inputs on which the two differ, and how."""
    old, new = (run(tool, options, inputs) for tool in tools)
    if old == new:
        return
    if len(inputs) > 1:
        middle = len(inputs) // 2
        parts = [inputs[:middle], inputs[middle:]]
        found = [d for part in parts for d in compare(tools, options, part)]
        if found:
            yield from found
            return
    lines = itertools.zip_longest(old.splitlines(), new.splitlines(), fillvalue="")
    differing = itertools.islice(((l, r) for l, r in lines if l != r), 5)
    yield inputs, "\n".join("-%s\n+%s" % (l[:300], r[:300]) for l, r in differing)


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Compares what two builds of hlo-mem-opt say of the same dumps."
    )
    parser.add_argument("-j", type=int, default=os.cpu_count() or 1, metavar="N")
    parser.add_argument("--passes", action="append", help="instead of all pipelines")
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("paths", nargs="+", metavar="path")
    given = parser.parse_args()
    tools = (os.path.abspath(given.old), os.path.abspath(given.new))
    inputs = [name for path in given.paths for name in inputs_of(path)]
    batches = [inputs[at : at + BATCH] for at in range(0, len(inputs), BATCH)]
    runs = [
        (["-passes=" + passes, "-prefer=" + form], batch)
        for passes in given.passes or PIPELINES
        for batch in batches
        # Without a text beside a proto there is one form.
        for form in ("proto", "text")[: 2 if any(map(is_text, batch)) else 1]
    ]
    found = 0
    with ThreadPoolExecutor(given.j) as pool:
        for (options, _), differences in zip(
            runs,
            pool.map(lambda r: list(compare(tools, *r)), runs),
            strict=True,
        ):
            for names, how in differences:
                found += 1
                print(given.new, *("'%s'" % o for o in options), *names)
                print(how, flush=True)
    print("%d inputs, %d runs, %d differences" % (len(inputs), len(runs), found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
