# ===- corpus.py - What make-dumps left in a folder ------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The dumps of a folder, as its manifest.json lists them."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from typing import Any

MANIFEST = "manifest.json"
ALLOCATIONS = "-buffer-assignment.txt"
VALUES = "-buffer-assignment-values.txt"
LIVE_RANGE = "-live-range.txt"
REPORT = "-memory-usage-report.txt"
PROTO = ".hlo.pb"


class CorpusError(Exception):
    """A folder or manifest that cannot be used, in a sentence for a person."""


@dataclass(frozen=True)
class Dump:
    """One dump and what XLA said of the program that it is of."""

    name: str
    folder: str
    backend: str
    jax: str
    files: list[str]
    memory_analysis: dict[str, int] | None
    """None where XLA gave none, as for a program that failed to compile."""

    def path(self, ending: str) -> str | None:
        """The file of this ending, or None if the manifest lists none."""
        name = self.name + ending
        return os.path.join(self.folder, name) if name in self.files else None

    def missing(self) -> list[str]:
        """The files that the manifest lists and the folder lacks."""
        return [
            name
            for name in self.files
            if not os.path.isfile(os.path.join(self.folder, name))
        ]

    @property
    def release(self) -> tuple[int, ...]:
        """The numbers of the JAX release, in front of any letters: 0.6.0rc1 is 0.6.0."""
        numbers = re.match(r"\d+(\.\d+)*", self.jax)
        return tuple(map(int, numbers.group().split("."))) if numbers else ()

    @property
    def split(self) -> bool:
        """Whether the dump is in three files, as jaxlib writes it since 0.10."""
        return self.path(VALUES) is not None


def sort_key(dump: Dump) -> tuple[str, tuple[int, ...], str]:
    return (dump.backend, dump.release, dump.name)


def _dump(folder: str, entry: Any, path: str) -> Dump | None:
    if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
        raise CorpusError(f"{path}: an entry of 'dumps' has no 'name'")
    name: str = entry["name"]
    for key in ("backend", "jax"):
        if not isinstance(entry.get(key), str):
            raise CorpusError(f"{path}: '{name}' has no '{key}'")
    files = entry.get("files")
    if not isinstance(files, list) or not all(isinstance(f, str) for f in files):
        raise CorpusError(f"{path}: '{name}' has no list of 'files'")
    analysis = entry.get("memory_analysis")
    if analysis is not None and not (
        isinstance(analysis, dict)
        and all(isinstance(value, int) for value in analysis.values())
    ):
        raise CorpusError(
            f"{path}: 'memory_analysis' of '{name}' is no table of numbers"
        )
    if name + ALLOCATIONS not in files:
        return None  # the compile failed before there was an assignment
    return Dump(name, folder, entry["backend"], entry["jax"], files, analysis)


def read_folder(folder: str) -> list[Dump]:
    """The dumps of a folder. Raises CorpusError."""
    path = os.path.join(folder, MANIFEST)
    try:
        with open(path, encoding="utf-8") as file:
            manifest = json.load(file)
    except OSError as error:
        raise CorpusError(
            f"{path}: {error.strerror or error}; "
            "utils/make-dumps/make-dumps.py writes it"
        ) from error
    except (ValueError, RecursionError) as error:
        raise CorpusError(f"{path}: not JSON: {error}") from error
    entries = manifest.get("dumps") if isinstance(manifest, dict) else None
    if not isinstance(entries, list):
        raise CorpusError(f"{path}: no list 'dumps'")
    dumps = [_dump(folder, entry, path) for entry in entries]
    return [dump for dump in dumps if dump is not None]
