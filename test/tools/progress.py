"""Runs a program whose standard error stream, or neither, is a terminal, and one of
whose inputs comes late.

Usage: progress.py STREAMS DELAY LATE COMMAND...

STREAMS is "stderr" or "neither": which are terminals. The file LATE is sent through a
pipe, DELAY seconds late; in the command the pipe is "PIPE". Prints "sent:" and each
piece of the error stream that a return or a line feed ends, repeated ones once; then
"seen:" and the lines that are left on the screen.
"""

import os
import pty
import subprocess
import sys
import tempfile
import threading
import time

from terminal import read_until_exit

streams, delay, late, *command = sys.argv[1:]


def send(pipe):
    with open(pipe, "wb") as writer, open(late, "rb") as reader:
        time.sleep(float(delay))
        writer.write(reader.read())


with tempfile.TemporaryDirectory() as folder:
    pipe = os.path.join(folder, "pipe")
    os.mkfifo(pipe)
    here, there = pty.openpty() if streams == "stderr" else os.pipe()
    sender = threading.Thread(target=send, args=(pipe,))
    sender.start()
    process = subprocess.Popen(
        [pipe if word == "PIPE" else word for word in command],
        stdout=subprocess.DEVNULL,
        stderr=there,
    )
    output = read_until_exit(process, here, there)
    sender.join()


def overwrite(old, new):
    return new + old[len(new) :]


print("sent:")
last = None
for piece in output.decode().replace("\r\n", "\n").replace("\n", "\r").split("\r"):
    if piece.strip() and piece != last:
        print(piece)
        last = piece
print("seen:")
for line in output.decode().replace("\r\n", "\n").split("\n"):
    left = ""
    for piece in line.split("\r"):
        left = overwrite(left, piece)
    if left.strip():
        print(left)
