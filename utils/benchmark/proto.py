#!/usr/bin/env python3
# ===- proto.py - How fast HloProtos are ----------------------------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Measures hlo-mem-opt on X.hlo.pb, against the text of the same dump,
X-buffer-assignment.txt, and XProf's memory viewer, and prints one Markdown table.

All take turns. Times are user and system time: of hlo-mem-opt those of a whole
process, of XProf those of a call in a process that has answered one already."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from statistics import median

from processes import Series, Usage, run
from results import Limit, duration

SUMMARY_LIMIT = Limit(1 / 3)
PEAK_LIMIT = Limit(0.25)
# Of the size of the file, and beside that in bytes.
MEMORY_LIMIT = (1.5, 64 << 20)

# Runs in XProf's Python: an answer for each line of standard input.
XPROF = """
import json, sys, time
from xprof.convert import _pywrap_profiler_plugin as plugin
for line in sys.stdin:
    options = {"module_name": "M", "memory_space": "0",
               "view_memory_allocation_timeline": False}
    clock, processor = time.perf_counter(), time.process_time()
    answer, ok = plugin.xspace_to_tools_data(
        [sys.argv[1] + "/x.xplane.pb"], "memory_viewer", options)
    used = [time.perf_counter() - clock, time.process_time() - processor]
    if not ok:
        sys.exit(answer.decode("utf-8", "replace"))
    table = json.loads(answer)
    print(json.dumps(used + [table["totalBufferAllocationMib"]]), flush=True)
"""


def fail(message):
    sys.exit("proto.py: error: " + message)


class XProf:
    """A process that has XProf loaded, and has read the file once."""

    def __init__(self, python, folder, proto):
        os.symlink(os.path.abspath(proto), os.path.join(folder, "M.hlo_proto.pb"))
        self.process = subprocess.Popen(
            [python, "-c", XPROF, folder],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        self.ask()

    def ask(self):
        try:
            self.process.stdin.write("\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except OSError:
            answer = ""
        if not answer:
            fail("%s has no XProf, or XProf does not read the file" % self.process.args[0])
        clock, processor, _ = json.loads(answer)
        return Usage(clock, processor)

    def close(self):
        self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()


def ratio(mine, its):
    """Of the processor time in the same rounds."""
    pairs = zip(mine.usages, its.usages)
    return median(a.processor / b.processor for a, b in pairs)


def megabytes(size):
    return "%.1f MB" % (size / 1e6)


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("proto", metavar="X.hlo.pb")
    parser.add_argument(
        "--bin", default="build/bin", metavar="DIR", help="where hlo-mem-opt is"
    )
    parser.add_argument(
        "--xprof", metavar="PYTHON", help="a Python that has XProf; without it no XProf"
    )
    parser.add_argument("--runs", type=int, default=5, help="turns (default: 5)")
    arguments = parser.parse_args()
    if arguments.runs < 1:
        parser.error("--runs must be at least 1")
    if not arguments.proto.endswith(".hlo.pb"):
        parser.error("'%s' is not named X.hlo.pb" % arguments.proto)
    return arguments


def main():
    arguments = parse_arguments()
    proto = arguments.proto
    text = proto[: -len(".hlo.pb")] + "-buffer-assignment.txt"
    program = os.path.join(arguments.bin, "hlo-mem-opt")
    for path in (program, proto):
        if not os.path.exists(path):
            fail("no file '%s'" % path)
    commands = {("summary", proto): [program, "-j1", "-passes=summary", proto]}
    for path in (proto, text):
        if os.path.exists(path):
            commands["peak,frag", path] = [program, "-j1", "-passes=peak,frag", path]
    series = {name: Series() for name in [*commands, "xprof"]}
    with tempfile.TemporaryDirectory() as folder:
        xprof = XProf(arguments.xprof, folder, proto) if arguments.xprof else None
        for command in commands.values():
            run(command)
        for _ in range(arguments.runs):
            for name, command in commands.items():
                series[name].add(run(command))
            if xprof:
                series["xprof"].add(xprof.ask())
        if xprof:
            xprof.close()

    print("| what | measured | compared with | ratio | at most | met |")
    print("|---|--:|---|--:|--:|---|")

    def add(what, measured, other, value, limit, met):
        print("| %s | %s | %s | %.2f | %s | %s |"
              % (what, measured, other, value, limit, met))  # fmt: skip

    def race(passes, other, name, limit):
        mine, its = series[passes, proto], series[other]
        add(
            "`%s`" % passes,
            duration(mine.processor()),
            "%s: %s" % (name, duration(its.processor())),
            ratio(mine, its),
            "%.2f" % limit.wanted,
            limit.judge(ratio(mine, its)),
        )

    if xprof:
        race("summary", "xprof", "XProf's memory viewer", SUMMARY_LIMIT)
    if ("peak,frag", text) in commands:
        race("peak,frag", ("peak,frag", text), "the text", PEAK_LIMIT)
    size = os.path.getsize(proto)
    factor, beside = MEMORY_LIMIT
    for passes in ("summary", "peak,frag"):
        most = max(usage.memory for usage in series[passes, proto].usages)
        limit = (factor * size + beside) / size
        add(
            "memory of `%s`, the mapped file included" % passes,
            megabytes(most),
            "the file: %s" % megabytes(size),
            most / size,
            "%.2f" % limit,
            "yes" if most / size <= limit else "no",
        )


if __name__ == "__main__":
    main()
