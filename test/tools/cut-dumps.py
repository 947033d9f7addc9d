"""Cuts a dump in many places: no part of a dump may pass for a whole one.

Usage: cut-dumps.py TOOL EVERY DUMP...

Runs `TOOL -passes=peak,frag` on the beginnings of DUMP that end after each of
its lines and at 200 arbitrary bytes, or at every EVERYth of these places. Each must
be refused: exit status 1, an error on stderr, nothing on stdout. Only what is a whole dump without its last
line end, or without the stack trace breakdown, which older releases of XLA do
not print, must give the very output of DUMP.
"""

import multiprocessing.pool
import os
import random
import re
import subprocess
import sys
import tempfile

TREE = b"  Stack trace breakdown"
POSITION = re.compile(r"^.+:(\d+):\d+: error: ", re.MULTILINE)
PLAIN = re.compile(r"^hlo-mem-opt: error: ", re.MULTILINE)
FAILURES_SHOWN = 10


def run(tool, folder, data):
    """The finished process for a dump of these bytes. Every one is named
    dump.txt in a folder of its own, so that outputs can be compared."""
    with tempfile.TemporaryDirectory(dir=folder) as own:
        with open(os.path.join(own, "dump.txt"), "wb") as file:
            file.write(data)
        return subprocess.run(
            [tool, "-passes=peak,frag", "dump.txt"],
            cwd=own,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=60,
        )


def whole_dumps(dump):
    """The beginnings of the dump that are dumps themselves."""
    result = [dump]
    tree = dump.find(b"\n" + TREE)
    if tree >= 0:
        result.append(dump[: tree + 1])
    return result + [whole[:-1] for whole in result]


def places(dump, every):
    """Where to cut, in bytes."""
    result = set()
    result.update(at + 1 for at, byte in enumerate(dump) if byte == ord("\n"))
    # The same places in every run.
    result.update(random.Random(1).sample(range(len(dump)), min(200, len(dump))))
    result = set(sorted(result)[::every]) | {0, len(dump) - 1}
    result.update(len(whole) for whole in whole_dumps(dump))
    return sorted(result - {len(dump)})


def complaint(process, data, expected):
    """What is wrong with a run, or None; `expected` is the stdout of a whole
    dump, None for a part of one."""
    stderr = process.stderr.decode("utf-8", "replace")
    if process.returncode < 0:
        return "killed by signal %d" % -process.returncode
    if "Sanitizer" in stderr or "runtime error:" in stderr:
        return "sanitizer report: " + stderr
    if expected is not None:
        if process.returncode != 0:
            return "exit status %d: %s" % (process.returncode, stderr)
        if process.stdout != expected:
            return "output differs from that of the whole dump"
        return None
    if process.returncode != 1:
        return "exit status %d instead of 1" % process.returncode
    if process.stdout:
        return "output on stdout"
    position = POSITION.search(stderr)
    if not position and not PLAIN.search(stderr):
        return "no error on stderr: " + stderr
    if position and int(position.group(1)) > data.count(b"\n") + 1:
        return "error past the end of the file: " + stderr
    return None


def check_dump(tool, every, path):
    """Whether no cut of a dump went wrong, of which each that did is printed."""
    with open(path, "rb") as file:
        dump = file.read()
    wholes = whole_dumps(dump)
    with tempfile.TemporaryDirectory() as folder:
        expected = run(tool, folder, dump)
        if expected.returncode != 0 or not expected.stdout:
            print("the whole dump: exit status %d" % expected.returncode)
            print(expected.stderr.decode("utf-8", "replace"))
            return False

        def check(place):
            data = dump[:place]
            stdout = expected.stdout if data in wholes else None
            return place, complaint(run(tool, folder, data), data, stdout)

        with multiprocessing.pool.ThreadPool(2) as pool:
            results = pool.map(check, places(dump, every))
    failures = [result for result in results if result[1]]
    for place, text in failures[:FAILURES_SHOWN]:
        line = dump.count(b"\n", 0, place) + 1
        print("cut at byte %d, in line %d: %s" % (place, line, text))
    whole = sum(dump[:place] in wholes for place, _ in results)
    print(
        "%d cuts (%d of them whole dumps), %d failures"
        % (len(results), whole, len(failures))
    )
    return not failures


def main():
    tool, every = os.path.abspath(sys.argv[1]), int(sys.argv[2])
    return 1 - min([check_dump(tool, every, path) for path in sys.argv[3:]])


if __name__ == "__main__":
    sys.exit(main())
