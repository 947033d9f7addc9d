"""Writes tables into one folder several times at once, and ends runs by signals.

Usage: shared-folder.py TOOL FOLDER DUMP...

Whatever happens, each file of the folder is that of one run, whole.
"""

import os
import shutil
import signal
import subprocess
import sys
import time

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
PATIENCE = 120


def emit(tool, folder, *inputs):
    return [tool, "-j1", "-passes=require<liveness>", "-emit=csv,jsonl", "-o", folder, *inputs]


def read(folder):
    contents = {}
    for name in os.listdir(folder):
        with open(os.path.join(folder, name), "rb") as file:
            contents[name] = file.read()
    return contents


def main():
    tool, base, *dumps = sys.argv[1:]
    shutil.rmtree(base, ignore_errors=True)
    os.makedirs(base)
    expected = []
    for number, dump in enumerate(dumps):
        folder = os.path.join(base, str(number))
        subprocess.run(emit(tool, folder, dump), check=True)
        expected.append(read(folder))

    shared = os.path.join(base, "shared")
    runs = [subprocess.Popen(emit(tool, shared, dump)) for dump in dumps * 4]
    if any(run.wait() for run in runs):
        sys.exit("a run failed")
    found = read(shared)
    if set(found) != set(expected[0]):
        sys.exit("files: %s" % sorted(found))
    for name, text in found.items():
        if text not in [contents[name] for contents in expected]:
            sys.exit("%s is of no run" % name)

    # The second input is the standard input, which never comes.
    for number in ENDING:
        run = subprocess.Popen(
            emit(tool, shared, dumps[0], "-"), stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            preexec_fn=lambda: [signal.signal(n, signal.SIG_DFL) for n in ENDING],
        )
        end = time.monotonic() + PATIENCE
        while len(os.listdir(shared)) < 2 * len(found):
            if time.monotonic() > end or run.poll() is not None:
                sys.exit("no unfinished files: %s" % os.listdir(shared))
            time.sleep(0.01)
        run.send_signal(number)
        run.wait()
        run.stdin.close()
        if read(shared) != found:
            sys.exit("signal %d: %s" % (number, sorted(os.listdir(shared))))
    print("%d files" % len(found))


main()
