# ===- _fleet_plan.py - Which dumps there are --------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Which dumps there are in folders and object stores, and which of them are to be read."""

from __future__ import annotations

import os
import re
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime, timezone
from hashlib import blake2b
from itertools import groupby
from typing import Any, NamedTuple

# The files of one module: what their names have in front of these ends.
_ENDS = re.compile(
    r"(?:(?:-buffer-assignment|-buffer-assignment-values|-live-range|"
    r"-memory-usage-report)\.(?:txt|pb)|\.hlo\.pb|\.hlo_proto\.pb|\.hlo_module\.pb|"
    r"\.buffer_assignment\.pb|\.xplane\.pb|\.txt)(?:\.gz|\.zst)?$"
)
# XLA names all files of a module alike, whatever their stage.
_MODULE = re.compile(r"module_\d+\.[^.]*")
# Without one of these there is nothing to read.
_DUMP = re.compile(
    r"(?:-buffer-assignment\.txt|-buffer-assignment-values\.txt|-live-range\.txt|"
    r"\.hlo\.pb|\.hlo_proto\.pb|\.buffer_assignment\.pb|\.xplane\.pb)(?:\.gz|\.zst)?$"
)


class File(NamedTuple):
    name: str
    # Negative if the store does not tell it.
    size: int
    # What another content has another of: a time in nanoseconds, or an ETag.
    version: str
    # In seconds since 1970; negative if unknown.
    modified: float


class Unit(NamedTuple):
    """The files of one dump, in one folder."""

    folder: str
    stem: str
    files: tuple[File, ...]
    labels: Mapping[str, str]

    @property
    def is_remote(self) -> bool:
        return "://" in self.folder

    @property
    def dump(self) -> str:
        return printable(f"{self.folder}/{self.stem}")

    @property
    def state(self) -> str:
        """What another content has another of."""
        text = "\0".join(f"{f.name}\0{f.size}\0{f.version}" for f in self.files)
        return blake2b(os.fsencode(text), digest_size=16).hexdigest()

    @property
    def modified(self) -> str | None:
        latest = max(file.modified for file in self.files)
        if latest < 0:
            return None
        return datetime.fromtimestamp(latest, timezone.utc).isoformat(
            timespec="seconds"
        )

    @property
    def compile_seconds(self) -> float | None:
        """XLA writes the first file of a module before it compiles it."""
        times = [file.modified for file in self.files]
        has_first = any("before_optimizations" in file.name for file in self.files)
        if self.is_remote or not has_first:
            return None
        return round(max(times) - min(times), 3)

    @property
    def size(self) -> int:
        return sum(max(file.size, 0) for file in self.files)


def printable(path: str) -> str:
    r"""A name as a text: `\xff` for bytes that are not UTF-8."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def stem_of(name: str) -> str:
    if module := _MODULE.match(name):
        return module[0]
    return _ENDS.sub("", name)


def is_dump(name: str) -> bool:
    return _DUMP.search(name) is not None


def open_store(url: str, options: Mapping[str, Any]) -> tuple[Any, str]:
    """The file system of a URL, and the path in it."""
    from fsspec.core import url_to_fs

    fs, path = url_to_fs(url, use_listings_cache=False, **options)
    return fs, path


def look_at(path: str) -> File | None:
    """The file at a path; None for a folder."""
    name = os.path.basename(path)
    try:
        status = os.stat(path)
    except OSError:
        # It tells when it is read.
        return File(name, 0, "", -1)
    if stat.S_ISDIR(status.st_mode):
        return None
    return File(name, status.st_size, str(status.st_mtime_ns), status.st_mtime)


class Plan:
    """All files by dump, and what is known of them: on disk, so that memory does not grow
    with their number."""

    def __init__(self) -> None:
        # The folder of the file that was asked for last.
        self._folder = ""
        # A file without a name, that ends with this object.
        self._db = sqlite3.connect("", isolation_level=None)
        self._db.executescript(
            """
            PRAGMA journal_mode = OFF;
            PRAGMA synchronous = OFF;
            BEGIN;
            CREATE TABLE files(folder BLOB, stem BLOB, name BLOB, size INT, version TEXT,
                modified REAL, is_dump INT, PRIMARY KEY(folder, stem, name)) WITHOUT ROWID;
            CREATE TABLE done(key BLOB, module TEXT, identity TEXT, is_read INT, modules INT,
                PRIMARY KEY(key, module, identity)) WITHOUT ROWID;
            CREATE TABLE reported(identity TEXT PRIMARY KEY) WITHOUT ROWID;
            CREATE TABLE lacking(identity TEXT PRIMARY KEY, folder BLOB, stem BLOB)
                WITHOUT ROWID;
            """
        )

    def close(self) -> None:
        self._db.close()

    # Files

    def add(self, path: str, storage: Mapping[str, Any]) -> None:
        """Lists a file, or all below a folder. One that is not there is an error."""
        path = path.removeprefix("file://")
        if "://" in path:
            self._add_remote(path, storage)
        elif os.path.isdir(path):
            self._add_folder(os.path.abspath(path), set())
        else:
            os.stat(path)
            self.add_file(path)

    def add_file(self, path: str) -> Unit:
        """The dump of a file, whatever that is called; it need not be present."""
        folder, name = os.path.split(os.path.abspath(path))
        if folder != self._folder and os.path.isdir(folder):
            self._folder = folder
            for other in os.scandir(folder):
                if file := look_at(other.path):
                    self._insert(folder, file, False)
        self._insert(folder, look_at(path) or File(name, 0, "", -1), True)
        found = self._db.execute(
            "SELECT * FROM files WHERE folder = ? AND stem = ? ORDER BY name",
            (os.fsencode(folder), os.fsencode(stem_of(name))),
        )
        return next(_group(found))

    def _insert(self, folder: str, file: File, is_dump: bool) -> None:
        """Of a file that is there twice, remembers whether it ever is a dump."""
        key = map(os.fsencode, (folder, stem_of(file.name), file.name))
        self._db.execute(
            "INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
            "is_dump = max(is_dump, excluded.is_dump)",
            (*key, *file[1:], is_dump),
        )

    def count(self) -> int:
        """How many dumps there are."""
        found = self._db.execute(
            "SELECT count(*) FROM (SELECT 1 FROM files GROUP BY folder, stem "
            "HAVING max(is_dump))"
        )
        return int(found.fetchone()[0])

    def _add_folder(self, folder: str, seen: set[tuple[int, int]]) -> None:
        status = os.stat(folder)
        # Links may lead back.
        if (place := (status.st_dev, status.st_ino)) in seen:
            return
        seen.add(place)
        below = []
        with os.scandir(folder) as entries:
            for entry in entries:
                if file := look_at(entry.path):
                    self._insert(folder, file, is_dump(file.name))
                else:
                    below.append(entry.path)
        for path in below:
            self._add_folder(path, seen)

    def _add_remote(self, url: str, storage: Mapping[str, Any]) -> None:
        fs, root = open_store(url, storage)
        only = None
        if not fs.isdir(root):
            fs.info(root)
            root, _, name = root.rpartition("/")
            only = stem_of(name)

        for folder, _, files in fs.walk(
            root, maxdepth=1 if only else None, detail=True, on_error="raise"
        ):
            for name, info in files.items():
                if only not in (None, stem_of(name)):
                    continue
                time = info.get("LastModified", info.get("mtime", info.get("updated")))
                since = time.timestamp() if isinstance(time, datetime) else time
                version = info.get("ETag") or info.get("etag") or str(time)
                size = -1 if info["size"] is None else info["size"]
                file = File(name, size, version, since or -1)
                self._insert(fs.unstrip_protocol(folder), file, is_dump(name))

    # What is to be done

    def set_done(self, record: Mapping[str, Any]) -> None:
        """Remembers the record of a module."""
        values = record["module"], record["identity"], record["error"] is None
        self._db.execute(
            "INSERT OR IGNORE INTO done VALUES (?, ?, ?, ?, ?)",
            (_key(record["dump"], record["state"]), *values, record["module_count"]),
        )

    def _is_done(self, unit: Unit) -> bool:
        """Whether all modules of the dump are recorded, and the rows of their programs."""
        found = self._db.execute(
            "SELECT count(*) >= max(modules) FROM done WHERE key = ? AND "
            "(NOT is_read OR identity IN reported)",
            (_key(unit.dump, unit.state),),
        )
        return bool(found.fetchone()[0])

    def units(self) -> Iterator[Unit]:
        """The dumps that are not done, by folder."""
        found = self._db.execute("SELECT * FROM files ORDER BY folder, stem, name")
        return (unit for unit in _group(found) if not self._is_done(unit))

    # Programs whose rows are recorded

    def set_reported(self, identity: str) -> bool:
        """Returns whether it was not known."""
        self._db.execute("DELETE FROM lacking WHERE identity = ?", (identity,))
        sql = "INSERT OR IGNORE INTO reported VALUES (?)"
        return self._db.execute(sql, (identity,)).rowcount == 1

    def want(self, identity: str, unit: Unit) -> None:
        """Remembers a dump to read again unless the rows of its program come."""
        self._db.execute(
            "INSERT OR IGNORE INTO lacking SELECT ?1, ?2, ?3 "
            "WHERE ?1 NOT IN (SELECT identity FROM reported)",
            (identity, os.fsencode(unit.folder), os.fsencode(unit.stem)),
        )

    def lacking(self) -> list[Unit]:
        found = self._db.execute(
            "SELECT files.* FROM files JOIN (SELECT DISTINCT folder, stem FROM lacking) "
            "USING (folder, stem) ORDER BY folder, stem, name"
        )
        return list(_group(found))


def _group(rows: Iterable[tuple[Any, ...]]) -> Iterator[Unit]:
    """The dumps of rows of files; other files are passed over."""
    for (folder, stem), group in groupby(rows, lambda row: row[:2]):
        files = list(group)
        if any(row[-1] for row in files):
            yield Unit(
                os.fsdecode(folder),
                os.fsdecode(stem),
                tuple(File(os.fsdecode(row[2]), *row[3:6]) for row in files),
                {},
            )


def _key(dump: str, state: str) -> bytes:
    return blake2b(f"{dump}\0{state}".encode(), digest_size=16).digest()
