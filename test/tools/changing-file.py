"""Runs a program on a dump that somebody changes while the program has it open.

Usage: changing-file.py DUMP CHANGE COUNT COMMAND...

Writes x-buffer-assignment.txt, the allocations of DUMP and COUNT more, to the
current folder; x-live-range.txt, of which the command is to be given the name
too, is a pipe. When the program opens that one, it has read or mapped the other
file, and CHANGE is done to it: "cut" to nothing, "grow" by a line, "rewrite" a
byte and tell of it, "replace" by another file, or "keep".
"""

import os
import subprocess
import sys
import threading

dump, change, count = sys.argv[1:4]
first, pipe = "x-buffer-assignment.txt", "x-live-range.txt"


def do_change():
    if change == "cut":
        os.truncate(first, 0)
    elif change == "replace":
        os.rename(dump, first)


def send(text):
    with open(pipe, "wb") as file:
        do_change()
        file.write(text)


with open(dump, "rb") as file:
    text = file.read()
with open(first, "wb") as file:
    file.write(text[: text.index(b"\nTotal bytes used: ")])
    for index in range(int(count)):
        number = 1000 + index
        file.write(b"allocation %d: size 8, preallocated-temp:\n" % number)
        file.write(b" value: <%d v.%d @0> (size=8,offset=0): f32[2]{0}\n" % (number, number))
os.mkfifo(pipe)
ranges = text[text.index(b"HloLiveRange") :]
sender = threading.Thread(target=send, args=(ranges,), daemon=True)
sender.start()
code = subprocess.call(sys.argv[4:])
os.remove(pipe)
sys.exit(code)
