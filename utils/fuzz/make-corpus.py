#!/usr/bin/env python3
# ===- make-corpus.py - Dumps of this repository, each in a file -------------===
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Collects the dumps of this repository: to mutate, or to start a fuzzer with.

Usage: make-corpus.py [--protos] FOLDER [DUMPS...]

Writes to FOLDER, which it creates, the samples of test/Inputs, the inputs of the
parser's tests, and each section of those tests that split-file makes a file of. With
--protos it writes the protocol buffers of test/Inputs/proto instead, decompressed:
HloProtos, profiles, assignments and programs alone. With folders DUMPS it also takes
the files X.pb and X.pb.gz that lie anywhere in them; one that is not there is skipped.
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


def protos(dumps, root=ROOT):
    """(name, bytes) of every proto that is short enough for a fuzzer."""
    for folder in [os.path.join(root, "test", "Inputs", "proto"), *dumps]:
        files = glob.glob(os.path.join(folder, "**", "*.pb"), recursive=True)
        files += glob.glob(os.path.join(folder, "**", "*.pb.gz"), recursive=True)
        for path in sorted(files):
            with gzip.open(path) if path.endswith(".gz") else open(path, "rb") as file:
                content = file.read(MAX_PROTO + 1)
            if len(content) <= MAX_PROTO:
                yield os.path.basename(path).removesuffix(".gz"), content


def main():
    arguments = sys.argv[1:]
    takes_protos = arguments[:1] == ["--protos"]
    if takes_protos:
        arguments = arguments[1:]
    folder, *more = arguments or [""]
    if not folder or folder.startswith("-") or (more and not takes_protos):
        print(__doc__.strip(), file=sys.stderr)
        return 1
    os.makedirs(folder, exist_ok=True)
    for name, content in protos(more) if takes_protos else dumps():
        with open(os.path.join(folder, name.replace("/", "_")), "wb") as file:
            file.write(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
