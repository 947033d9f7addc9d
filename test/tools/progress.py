"""Runs a program whose standard error stream, or both, are a terminal, and whose
second input comes late.

Usage: progress.py STREAMS DELAY TOOL FIRST SECOND

STREAMS is "stderr" or "neither": which are terminals. SECOND is sent through a
pipe, DELAY seconds late. Prints what came out of the error stream, with line
feeds and returns spelt out.
"""

import os
import pty
import subprocess
import sys
import tempfile
import threading
import time

streams, delay, tool, first, second = sys.argv[1:]


def send(pipe):
    with open(pipe, "wb") as writer, open(second, "rb") as reader:
        time.sleep(float(delay))
        writer.write(reader.read())


def read(descriptor):
    data = b""
    while True:
        try:
            piece = os.read(descriptor, 4096)
        except OSError:  # The other end of a terminal is closed.
            piece = b""
        if not piece:
            return data
        data += piece


with tempfile.TemporaryDirectory() as folder:
    pipe = os.path.join(folder, "pipe")
    os.mkfifo(pipe)
    here, there = pty.openpty() if streams == "stderr" else os.pipe()
    sender = threading.Thread(target=send, args=(pipe,))
    sender.start()
    process = subprocess.Popen(
        [tool, "-j2", "-passes=frag", first, pipe, first + ".missing"],
        stdout=subprocess.DEVNULL,
        stderr=there,
    )
    os.close(there)
    output = read(here)
    sender.join()
    process.wait()
text = output.decode().replace("\r\n", "\n")
print(text.replace("\r", "<CR>\n"))
