"""Makes a log of dumps, as a program that compiles several modules prints it.

Usage: make-log.py FORM FILE...

FORM is one of
  blocks      *** Begin NAME *** lines around each FILE, as --xla_dump_to=- does
  tensorflow  the prefix of TensorFlow's logger before each line
  glog        the same of glog, a thread for each FILE, and lines in turns
All have lines of somebody else before, between and after the files. Writes to
the standard output.
"""

import itertools
import os
import sys

TENSORFLOW = (
    b"2021-05-11 10:20:30.123456: I "
    b"tensorflow/compiler/xla/service/buffer_assignment.cc:1234] "
)
GLOG = b"I0511 10:20:30.123456   %d buffer_assignment.cc:1234] "
NOISE = b"epoch 1 of 3: loss 0.25\n"


def prefixed(prefix, text):
    return [prefix + line + b"\n" for line in text.splitlines()]


def make(form, names, texts):
    yield NOISE
    if form == "glog":
        threads = [
            prefixed(GLOG % (700 + index), text) for index, text in enumerate(texts)
        ]
        for lines in itertools.zip_longest(*threads, fillvalue=b""):
            yield from lines
        yield NOISE
        return
    for name, text in zip(names, texts):
        if form == "blocks":
            name = os.path.basename(name).encode()
            yield b"*** Begin %s ***\n" % name
            yield text
            yield b"\n*** End %s ***\n" % name
        else:
            yield from prefixed(TENSORFLOW, text)
        yield NOISE


def main():
    form, names = sys.argv[1], sys.argv[2:]
    texts = []
    for name in names:
        with open(name, "rb") as file:
            texts.append(file.read())
    for piece in make(form, names, texts):
        sys.stdout.buffer.write(piece)


if __name__ == "__main__":
    main()
