#!/usr/bin/env python3
# ===- choose-samples.py - Small dumps for the tests -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Chooses the dumps of test/Inputs/xla from what make-dumps.py left.

Of each device and release of JAX it takes one dump, then those that show most of
what the ones before do not, for their bytes: attributes of allocations, element
types, tiles, memory spaces, opcodes, custom calls, sections. Equal folders give
equal samples.

The files are compressed with gzip. Of an .hlo.pb the metadata of instructions and
the tables of stack frames are left out, which have folders of the machine that
compiled it, and the literals of constants. A dump that has some elsewhere, as in
the code of a kernel, is no sample.

Exit status: 0, or 2 if the command line or a folder is wrong.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from dumps.corpus import MANIFEST, PROTO, CorpusError, read_folder
from dumps.wire import Message, WireError, rewrite

PACKED = ".gz"

KEPT_ENDINGS = (
    "-buffer-assignment.txt",
    "-buffer-assignment-values.txt",
    "-live-range.txt",
    "-memory-usage-report.txt",
    ".txt",
    PROTO,
)

KEPT_KEYS = (
    "backend",
    "device",
    "error",
    "jax",
    "jaxlib",
    "libtpu",
    "memory_analysis",
    "name",
    "program",
    "shows",
    "size",
    "topology",
    "variant",
)
"""Of an entry of the manifest: what does not change when a dump is made again."""

WEIGHTS = (10, 3, 1)
"""Of what no sample shows, none of the backend, none of the device and release."""

OVERHEAD = 2000
"""Bytes added to each dump, so that the smallest do not win for nothing."""

Entry = dict[str, Any]
Cell = tuple[str, str]
"""A device and a release of JAX."""


@dataclass
class Candidate:
    entry: Entry
    files: dict[str, bytes]
    """Compressed, by name."""
    features: frozenset[str]

    @property
    def name(self) -> str:
        return str(self.entry["name"])

    @property
    def backend(self) -> str:
        return str(self.entry["backend"])

    @property
    def cell(self) -> Cell:
        return str(self.entry["device"]), str(self.entry["jax"])

    @property
    def size(self) -> int:
        return sum(len(content) for content in self.files.values())


# --- What is kept of a file ---------------------------------------------------


# OpMetadata, the literals of constants, and StackFrameIndexProto.
_METADATA, _LITERAL, _STACK_FRAMES = 7, 8, 17


def _trim_instruction(field: int, content: bytes) -> bytes | None:
    return None if field in (_METADATA, _LITERAL) else content


def _trim_computation(field: int, content: bytes) -> bytes | None:
    return rewrite(content, _trim_instruction) if field == 2 else content


def _trim_module(field: int, content: bytes) -> bytes | None:
    if field == _STACK_FRAMES:
        return None
    return rewrite(content, _trim_computation) if field == 3 else content


def trim_proto(data: bytes) -> bytes:
    """An HloProto without places in the source and literals. Raises WireError."""
    Message(data)
    return rewrite(
        data,
        lambda field, content: (
            rewrite(content, _trim_module) if field == 1 else content
        ),
    )


def pack(content: bytes) -> bytes:
    """The same bytes whenever it is done."""
    return gzip.compress(content, compresslevel=9, mtime=0)


_SOURCE = re.compile(rb"/[\w.+-]+/(?:[\w.+-]+/)*[\w.+-]+\.py\b")


def has_folders(content: bytes) -> bool:
    """Whether it names a Python file with its folders."""
    return _SOURCE.search(content) is not None


# --- What a dump shows --------------------------------------------------------

_ALLOCATION = re.compile(
    r"^allocation \d+: (?:0x[0-9a-f]+, )?size \d+, (.*):$", re.MULTILINE
)
_VALUE = re.compile(
    r"^ value: <\d+ .*? @(\d+)> \(size=\d+,offset=\d+\): (.*)$", re.MULTILINE
)
_PHI = re.compile(r"^<\d+ \S+ (\([a-z]+\))", re.MULTILINE)
_ELEMENT_TYPE = re.compile(r"\b([a-z]+[0-9]*[a-z0-9]*)\[")
_BOUND = re.compile(r"\[[^\]]*<=")
_TILE = re.compile(r"[:)](T\([^S}]*\))")
_OPCODE = re.compile(r" = (?:\(.*?\)|\S+) ([a-z][a-z0-9-]*)\(")
_TARGET = re.compile(r'custom_call_target="([^"]*)"')
_SECTION = re.compile(r"^(?! )([A-Za-z][A-Za-z ]*)(?: \(.*\))?:", re.MULTILINE)


def _normal(attribute: str) -> str:
    return re.sub(r"\d+", "N", re.sub(r"\|[^|]*\||\{[^}]*\}", "", attribute))


def _show(text: str) -> Iterator[str]:
    for attributes in _ALLOCATION.findall(text):
        for attribute in re.sub(r"\|[^|]*\|", "", attributes).split(", "):
            yield "allocation " + _normal(attribute)
    for space, shape in _VALUE.findall(text):
        yield "space " + space
        if shape.startswith("("):
            yield "tuple"
        if _BOUND.search(shape):
            yield "bounded"
        for name in _ELEMENT_TYPE.findall(shape):
            yield "type " + name
        for tile in _TILE.findall(shape):
            yield "tile " + tile
    for note in _PHI.findall(text):
        yield "value " + note
    for opcode in _OPCODE.findall(text):
        yield "opcode " + opcode
    for target in _TARGET.findall(text):
        yield "target " + target
    for section in _SECTION.findall(text):
        if section != "allocation":
            yield "section " + section


def features(entry: Entry, texts: list[str]) -> frozenset[str]:
    found = {feature for text in texts for feature in _show(text)}
    analysis = entry.get("memory_analysis") or {}
    found.update("analysis " + field for field, size in analysis.items() if size)
    if entry.get("error"):
        found.add("error")
    return frozenset(found)


# --- Reading and choosing -----------------------------------------------------


def read_candidate(folder: str, entry: Entry) -> Candidate | None:
    """None if it has folders of a machine. Raises CorpusError."""
    files = {}
    texts = []
    for ending in KEPT_ENDINGS:
        name = entry["name"] + ending
        if name not in entry["files"]:
            continue
        path = os.path.join(folder, name)
        try:
            with open(path, "rb") as file:
                content = file.read()
            if ending == PROTO:
                content = trim_proto(content)
            else:
                texts.append(content.decode("utf-8", "replace"))
        except OSError as error:
            raise CorpusError(f"{path}: {error.strerror}") from error
        except WireError as error:
            raise CorpusError(f"{path}: {error}") from error
        if has_folders(content):
            return None
        files[name + PACKED] = pack(content)
    kept = {key: entry.get(key) for key in KEPT_KEYS}
    kept["files"] = [name[: -len(PACKED)] for name in files]
    if kept["error"]:
        kept["error"] = str(kept["error"]).strip().splitlines()[0]
    return Candidate(kept, files, features(entry, texts))


def read_candidates(folder: str) -> list[Candidate]:
    """Those that have a dump and no folders. Raises CorpusError."""
    names = {dump.name for dump in read_folder(folder)}
    with open(os.path.join(folder, MANIFEST), encoding="utf-8") as file:
        entries = json.load(file)["dumps"]
    found = [read_candidate(folder, e) for e in entries if e["name"] in names]
    return [candidate for candidate in found if candidate is not None]


class Choice:
    """The samples so far and what they show."""

    def __init__(self) -> None:
        self.samples: list[Candidate] = []
        self._shown: dict[object, set[str]] = {}

    @property
    def size(self) -> int:
        return sum(sample.size for sample in self.samples)

    def gain(self, candidate: Candidate) -> float:
        """What it would show more, for its bytes."""
        scopes: list[object] = [None, candidate.backend, candidate.cell]
        more = sum(
            weight * len(candidate.features - self._shown.get(scope, set()))
            for weight, scope in zip(WEIGHTS, scopes)
        )
        return more / (candidate.size + OVERHEAD)

    def take_best(self, candidates: list[Candidate]) -> bool:
        """False if none shows anything more."""
        best = max(candidates, key=lambda c: (self.gain(c), c.name), default=None)
        if best is None or self.gain(best) == 0:
            return False
        self.samples.append(best)
        for scope in (None, best.backend, best.cell):
            self._shown.setdefault(scope, set()).update(best.features)
        return True


def choose(candidates: list[Candidate], count: int, size: int) -> list[Candidate]:
    choice = Choice()

    def left() -> list[Candidate]:
        taken = {sample.name for sample in choice.samples}
        room = size - choice.size
        return [c for c in candidates if c.name not in taken and c.size <= room]

    for cell in sorted({candidate.cell for candidate in candidates}):
        choice.take_best([c for c in left() if c.cell == cell])
    while len(choice.samples) < count and choice.take_best(left()):
        pass
    return sorted(choice.samples, key=lambda sample: sample.name)


# --- Writing ------------------------------------------------------------------


def replace_samples(folder: str, samples: list[Candidate]) -> None:
    """Removes the samples that a manifest lists there and writes the new ones."""
    path = os.path.join(folder, MANIFEST)
    if os.path.exists(path):
        for dump in read_folder(folder):
            for name in dump.files:
                old = os.path.join(folder, name + PACKED)
                if os.path.exists(old):
                    os.remove(old)
    os.makedirs(folder, exist_ok=True)
    for sample in samples:
        for name, content in sample.files.items():
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
    with open(path, "w", encoding="utf-8") as text:
        dumps = [sample.entry for sample in samples]
        json.dump({"dumps": dumps}, text, indent=1, sort_keys=True)
        text.write("\n")


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="choose-samples.py",
        description="Choose small dumps that show much, and compress them.",
    )
    parser.add_argument("source", metavar="DIR", help="what make-dumps.py left")
    parser.add_argument("target", metavar="OUT", help="where the samples go")
    parser.add_argument(
        "--count",
        type=int,
        default=60,
        metavar="N",
        help="dumps to choose (default: %(default)s); more where there are more "
        "devices and releases",
    )
    parser.add_argument(
        "--bytes",
        type=int,
        default=1_400_000,
        metavar="N",
        help="compressed bytes at most (default: %(default)s)",
    )
    arguments = parser.parse_args()
    for option in ("count", "bytes"):
        value = getattr(arguments, option)
        if value < 1:
            parser.error(f"argument --{option}: expected 1 or more, found {value}")
    return arguments


def main() -> int:
    arguments = parse_arguments()
    try:
        candidates = read_candidates(arguments.source)
        samples = choose(candidates, arguments.count, arguments.bytes)
        if not samples:
            raise CorpusError(f"{arguments.source}: no dump fits")
        replace_samples(arguments.target, samples)
    except (CorpusError, OSError) as error:
        print(f"choose-samples.py: error: {error}", file=sys.stderr)
        return 2
    for sample in samples:
        print(f"{sample.size:8} {sample.name}")
    size = sum(sample.size for sample in samples)
    print(f"{size:8} in {len(samples)} of {len(candidates)} dumps")
    return 0


if __name__ == "__main__":
    sys.exit(main())
