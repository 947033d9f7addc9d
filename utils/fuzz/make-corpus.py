#!/usr/bin/env python3
# ===- make-corpus.py - Dumps of this repository, each in a file -------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Collects the dumps of this repository: to mutate, or to start a fuzzer with.

Usage: make-corpus.py FOLDER

Writes to FOLDER, which it creates, the samples of test/Inputs, the inputs of the
parser's tests, and each section of those tests that split-file makes a file of.
"""

import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SECTION = re.compile(rb"^(?:#|//)--- (\S+)\n", re.MULTILINE)


def dumps(root=ROOT):
    """(name, bytes) of every dump, in a fixed order."""
    tests = os.path.join(root, "test")
    samples = glob.glob(os.path.join(tests, "Inputs", "*.txt"))
    samples += glob.glob(os.path.join(tests, "Dump", "Inputs", "*.txt"))
    for path in sorted(samples):
        with open(path, "rb") as file:
            yield os.path.basename(path), file.read()
    for path in sorted(glob.glob(os.path.join(tests, "Dump", "*.test"))):
        with open(path, "rb") as file:
            parts = SECTION.split(file.read())
        # What stands before the first section is the test itself.
        for name, text in zip(parts[1::2], parts[2::2]):
            test = os.path.basename(path)[: -len(".test")]
            if text:
                yield "%s.%s" % (test, name.decode()), text


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 1
    os.makedirs(sys.argv[1], exist_ok=True)
    for name, text in dumps():
        with open(os.path.join(sys.argv[1], name.replace("/", "_")), "wb") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
