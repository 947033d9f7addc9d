"""Sends signals to hlo-mem-opt while it searches for a placement.

Usage: interrupt.py TOOL PROBLEM

PROBLEM is that of test/Packing/tight-problem.py. Writes dump.txt, in which its buffers
are values of one arena, one after the other.
"""

import csv
import os
import shutil
import signal
import subprocess
import sys
import time

from expand_dump import expand

tool, problem = sys.argv[1:]
PATIENCE = 120
# Far more than it takes to read the dump, and far less than the search takes.
SECONDS_BEFORE = 1


def check(what, condition, *details):
    if not condition:
        sys.exit("failed: %s %r" % (what, details))


def write_dump():
    with open(problem, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    total = sum(int(row["size"]) for row in rows)
    lines = [
        "max %d" % max(int(row["upper"]) for row in rows),
        "allocation 0: size %d, preallocated-temp:" % total,
    ]
    offset = 0
    for number, row in enumerate(rows):
        place = (number, row["id"], row["size"], offset, row["size"])
        times = (row["lower"], int(row["upper"]) - 1)
        value = " value: <%d %s @0> (size=%s,offset=%d): u8[%s]{0}" % place
        lines.append(value + " | %s-%d" % times)
        offset += int(row["size"])
    with open("dump.txt", "w", encoding="utf-8") as out:
        out.write(expand(lines))


def run(pipeline, signals, *inputs):
    """(exit status, report, messages) of a search that gets the signals."""

    def prepare():
        for number in signal.SIGINT, signal.SIGTERM:
            signal.signal(number, signal.SIG_DFL)

    process = subprocess.Popen(
        [tool, "-no-verify", "-passes=" + pipeline, "dump.txt", *inputs, "-o", "out.txt"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=prepare,
    )
    end = time.monotonic() + PATIENCE
    ticks = 0
    while ticks < SECONDS_BEFORE * os.sysconf("SC_CLK_TCK"):
        check("searches", process.poll() is None and time.monotonic() < end)
        time.sleep(0.05)
        with open("/proc/%d/stat" % process.pid, encoding="utf-8") as file:
            ticks = int(file.read().rpartition(")")[2].split()[11])
    # Else the second could come when all is done.
    process.send_signal(signal.SIGSTOP)
    for number in signals:
        process.send_signal(number)
    process.send_signal(signal.SIGCONT)
    report, messages = process.communicate(timeout=PATIENCE)
    return process.returncode, report, messages


write_dump()
for name, number in ("repack", signal.SIGINT), ("frag", signal.SIGTERM):
    status, report, messages = run(name + "<effort=3>,print", [number])
    check("%s: status" % name, status == 0, status, messages)
    check("%s: report" % name, "[%s]" % name in report, report)
    check("%s: said so" % name, messages.count(": warning: interrupted: ") == 1, messages)
    check("%s: document" % name, os.path.exists("out.txt"))
    os.remove("out.txt")

shutil.copy("dump.txt", "later.txt")
# Nothing is begun any more. It would be at work already with several threads.
status, report, messages = run("frag<effort=3>,print", [signal.SIGTERM], "later.txt", "-j1")
check("several: status", status == 1, status, messages)
check("several: report", report.count("[frag]") == 1 and "later" not in report, report)
later = "hlo-mem-opt: error: 'later.txt': not reported: interrupted"
check("several: said so", messages.splitlines().count(later) == 1, messages)
check("several: nothing", not os.path.exists("out.txt"))
os.remove("later.txt")

status, report, messages = run("repack<effort=3>,print", [signal.SIGINT, signal.SIGTERM])
check("twice: status", status == -signal.SIGTERM, status)
check("twice: nothing", os.listdir(".") == ["dump.txt"], os.listdir("."))
print("done")
