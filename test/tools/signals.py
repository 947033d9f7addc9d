"""Ends a program by signals while it has an unfinished file.

Usage: signals.py TOOL PACK DUMP FOLDER

Each signal ends the program as it would have ended one without handlers, in
silence and without the file. What whoever starts the program ignores stays
ignored.
"""

import os
import resource
import signal
import subprocess
import sys
import time

tool, pack, dump, folder = sys.argv[1:]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)
with open(dump, "rb") as file:
    text = file.read()

ENDING = [getattr(signal, "SIG" + name) for name in "HUP INT QUIT TERM USR2".split()]
PATIENCE = 120


def fail(what, *details):
    sys.exit("failed: %s %r" % (what, details))


def start(command, ignored):
    def prepare():
        for number in ENDING:
            signal.signal(number, signal.SIG_IGN if ignored else signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        preexec_fn=prepare,
    )


def start_writer(ignored):
    """A program that has its file open, and waits for its input."""
    program = start([tool, "-passes=print", "-o", "out.txt", "-"], ignored)
    end = time.monotonic() + PATIENCE
    while not os.listdir("."):
        if time.monotonic() > end or program.poll() is not None:
            fail("no unfinished file", program.poll())
        time.sleep(0.01)
    return program


def finish(program, data=None):
    try:
        return program.communicate(data, timeout=PATIENCE)[1].decode()
    except subprocess.TimeoutExpired:
        program.kill()
        fail("does not end", program.args)


for number in [*ENDING, signal.SIGXCPU]:
    program = start_writer(ignored=False)
    program.send_signal(number)
    messages = finish(program)
    if (program.returncode, messages) != (-number, ""):
        fail("by signal", number, program.returncode, messages)
    if os.listdir("."):
        fail("left behind", number, os.listdir("."))

program = start_writer(ignored=True)
for number in ENDING:
    program.send_signal(number)
messages = finish(program, text)
if program.returncode != 0 or os.listdir(".") != ["out.txt"]:
    fail("ignored signals", program.returncode, messages, os.listdir("."))
with open("out.txt", "rb") as file:
    if file.read() != text:
        fail("not the dump")
os.remove("out.txt")

# It has no file yet. The program is there as soon as it has read something.
program = start([pack, "-"], ignored=False)
program.stdin.write(b" " * (1 << 20))
program.stdin.flush()
program.send_signal(signal.SIGQUIT)
messages = finish(program)
if (program.returncode, messages) != (-signal.SIGQUIT, ""):
    fail("hlo-mem-pack", program.returncode, messages)
