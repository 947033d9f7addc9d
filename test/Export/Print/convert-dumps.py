#!/usr/bin/env python3
# ===- convert-dumps.py - Dumps in every dialect that can carry them ---------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Converts dumps with live ranges to every dialect and compares what is left.

Usage: convert-dumps.py HLO-MEM-OPT FOLDER DUMP...

Writes into FOLDER. Each result has the form of its dialect by check_form.py, is
the same when it is read and printed, and when it is converted to its dialect
once more, and gives the same numbers of peak and frag. The dialects that have no
live ranges must be refused.

Exit status: 0, or 1 where something is wrong.
"""

import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from check_form import MONTHS, Checker, Mistake  # noqa: E402

# What XLA says of its own peak depends on the dialect.
OF_XLA = re.compile(r"XLA's (own peak|list)")
# Without the texts of instructions nobody knows what is prefetched across
# programs.
OF_POLICY = re.compile(r"    (shape|policy|packing) |.* placement ")


def run(program, passes, dump):
    command = [program, "-no-verify", "-width=0", "-passes=" + passes, "-exact-bytes", dump]
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False
    )


def numbers(program, dump, with_policy):
    """What peak and frag print, without places in the text and the program."""
    done = run(program, "peak<top=0>,frag<top=0;all>", dump)
    if done.returncode:
        return [done.stderr.decode()]
    lines, end = [], None
    for line in done.stdout.decode().split("\n"):
        head = re.match(r"\S+: (remark|warning): ", line)
        if head:
            line = line[head.end() :]
            end = None
        elif line.split()[:1] == ["size"]:
            # These columns come from the texts of instructions.
            end = line.find("origin")
            end = end if end >= 0 else None
        if re.match(r" +(\d+|size) ", line):
            line = line[:end]
        if not OF_XLA.search(line) and (with_policy or not OF_POLICY.match(line)):
            lines.append(" ".join(line.split()))
    return lines


def convert(program, folder, dump, name):
    """What is wrong with the dump in the dialect, or None."""
    done = run(program, "print<dialect=%s>" % name, dump)
    if MONTHS[name] < "2021-04":
        with open(dump, encoding="utf-8") as file:
            if "\n    0:" not in file.read():
                # Nothing to lose: an empty schedule.
                return None
        wanted = "the dialect %s cannot hold live ranges" % name
        refused = done.returncode == 1 and wanted in done.stderr.decode()
        if not refused or done.stdout:
            return "is not refused"
        return None
    if done.returncode:
        return done.stderr.decode()
    # The name of the file may tell the backend.
    os.makedirs(os.path.join(folder, name), exist_ok=True)
    path = os.path.join(folder, name, os.path.basename(dump))
    with open(path, "wb") as file:
        file.write(done.stdout)
    try:
        Checker(name, done.stdout.decode()).check()
    except Mistake as mistake:
        return str(mistake)
    for again in ("print", "print<dialect=%s>" % name):
        if run(program, again, path).stdout != done.stdout:
            return "%s of the result differs" % again
    with_texts = MONTHS[name] >= "2021-09"
    wanted = numbers(program, dump, with_texts)
    found = numbers(program, path, with_texts)
    for line in wanted + found:
        if line not in wanted or line not in found:
            return "numbers differ: " + line
    return None


def main():
    if len(sys.argv) < 4:
        sys.exit("usage: convert-dumps.py HLO-MEM-OPT FOLDER DUMP...")
    program, folder, dumps = sys.argv[1], sys.argv[2], sys.argv[3:]
    wrong = 0
    for dump in dumps:
        for name in MONTHS:
            problem = convert(program, folder, dump, name)
            if problem:
                print("%s in %s: %s" % (os.path.basename(dump), name, problem))
                wrong += 1
    print("%d dumps, %d dialects, %d wrong" % (len(dumps), len(MONTHS), wrong))
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
