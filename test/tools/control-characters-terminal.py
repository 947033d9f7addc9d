"""Has documents written to a terminal.

Usage: control-characters-terminal.py OPT PACK DUMP FOLDER

A dump and a packing problem get an escape sequence in a name. A terminal gets their
lines up to that one, and an error that names it; a pipe gets them as they are. What is
harmless a terminal gets too: tabs, and the line endings of Windows.
"""

import os
import pty
import subprocess
import sys
import tty

from terminal import read_until_exit


def run(*command):
    """The exit status, what a terminal is sent, and the errors."""
    here, there = pty.openpty()
    tty.setraw(there)
    process = subprocess.Popen(command, stdout=there, stderr=subprocess.PIPE)
    sent = read_until_exit(process, here, there)
    errors = process.communicate()[1].decode()
    return process.returncode, sent, errors


def main():
    opt, pack, dump, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    os.chdir(folder)
    with open(dump, "rb") as file:
        text = file.read()
    failures = 0

    def check(what, holds):
        nonlocal failures
        if not holds:
            failures += 1
            print(what)

    for name, hostile in (
        ("escape", b"\x1b[31m"),
        ("override", "\u202e".encode()),
        ("C1", b"\xc2\x9b"),
        ("no UTF-8", b"\xff"),
    ):
        changed = text.replace(b"jit(_", hostile + b"jit(_")
        with open("hostile.txt", "wb") as file:
            file.write(changed)
        command = [opt, "-passes=print", "hostile.txt"]
        before = changed[: changed.index(hostile)].count(b"\n")
        status, sent, errors = run(*command)
        check(name + ": status", status == 74)
        check(name + ": lines", sent == b"".join(changed.splitlines(True)[:before]))
        check(name + ": error", "line %d has control characters" % (before + 1) in errors)
        check(name + ": pipe", subprocess.check_output(command) == changed)
    for name, harmless in (
        ("tab", text.replace(b"jit(_", b"\tjit(_")),
        ("Windows", text.replace(b"\n", b"\r\n")),
        ("plain", text),
    ):
        with open("harmless.txt", "wb") as file:
            file.write(harmless)
        check(name, run(opt, "-passes=print", "harmless.txt") == (0, harmless, ""))
    with open("problem.csv", "wb") as file:
        file.write(b"id,lower,upper,size\na,2,3,4\nb\x1b[31m,0,2,4\n")
    status, sent, errors = run(pack, "problem.csv")
    check("problem: status", status == 74)
    check("problem: lines", sent == b"id,lower,upper,size,offset\na,2,3,4,0\n")
    check("problem: error", "line 3 has control characters" in errors)
    print("%d failures" % failures)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
