#!/usr/bin/env python3
# ===- make-corpus.py - Dumps of this repository, each in a file -------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Collects the dumps of this repository: to mutate, or to start a fuzzer with.

Usage: make-corpus.py [--protos] FOLDER

Writes to FOLDER, which it creates, the samples of test/Inputs, the inputs of the
parser's tests, and each section of those tests that split-file makes a file of. With
--protos it writes the protocol buffers of test/Inputs/proto instead, decompressed:
HloProtos, profiles, assignments and programs alone.
"""

import glob
import gzip
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# A fuzzer cuts what is longer than its -max_len, and a cut proto is an error at once.
MAX_PROTO = 16384
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
                yield f"{test}.{name.decode()}", text


def protos(root=ROOT):
    """(name, bytes) of every proto that is short enough for a fuzzer."""
    folder = os.path.join(root, "test", "Inputs", "proto")
    for path in sorted(glob.glob(os.path.join(folder, "*.pb.gz"))):
        with gzip.open(path) as file:
            content = file.read()
        if len(content) <= MAX_PROTO:
            yield os.path.basename(path)[: -len(".gz")], content


def main():
    arguments = sys.argv[1:]
    collect = dumps
    if arguments[:1] == ["--protos"]:
        arguments = arguments[1:]
        collect = protos
    if len(arguments) != 1 or arguments[0].startswith("-"):
        print(__doc__.strip(), file=sys.stderr)
        return 1
    os.makedirs(arguments[0], exist_ok=True)
    for name, content in collect():
        with open(os.path.join(arguments[0], name.replace("/", "_")), "wb") as file:
            file.write(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
