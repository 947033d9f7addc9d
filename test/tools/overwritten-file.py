"""Runs a program on a dump that is overwritten once the program has read it.

Usage: overwritten-file.py DUMP COMMAND...

COMMAND prints more than a pipe holds before it looks at DUMP again. Then each
byte of DUMP becomes another one, so that nothing is where it was.
"""

import os
import subprocess
import sys

dump, command = sys.argv[1], sys.argv[2:]
program = subprocess.Popen(command, stdout=subprocess.PIPE)
program.stdout.read(1)
with open(dump, "r+b") as file:
    file.write(b"1" * os.path.getsize(dump))
os.utime(dump, (0, 0))
program.stdout.read()
sys.exit(program.wait())
