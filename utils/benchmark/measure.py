#!/usr/bin/env python3
# ===- measure.py - How fast hlo-mem-opt is -------------------------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Measures hlo-mem-opt on dumps that gen-dump makes, against wc, grep, cat and a
plain Python reader, and prints one Markdown table. docs/Performance.md explains
the rows. Needs both programs in one folder; run.sh builds them first."""

import argparse
import os
import re
import sys
import tempfile
from statistics import median

from processes import Series, own_memory, run
from results import Limit, Table, duration

HERE = os.path.dirname(os.path.abspath(__file__))
READER = os.path.join(HERE, "read_dump.py")

# What is to be reached is meant for dumps as long as this.
LONG = 10**9
QUICK = "-no-verify -passes=peak,frag -j1"
ALL = "-passes=verify,peak,frag,alias,padding,attribute -j1"
PRINT = "-no-verify -passes=print -j1"
CAT = "cat through a pipe"
# Options, the command they are compared with, and what is to be reached.
RUNS = [
    (QUICK, "grep -c", Limit(3, 4)),
    ("-no-verify -passes=peak,frag -j2", "grep -c", Limit(2, 2.5)),
    ("-passes=peak,frag -j2", "grep -c", Limit(4, 6)),
    (ALL, "grep -c", Limit(15)),
    (PRINT, CAT, Limit(8)),
]
MEMORY_LIMIT = Limit(0.35)
BYTE_LIMIT = Limit(1.2)
MANY_LIMIT = Limit(5)

PEAK = re.compile(
    r".*: remark: (space \d+)(?: \([^)]*\))?: peak of "
    r"(?:[^(]*\((\d+) bytes\)|(\d+) bytes) at (?:schedule position|time) (\d+) "
)
# A row of -time-passes, with the seconds of the clock.
STAGE = re.compile(r" +[0-9.]+ \([^)]*\) +([0-9.]+) \([^)]*\) +\d+  (.+)")


def fail(message):
    sys.exit("measure.py: error: " + message)


def say(message):
    print("measure.py: " + message, file=sys.stderr)


class Dump:
    """What was measured with one dump."""

    def __init__(self, name, path):
        self.name = name
        self.path = path
        self.length = os.path.getsize(path)
        self.series = {}
        self.memory = {}
        self.stages = {}

    def seconds_per_byte(self, what):
        return self.series[what].clock() / self.length


class Benchmark:
    def __init__(self, options, folder):
        self.tool = os.path.join(options.bin, "hlo-mem-opt")
        self.generator = os.path.join(options.bin, "gen-dump")
        for program in (self.tool, self.generator):
            if not os.access(program, os.X_OK):
                fail("no program '%s'" % program)
        self.options = options
        self.folder = folder
        self.output = os.path.join(folder, "output")
        self.table = Table()

    def generate(self, name, *options):
        """The path of a dump or of a folder of them, made unless it is there."""
        path = os.path.join(self.folder, name)
        if not os.path.exists(path):
            say("making " + path)
            # Not taken for whole when this is stopped.
            run([self.generator, "-o", path + ".part", *options], self.output)
            os.rename(path + ".part", path)
        return path

    def take_turns(self, commands, rounds):
        """Runs each of `commands`, (name, words, output), in each round."""
        series = {name: Series() for name, _, _ in commands}
        for _ in range(rounds):
            for name, words, output in commands:
                series[name].add(run(words, output))
        return series

    def read_output(self, *command):
        run(command, self.output)
        with open(self.output, encoding="utf-8") as file:
            return file.read().splitlines()

    def check_peaks(self, path):
        expected = self.read_output(sys.executable, READER, path)
        found = []
        options = ("-no-verify", "-width=0", "-passes=peak")
        for line in self.read_output(self.tool, *options, path):
            if match := PEAK.match(line):
                space, long, short, time = match.groups()
                size = long or short
                found.append("%s: peak of %s bytes at schedule position %s" % (space, size, time))
        if not found or sorted(found) != sorted(expected):
            fail("%s: peaks are %s, not %s" % (path, found, expected))

    def tool_output(self, options):
        return os.devnull if options == PRINT else self.output

    def measure_dump(self, size):
        path = self.generate(size + ".txt", "-size=" + size)
        dump = Dump(size, path)
        say("%s: peaks and memory" % size)
        self.check_peaks(path)
        commands = [
            ("wc -l", ["wc", "-l", path], self.output),
            ("grep -c", ["grep", "-c", "value:", path], self.output),
            (CAT, ["sh", "-c", 'cat "$1" | cat', "sh", path], os.devnull),
        ]
        for options, _, _ in RUNS:
            words = [self.tool, *options.split(), path]
            output = self.tool_output(options)
            dump.memory[options] = own_memory(words, output)
            commands.append((options, words, output))
        commands.append(("read_dump.py", [sys.executable, READER, path], self.output))
        say("%s: times" % size)
        dump.series = self.take_turns(commands, self.options.runs)
        self.measure_stages(dump)
        return dump

    def measure_stages(self, dump):
        """Seconds of each stage by its name, as -time-passes has them."""
        words = [self.tool, *ALL.split(), "-time-passes", dump.path]
        for _ in range(self.options.runs):
            run(words, self.output)
            with open(self.output + ".stderr", encoding="utf-8") as file:
                for match in filter(None, map(STAGE.match, file)):
                    seconds, name = match.groups()
                    dump.stages.setdefault(name, []).append(float(seconds))

    def measure_many(self):
        folder = self.generate(
            "many-%d" % self.options.many,
            "-size=5000B",
            "-count=%d" % self.options.many,
        )
        names = sorted(os.listdir(folder))
        files = [os.path.join(folder, name) for name in names]
        say("%d dumps" % len(files))
        commands = [
            ("cat", ["cat", *files], self.output),
            ("tool", [self.tool, "-passes=peak,frag", folder], self.output),
        ]
        series = self.take_turns(commands, self.options.runs)
        length = sum(map(os.path.getsize, files))
        what = "%d dumps of %d bytes" % (len(files), length // max(len(files), 1))
        self.table.add(what, "cat", series["cat"])
        self.table.add(
            what,
            "`-passes=peak,frag`",
            series["tool"],
            "cat",
            series["tool"].ratio(series["cat"]),
            MANY_LIMIT,
        )

    def measure_start(self):
        path = self.generate("10KB.txt", "-size=10000B")
        say("start-up")
        commands = [
            ("true", ["/bin/true"], self.output),
            ("tool", [self.tool, path], self.output),
        ]
        series = self.take_turns(commands, self.options.starts)
        nothing = series["true"].clock()
        self.table.add("10KB", "/bin/true", series["true"])
        self.table.add(
            "10KB",
            "start to end",
            series["tool"],
            "/bin/true",
            series["tool"].clock() / nothing,
            # In times of /bin/true, of which the 2 ms are a part.
            Limit(3 + 0.002 / nothing),
        )

    def add_dump(self, dump, smaller):
        """Adds the rows of a dump; `smaller` is one to compare with, or None."""
        series, is_long = dump.series, dump.length >= LONG

        def add(what, measured, against="", ratio=None, limit=None):
            limit = limit if is_long else None
            self.table.add(dump.name, what, measured, against, ratio, limit)

        def compare(what, name, against, limit=None):
            ratio = series[name].ratio(series[against])
            add(what, series[name], against, ratio, limit)

        for name in ("wc -l", "grep -c", CAT):
            add(name, series[name])
        compare("read_dump.py", "read_dump.py", "grep -c")
        for options, against, limit in RUNS:
            compare("`%s`" % options, options, against, limit)
        for options, _, _ in RUNS:
            used = dump.memory[options]
            what = "memory, `%s`" % options
            if used is None:
                add(what, "too short")
                continue
            ratio = used / dump.length
            add(what, "%.1f MB" % (used / 1e6), "the file", ratio, MEMORY_LIMIT)
        if smaller:
            for options in (QUICK, ALL):
                now = dump.seconds_per_byte(options)
                ratio = now / smaller.seconds_per_byte(options)
                what = "a byte, `%s`" % options
                add(what, "%.2f ns" % (now * 1e9), smaller.name, ratio, BYTE_LIMIT)
        grep = series["grep -c"].clock()
        stages = {name: median(times) for name, times in dump.stages.items()}
        total = sum(stages.values())
        for name, seconds in sorted(stages.items(), key=lambda item: -item[1]):
            if seconds >= 0.01 * total:
                add("stage: " + name, duration(seconds), "grep -c", seconds / grep)

    def measure(self):
        dumps = {}
        for size in self.options.sizes:
            dumps[size] = self.measure_dump(size)
        smaller = dumps.get(self.options.base)
        for dump in dumps.values():
            is_longer = smaller and dump.length > smaller.length
            self.add_dump(dump, smaller if is_longer else None)
        self.measure_many()
        self.measure_start()


def main():
    parser = argparse.ArgumentParser(description="Measures hlo-mem-opt.")
    parser.add_argument("--bin", required=True, help="folder of the programs")
    parser.add_argument(
        "--sizes",
        type=lambda text: text.split(","),
        default="1MiB,10MiB,100MiB,1GiB",
        help="sizes of the dumps (default: %(default)s)",
    )
    parser.add_argument(
        "--base",
        default="10MiB",
        help="the one whose time per byte longer ones are compared with (default: "
        "%(default)s)",
    )
    parser.add_argument("--runs", type=int, default=5, help="default: %(default)s")
    parser.add_argument(
        "--many",
        type=int,
        default=5000,
        help="the number of dumps of 5 KB (default: %(default)s)",
    )
    parser.add_argument(
        "--starts",
        type=int,
        default=200,
        help="the number of runs on a dump of 10 KB (default: %(default)s)",
    )
    parser.add_argument(
        "--folder",
        help="keep the dumps there, and use those that are (default: a temporary "
        "folder)",
    )
    parser.add_argument("--parse-only", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if min(options.runs, options.many, options.starts) < 1:
        parser.error("--runs, --many and --starts must be at least 1")
    if options.parse_only:
        return
    with tempfile.TemporaryDirectory(prefix="hlo-mem-opt.") as temporary:
        folder = options.folder or temporary
        os.makedirs(folder, exist_ok=True)
        benchmark = Benchmark(options, folder)
        benchmark.measure()
    print(benchmark.table)


if __name__ == "__main__":
    main()
