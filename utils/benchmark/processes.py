# ===- processes.py - What a process takes --------------------------------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Runs commands and tells what they took of clock, processor and memory."""

import os
import statistics
import sys
import time

# Where "C" is, grep does not decode characters; all get the same.
ENVIRONMENT = dict(os.environ, LC_ALL="C")


class Usage:
    """Seconds by the clock and of the processor, and the most bytes of memory,
    mapped files among them, of one run."""

    def __init__(self, clock, processor, memory=0):
        self.clock = clock
        self.processor = processor
        self.memory = memory


def stderr_of(output):
    return output if output == os.devnull else output + ".stderr"


def start(command, output):
    writing = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, output, writing, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, stderr_of(output), writing, 0o600),
    ]
    return os.posix_spawnp(command[0], command, ENVIRONMENT, file_actions=actions)


def check(command, status, output):
    if not status:
        return
    with open(stderr_of(output), encoding="utf-8", errors="replace") as file:
        sys.stderr.write(file.read())
    # Of a thousand files, the first.
    sys.exit("measure.py: error: '%s' failed" % " ".join(command[:12]))


def run(command, output=os.devnull):
    """Runs to the end, with the standard output in the file `output` and the
    standard error in the one beside it."""
    begin = time.perf_counter()
    _, status, used = os.wait4(start(command, output), 0)
    clock = time.perf_counter() - begin
    check(command, status, output)
    return Usage(clock, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)


def own_memory(command, output=os.devnull):
    """The most bytes of memory that are no part of any file: RssAnon of
    /proc/PID/status, looked at each half millisecond. None where the end came
    before the first look."""
    child = start(command, output)
    most = None
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            check(command, status, output)
            return most
        try:
            with open("/proc/%d/status" % child, encoding="ascii") as file:
                for line in file:
                    if line.startswith("RssAnon:"):
                        most = max(most or 0, int(line.split()[1]) * 1024)
                        break
        except OSError:
            pass
        time.sleep(0.0005)


class Series:
    """The runs of one command; in the same round as those of others."""

    def __init__(self):
        self.usages = []

    def add(self, usage):
        self.usages.append(usage)

    def clock(self):
        return statistics.median(usage.clock for usage in self.usages)

    def processor(self):
        return statistics.median(usage.processor for usage in self.usages)

    def ratio(self, other):
        """To the runs of `other` in the same rounds, which met the machine in the
        same state."""
        pairs = zip(self.usages, other.usages)
        return statistics.median(mine.clock / its.clock for mine, its in pairs)
