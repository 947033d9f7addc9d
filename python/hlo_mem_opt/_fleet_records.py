# ===- _fleet_records.py - Records of many dumps ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Records of many dumps, and questions to them, as SQL that DuckDB runs. docs/Fleet.md
shows the questions."""

from __future__ import annotations

import glob
import json
import os
import re
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hlo_mem_opt import _core
from hlo_mem_opt._errors import HloMemError
from hlo_mem_opt._fleet_worker import TABLES
from hlo_mem_opt._source import open_folder

if TYPE_CHECKING:
    import duckdb

# The form of the records; a new column is no new one.
VERSION = 1
_AT_ONCE = 1000
_TYPES = {"Number": "UBIGINT", "Boolean": "BOOLEAN", "Text": "VARCHAR"}
# Columns of `modules` that the program does not write, and those of other tables.
_MORE = dict.fromkeys(("dump", "state", "modified"), "VARCHAR") | {
    "bytes": "UBIGINT",
    "compile_seconds": "DOUBLE",
    "labels": "MAP(VARCHAR, VARCHAR)",
}
_KEY = {"identity": "VARCHAR", "release": "VARCHAR"}

# By name: what a question is about, and its SQL.
QUESTIONS = {
    name: (about, sql)
    for name, about, sql in re.findall(
        r"^-- (\w+): (.*)\n((?s:.*?));$",
        Path(__file__).with_name("fleet.sql").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
}
_, _MODULES = QUESTIONS.pop("modules")
_, _MERGE = QUESTIONS.pop("merge")


def _is_cut(path: Path) -> bool:
    """Whether the last line is not whole, as of a run that was killed."""
    with open(path, "rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return False
        file.seek(-1, os.SEEK_END)
        return file.read() != b"\n"


@dataclass(frozen=True)
class Records:
    """A folder of records. Several runs may write into it, also at once."""

    folder: Path

    def files(self) -> list[Path]:
        return sorted(self.folder.glob("*.jsonl"))

    def rows(self, begin: bytes = b"{") -> Iterator[dict[str, Any]]:
        """All whole lines that begin so: of a run that was killed, the last need not be."""
        for path in self.files():
            with open(path, "rb") as file:
                for line in file:
                    if not (line.startswith(begin) and line.endswith(b"}\n")):
                        continue
                    try:
                        row = json.loads(line)
                        is_run = row["table"] == "run"
                    except (ValueError, TypeError, KeyError):
                        raise self._not_a_record(line) from None
                    if is_run and row.get("records") != VERSION:
                        raise HloMemError(
                            f"the records are of version {row.get('records')}, and this "
                            f"release reads {VERSION}: choose another folder"
                        )
                    yield row

    def _not_a_record(self, line: str | bytes) -> HloMemError:
        return HloMemError(
            f"in {self.folder} there is a line that is no record: {line[:40]!r}"
        )

    def _open(self) -> tuple[duckdb.DuckDBPyConnection, dict[str, list[str]]]:
        """A database for the records, and what they are called in it."""
        import duckdb

        if not (files := self.files()):
            raise HloMemError(f"there are no records in '{self.folder}'")
        # Says of other versions that it cannot read them.
        for _ in self.rows(b'{"table":"run",'):
            pass
        db = duckdb.connect()
        db.execute("SET preserve_insertion_order = false")
        names = {"files": [glob.escape(str(file)) for file in files]}
        found = db.execute(
            "SELECT count(*) FROM read_ndjson_objects($files, ignore_errors = true) "
            "WHERE json IS NULL",
            names,
        ).fetchone()
        broken = (found[0] if found else 0) - sum(map(_is_cut, files))
        if broken > 0:
            raise HloMemError(f"in {self.folder} there are {broken} lines of no record")
        return db, names

    def merge(self, output: str | os.PathLike[str]) -> int:
        """Writes all records once, sorted, and returns how many modules there are.

        The result is the same for all ways in which the dumps may have been split.
        """
        db, files = self._open()
        count = 0
        with open_folder(os.path.dirname(os.path.abspath(output))) as spill:
            # With more threads it would need more memory than this, where it goes to disk.
            db.execute("SET threads = 2; SET memory_limit = '1GB'")
            db.execute("SET temp_directory = '" + spill.replace("'", "''") + "'")
            found = db.execute(_MERGE, files)
            rows = found.fetchmany(_AT_ONCE)
            if rows and rows[0][1] is None:
                raise self._not_a_record(rows[0][0])
            partial = f"{os.fspath(output)}.{uuid.uuid4().hex}"
            with open(partial, "xb") as file:
                while rows:
                    file.write("".join(f"{line}\n" for line, _ in rows).encode())
                    count += sum(is_module for _, is_module in rows)
                    rows = found.fetchmany(_AT_ONCE)
            os.replace(partial, output)
            db.close()
        return count

    def _tables(self) -> duckdb.DuckDBPyConnection:
        """The records as tables, each row once."""
        db, files = self._open()
        for table in _core.describe_tables():
            if table.name not in ("modules", *TABLES):
                continue
            is_modules = table.name == "modules"
            columns = map(table.column, range(not is_modules, table.column_count))
            types = {column.name: _TYPES[column.holds.name] for column in columns}
            types = types | _MORE if is_modules else _KEY | types
            # A column that this release does not know is skipped, and so is the last line
            # of a run that was killed.
            db.execute(
                f"CREATE TABLE {'records' if is_modules else table.name} AS "
                'SELECT DISTINCT * EXCLUDE ("table") FROM read_json($files, columns = '
                f"{types | {'table': 'VARCHAR'}}, format = 'newline_delimited', "
                "ignore_errors = true) "
                f"WHERE \"table\" = '{table.name}'",
                files,
            )
        db.execute(_MODULES)
        return db

    def ask(self, question: str) -> duckdb.DuckDBPyRelation:
        """The answer to a question of docs/Fleet.md."""
        if question not in QUESTIONS:
            known = ", ".join(QUESTIONS)
            raise HloMemError(f"there is no question '{question}' (known: {known})")
        return self._tables().sql(QUESTIONS[question][1])

    def write_parquet(self, folder: str | os.PathLike[str]) -> None:
        """Writes a file TABLE.parquet of each table."""
        Path(folder).mkdir(parents=True, exist_ok=True)
        with self._tables() as db:
            for table in ("modules", *TABLES):
                path = Path(folder, f"{table}.parquet")
                partial = f"{path}.partial"
                db.execute(
                    f"COPY (FROM {table} ORDER BY ALL) TO $path (FORMAT parquet)",
                    {"path": partial},
                )
                os.replace(partial, path)
