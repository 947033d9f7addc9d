# ===- _source.py - What a report is read from -------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""What a report is read from: files, or contents in memory."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from hlo_mem_opt import _core
from hlo_mem_opt._errors import HloMemError

_MEMORY = "/dev/shm"
# No folder of a user is called so.
_PREFIX, _NEW = "hlo-mem-opt.tmp", "hlo-mem-opt.new"


@contextmanager
def open_folder(parent: str = _MEMORY) -> Iterator[str]:
    """A new folder for a while, in memory where the system has that. Removes those of
    processes that were killed, which hold no lock any more."""
    import fcntl
    import shutil
    import tempfile

    if not os.access(parent, os.W_OK):
        parent = tempfile.gettempdir()
    for name in os.listdir(parent):
        old = os.path.join(parent, name)
        # It is there for less than a second; it is empty.
        if name.startswith(_NEW):
            with suppress(OSError):
                if time.time() - os.stat(old).st_mtime > 3600:
                    os.rmdir(old)
        if not name.startswith(_PREFIX):
            continue
        with suppress(OSError), _descriptor(old) as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            shutil.rmtree(old, ignore_errors=True)
    made = tempfile.mkdtemp(prefix=_NEW, dir=parent)
    name = os.path.basename(made).replace(_NEW, _PREFIX)
    folder = os.path.join(parent, name)
    with _descriptor(made) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        # Only now do others look at it.
        os.rename(made, folder)
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _descriptor(folder: str) -> Iterator[int]:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


@dataclass(frozen=True)
class Opened:
    """Names of files while they are there."""

    inputs: list[str]
    # Begins the names, and is not to be shown.
    folder: str = ""
    names: Collection[str] = ()

    def shown(self, text: bytes) -> str:
        shown = text.decode(errors="replace")
        if self.folder:
            shown = shown.replace(self.folder, "")
            # A long path is shortened from its beginning.
            folders = self.folder.strip("/").split("/")
            for first in range(len(folders)):
                shown = shown.replace(f".../{'/'.join(folders[first:])}/", ".../")
            for name in self.names:
                shown = shown.replace(f".../{name}", name)
        return shown


def list_programs(path: str) -> list[list[str]]:
    """The files of each program in a file or folder."""
    found = _core.list_programs(os.fsencode(path))
    return [[os.fsdecode(file) for file in files] for files in found]


def _identify(path: str) -> tuple[int, int]:
    status = os.stat(path)
    return status.st_mtime_ns, status.st_size


@dataclass(frozen=True)
class Files:
    """Files and folders by name, which have to stay as they are."""

    paths: tuple[str, ...]
    known: dict[str, tuple[int, int]] = field(default_factory=dict)
    # What paths are relative to.
    folder: str = ""

    @staticmethod
    def find(paths: tuple[str, ...]) -> Files:
        if not paths:
            raise HloMemError("no file and no folder is given")
        known = {}
        for path in paths:
            if not os.path.exists(path):
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), path)
            for program in list_programs(path):
                known.update({name: _identify(name) for name in program})
        return Files(paths, known, os.getcwd())

    def programs(self) -> list[Files]:
        found = [list_programs(path) for path in self._here()]
        if sum(map(len, found)) == 1:
            return [self]
        return [Files.find(tuple(files)) for programs in found for files in programs]

    @contextmanager
    def open(self) -> Iterator[Opened]:
        for name, identity in self.known.items():
            try:
                now = _identify(os.path.join(self.folder, name))
            except OSError:
                now = None
            if now != identity:
                raise HloMemError(f"'{name}' has changed since it was analysed", name)
        yield Opened(self._here())

    def _here(self) -> list[str]:
        """The paths, which stay as they are while the current folder does."""
        if os.getcwd() == self.folder:
            return list(self.paths)
        return [os.path.join(self.folder, path) for path in self.paths]


@dataclass(frozen=True)
class Contents:
    """Files in memory, by name. While they are read they lie in a folder of their own."""

    files: Mapping[str, bytes]

    def programs(self) -> list[Contents]:
        with self.open() as opened:
            found = [files for i in opened.inputs for files in list_programs(i)]
        if len(found) == 1:
            return [self]
        # What XLA's names of the files of one program begin with.
        stems = [
            os.path.basename(files[0]).split("after_optimizations")[0]
            for files in found
        ]
        return [
            Contents(
                {
                    name: data
                    for name, data in self.files.items()
                    if name.startswith(stem)
                }
            )
            for stem in dict.fromkeys(stem.rpartition(".")[0] or stem for stem in stems)
        ]

    @contextmanager
    def open(self) -> Iterator[Opened]:
        with open_folder() as folder:
            for name, data in self.files.items():
                with open(os.path.join(folder, name), "wb") as file:
                    file.write(data)
            single = [os.path.join(folder, name) for name in self.files]
            yield Opened(
                single if len(single) == 1 else [folder], folder + "/", self.files
            )


Source = Files | Contents
