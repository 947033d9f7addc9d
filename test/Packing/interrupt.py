"""Sends signals to hlo-mem-pack while it searches.

Usage: interrupt.py TOOL FOLDER

FOLDER has problem.csv, of tight-problem.py, and nothing else. The signals are
sent when the first progress is told.
"""

import os
import signal
import subprocess
import sys

tool, folder = sys.argv[1:]
HEIGHT = 1 << 20


def check(what, condition):
    if not condition:
        sys.exit("failed: " + what)


def run(signals, *options, handler=signal.SIG_DFL, limit="-time=none"):
    """(exit status, messages) of a search that gets the signals at once."""

    def prepare():
        # Whoever runs the tests in the background may have them ignored.
        for number in signal.SIGINT, signal.SIGTERM:
            signal.signal(number, handler)

    process = subprocess.Popen(
        [tool, "-progress", limit, "problem.csv", "-o", "placed.csv", *options],
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=prepare,
    )
    first = process.stderr.readline()
    check("progress", first.startswith("best "))
    # Else the second could come when all is done.
    process.send_signal(signal.SIGSTOP)
    for number in signals:
        process.send_signal(number)
    process.send_signal(signal.SIGCONT)
    _, messages = process.communicate(timeout=60)
    return process.returncode, messages


os.chdir(folder)
for name in signal.SIGINT, signal.SIGTERM:
    status, messages = run([name])
    check("%s: status" % name, status == 0)
    last = messages.splitlines()[-1]
    check("%s: summary" % name, last.startswith("best "))
    check("%s: bound" % name, ", bound %d bytes, " % HEIGHT in last)
    check("%s: said so" % name, last.endswith(", interrupted"))
    result = subprocess.run([tool, "-check", "placed.csv"], stdout=subprocess.DEVNULL)
    check("%s: valid" % name, result.returncode == 0)
    os.remove("placed.csv")

status, messages = run([signal.SIGINT], "-capacity=%d" % HEIGHT)
check("capacity: status", status == 4)
check("capacity: said so", messages.endswith(", interrupted\n"))
check("capacity: nothing", not os.path.exists("placed.csv"))

status, messages = run([signal.SIGINT, signal.SIGTERM])
check("twice: status", status == -signal.SIGTERM)
check("twice: nothing", os.listdir(".") == ["problem.csv"])

# As for what nohup or a shell's background job runs.
status, messages = run([signal.SIGINT], handler=signal.SIG_IGN, limit="-steps=1000000")
check("ignored: status", status == 0)
check("ignored: not said", not messages.endswith(", interrupted\n"))
check("ignored: kept", os.path.exists("placed.csv"))
print("done")
