# ===- results.py - The folder of the dumps and its manifest -----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The folder that the dumps go to, and manifest.json, which tells of each."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import shutil
from collections.abc import Iterator
from typing import Any

import xlafiles
from report import MakeError

Entry = dict[str, Any]


class Results:
    """The dumps of this run and of earlier ones; several runs may share a folder."""

    def __init__(self, folder: str, proto: bool) -> None:
        self.folder = folder
        self.proto = proto
        self.path = os.path.join(folder, "manifest.json")
        self.read()

    def make_folder(self) -> None:
        os.makedirs(self.folder, exist_ok=True)

    def read(self) -> dict[str, Entry]:
        try:
            with open(self.path, encoding="utf-8") as file:
                return {dump["name"]: dump for dump in json.load(file)["dumps"]}
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except (ValueError, KeyError, TypeError):
            raise MakeError("%s: not a manifest of make-dumps.py" % self.path)

    def keep_all(self, name: str, source: str) -> None:
        """A copy of everything that XLA wrote, as it is."""
        target = os.path.join(self.folder, name + ".xla")
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(source, target)

    def add(
        self, name: str, base: str | None, entry: Entry
    ) -> tuple[list[str], list[tuple[str, str]]]:
        """Keeps the trimmed files of a module, if there is one, and its entry.

        Returns the names of the files, and (file, folder) for each folder of
        this machine that is left in them.
        """
        # What an earlier run left could be of another form.
        for suffix in xlafiles.SUFFIXES:
            with contextlib.suppress(FileNotFoundError):
                os.remove(os.path.join(self.folder, name + suffix))
        files = []
        leaks = []
        for suffix, path in xlafiles.siblings(base) if base else []:
            if suffix == xlafiles.PROTO and not self.proto:
                continue
            with open(path, "rb") as file:
                content = file.read()
            if suffix.endswith(".txt"):
                content = xlafiles.trim(content)
                leaks += [
                    (name + suffix, os.fsdecode(folder))
                    for folder in xlafiles.local_folders()
                    if folder in content
                ]
            with open(os.path.join(self.folder, name + suffix), "wb") as file:
                file.write(content)
            files.append(name + suffix)
        self.write(dict(entry, name=name, files=files))
        return files, leaks

    def write(self, entry: Entry) -> None:
        with self.locked():
            dumps = self.read()
            dumps[entry["name"]] = entry
            # In one step, for those who read it meanwhile.
            new = self.path + ".new"
            with open(new, "w", encoding="utf-8") as file:
                ordered = [dumps[name] for name in sorted(dumps)]
                json.dump({"dumps": ordered}, file, indent=1, sort_keys=True)
                file.write("\n")
            os.replace(new, self.path)

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        descriptor = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)
