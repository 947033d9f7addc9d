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
       make-corpus.py --inputs TOOL FOLDER [DUMPS...]
       make-corpus.py --pack FOUND

Writes to FOLDER, which it creates, the samples of test/Inputs, the inputs of the
parser's tests, and each section of those tests that split-file makes a file of.

With --inputs it writes inputs of the fuzzer instead (FuzzInput.h), each kind into a
folder of its own: all that is short enough of test/Inputs, decompressed, as texts,
protos, folders, logs, profiles and compressed files; packings that TOOL, which is hlo-mem-opt, exports of them; and what
the fuzzer has found before, corpus.tar.xz. With folders DUMPS it also takes what lies
anywhere in them; one that is not there is skipped.

With --pack it makes corpus.tar.xz of what the fuzzer has made in the folder FOUND.
"""

import glob
import gzip
import hashlib
import io
import os
import re
import subprocess
import sys
import tarfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ARCHIVE = os.path.join(HERE, "corpus.tar.xz")
# What is longer takes the sanitized passes more than some tenths of a second.
MAX_INPUT = 24 << 10
SECTION = re.compile(rb"^(?:#|//)--- (\S+)\n", re.MULTILINE)
# What XLA adds to the name of a module in those of its files, the longest first.
ENDINGS = ["-buffer-assignment-values.txt", "-buffer-assignment.txt"]
ENDINGS += ["-memory-usage-report.txt", "-live-range.txt", ".hlo.pb", ".txt"]
KINDS = ["text", "proto", "folder", "log", "profile", "csv", "compressed"]
PREFIX = b"2025-01-01 00:00:00.000000: I xla/service/buffer_assignment.cc:12] "


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


def varint(number):
    digits = b""
    while number > 127:
        digits += bytes([number & 127 | 128])
        number >>= 7
    return digits + bytes([number])


def field(number, content):
    return varint(number << 3 | 2) + varint(len(content)) + content


def fuzz_input(kind, files):
    """The message of FuzzInput.h, of a list of (name, bytes)."""
    message = b"\x08" + varint(KINDS.index(kind)) + b"\x10\0"
    for name, content in files:
        safe = re.sub(r"[^A-Za-z0-9._-]", "_", name).lstrip(".-")[-150:]
        message += field(3, field(1, safe.encode()) + field(2, content))
    return message


def modules(folders):
    """For each module in the folders its files: {ending: (name, bytes)}."""
    found = {}
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(folder, "**"), recursive=True)):
            name = os.path.basename(path).removesuffix(".gz")
            ending = next((e for e in ENDINGS if name.endswith(e)), None)
            if not ending or not os.path.isfile(path):
                continue
            with gzip.open(path) if path.endswith(".gz") else open(path, "rb") as file:
                content = file.read(MAX_INPUT + 1)
            if len(content) <= MAX_INPUT:
                stem = path.removesuffix(".gz").removesuffix(ending)
                found.setdefault(stem, {})[ending] = (name, content)
    return found


def packing(tool, text):
    """What TOOL exports of a dump, empty if it has no arena."""
    command = [tool, "-passes=export-packing", "-no-verify", "-"]
    return subprocess.run(
        command,
        input=text,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        check=False,
    ).stdout


def inputs_of_module(tool, files):
    """(kind, files) of what one module has."""
    text = [files[e] for e in ENDINGS[1::-1] + ENDINGS[3:4] if e in files]
    small = sum(len(content) for _, content in files.values()) <= 2 * MAX_INPUT
    if "-buffer-assignment.txt" in files:
        yield "text", text
        name, content = text[0]
        yield "compressed", [(name + ".gz", content)] + text[1:]
        if len(text) == 1:
            log = b"".join(PREFIX + line for line in content.splitlines(True))
            yield "log", [("log.txt", b"epoch 1\n" + log + b"epoch 2\n")]
            if csv := packing(tool, content):
                yield "csv", [(name, content), ("packing.csv", csv)]
                yield "csv", [("problem.csv", csv)]
    if ".hlo.pb" in files:
        name, content = files[".hlo.pb"]
        yield "proto", [(name, content)]
        yield "compressed", [(name + ".zst", content)]
    if small and len(files) > 1:
        yield "folder", list(files.values())


def other_inputs():
    """(kind, files) of what is no file of a module."""
    tests = os.path.join(ROOT, "test")
    for name, content in dumps():
        # What is refused has few mutants that are not.
        if len(content) <= MAX_INPUT and "-errors" not in name:
            is_dump = content.startswith(b"BufferAssignment:")
            yield "text" if is_dump else "log", [(name + ".txt", content)]
    for kind, pattern in [
        ("log", "Inputs/out-of-memory/*.log"),
        ("csv", "Inputs/packing/*.csv"),
        ("profile", "Inputs/proto/*.xplane.pb.gz"),
        ("proto", "Inputs/proto/*.buffer_assignment.pb.gz"),
    ]:
        for path in sorted(glob.glob(os.path.join(tests, pattern))):
            with gzip.open(path) if path.endswith(".gz") else open(path, "rb") as file:
                content = file.read(MAX_INPUT + 1)
            if len(content) <= MAX_INPUT:
                yield kind, [(os.path.basename(path).removesuffix(".gz"), content)]


def pack(found):
    # The same bytes for the same inputs.
    with tarfile.open(ARCHIVE, "w:xz") as tar:
        for path in sorted(glob.glob(os.path.join(found, "**"), recursive=True)):
            # libFuzzer's names, or those given here before.
            if re.fullmatch("[0-9a-f]{16}|[0-9a-f]{40}", os.path.basename(path)):
                with open(path, "rb") as file:
                    content = file.read()
                name = hashlib.sha1(content).hexdigest()[:16]
                entry = tarfile.TarInfo(f"{KINDS[content[1]]}/{name}")
                entry.size = len(content)
                tar.addfile(entry, io.BytesIO(content))


def write_inputs(tool, folder, more):
    with tarfile.open(ARCHIVE) as tar:
        tar.extractall(folder)
    made = list(other_inputs())
    for files in modules([os.path.join(ROOT, "test", "Inputs"), *more]).values():
        made += inputs_of_module(tool, files)
    for number, (kind, files) in enumerate(made):
        os.makedirs(os.path.join(folder, kind), exist_ok=True)
        name = "%d-%s" % (number, os.path.basename(files[0][0]))
        with open(os.path.join(folder, kind, name), "wb") as file:
            file.write(fuzz_input(kind, files))


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--pack"] and len(arguments) == 2:
        pack(arguments[1])
        return 0
    tool = None
    if arguments[:1] == ["--inputs"]:
        _, tool, *arguments = arguments + [""] * (len(arguments) < 3)
    folder, *more = arguments or [""]
    if not folder or folder.startswith("-") or (more and not tool):
        print(__doc__.strip(), file=sys.stderr)
        return 1
    os.makedirs(folder, exist_ok=True)
    if tool:
        write_inputs(tool, folder, more)
        return 0
    for name, content in dumps():
        with open(os.path.join(folder, name.replace("/", "_")), "wb") as file:
            file.write(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
