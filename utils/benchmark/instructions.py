#!/usr/bin/env python3
# ===- instructions.py - How many instructions hlo-mem-opt executes --------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Counts instructions with callgrind and compares them with the recorded ones.

The record is the table in docs/Performance.md that has a row for each run below;
--record writes the present counts into it. Counts do not depend on the load of the
machine, but on the compiler and on the C library. The exit status is 1 if a
run takes more than the tolerance beyond its record.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

# On one thread. frag looks for better places as long as it has time, but for
# effort=0.
RUNS = ["invalidate<all>", "print", "peak,frag<effort=0>", "verify"]
DUMP = ["-size=10MiB", "-seed=1"]

MADE_WITH = re.compile(r"^Counted with (.*), of a dump of ([0-9,]+) bytes\.$", re.M)


def fail(message):
    sys.exit("instructions.py: error: " + message)


def row_pattern(passes):
    return re.compile(r"^(\| `%s` \|) *([0-9,]+) \|" % re.escape(passes), re.M)


def to_number(text):
    return int(text.replace(",", ""))


class Record:
    """The record in docs/Performance.md."""

    def __init__(self, path):
        self.path = path
        with open(path, encoding="utf-8") as file:
            self.text = file.read()
        self.made_with = self.find(MADE_WITH, "line 'Counted with'")

    def find(self, pattern, what):
        match = pattern.search(self.text)
        if not match:
            fail("no %s in %s" % (what, self.path))
        return match

    def counts(self):
        rows = {}
        for passes in RUNS:
            row = self.find(row_pattern(passes), "row of `%s`" % passes)
            rows[passes] = to_number(row.group(2))
        return rows

    def write(self, compiler, length, counts):
        text = self.text
        for passes, count in counts.items():
            row = "| `%s` | %s |" % (passes, format(count, ","))
            text = row_pattern(passes).sub(lambda _: row, text)
        line = "Counted with %s, of a dump of %s bytes."
        line = line % (compiler, format(length, ","))
        text = MADE_WITH.sub(lambda _: line, text)
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(text)


def count(tool, passes, dump, folder):
    out = os.path.join(folder, "callgrind.out")
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + out]
    command += [tool, "-no-verify", "-j1", "-passes=" + passes, dump]
    process = subprocess.run(
        command,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if process.returncode:
        fail("'%s' failed:\n%s" % (" ".join(command), process.stderr))
    with open(out, encoding="utf-8") as file:
        for line in file:
            if line.startswith("summary: "):
                return int(line.split()[1])
    fail("no summary in what callgrind wrote")


def compare(counts, recorded, tolerance):
    """Whether no run takes much more than recorded."""
    good = True
    for passes, now in counts.items():
        before = recorded[passes]
        difference = 100 * (now - before) / before
        note = ""
        if difference > tolerance:
            good = False
            note = ", too many"
        elif difference < -tolerance:
            note = ", worth recording"
        print(
            "%-22s %15s instructions, recorded %15s: %+.1f %%%s"
            % (passes, format(now, ","), format(before, ","), difference, note)
        )
    return good


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bin", required=True, help="folder of the programs")
    parser.add_argument("--page", required=True, help="docs/Performance.md")
    parser.add_argument("--compiler", required=True, help="the compiler that built --bin")
    parser.add_argument("--tolerance", type=float, default=5, help="in percent")
    parser.add_argument("--record", action="store_true", help="write the page")
    options = parser.parse_args()
    if not shutil.which("valgrind"):
        print("instructions.py: skipped: valgrind is not installed")
        return 0
    record = Record(options.page)
    recorded = record.counts()
    with tempfile.TemporaryDirectory(prefix="hlo-mem-opt.") as folder:
        dump = os.path.join(folder, "dump.txt")
        generator = os.path.join(options.bin, "gen-dump")
        subprocess.run([generator, *DUMP, "-o", dump], check=True)
        length = os.path.getsize(dump)
        tool = os.path.join(options.bin, "hlo-mem-opt")
        counts = {passes: count(tool, passes, dump, folder) for passes in RUNS}
    if options.record:
        record.write(options.compiler, length, counts)
        return 0
    compiler, recorded_length = record.made_with.groups()
    if compiler != options.compiler:
        print("recorded with %s, now with %s" % (compiler, options.compiler))
    if to_number(recorded_length) != length:
        fail("the dump is no longer that of %s bytes: record again" % recorded_length)
    return 0 if compare(counts, recorded, options.tolerance) else 1


if __name__ == "__main__":
    sys.exit(main())
