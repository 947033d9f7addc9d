# ===- _fleet_questions.py - Questions to records ----------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Questions to records, as SQL that DuckDB runs. docs/Fleet.md shows all of it."""

from __future__ import annotations

import glob
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb

from hlo_mem_opt import _core
from hlo_mem_opt._errors import HloMemError
from hlo_mem_opt._fleet_worker import TABLES

if TYPE_CHECKING:
    from hlo_mem_opt.fleet import Records

_TYPES = {"Number": "UBIGINT", "Boolean": "BOOLEAN", "Text": "VARCHAR"}
_PLACE = {
    "dump": "VARCHAR",
    "state": "VARCHAR",
    "modified": "VARCHAR",
    "bytes": "UBIGINT",
    "compile_seconds": "DOUBLE",
    "labels": "MAP(VARCHAR, VARCHAR)",
}

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


def _columns() -> dict[str, str]:
    columns = {
        "table": "VARCHAR",
        "identity": "VARCHAR",
        "release": "VARCHAR",
        **_PLACE,
    }
    for table in _core.describe_tables():
        if table.name in ("modules", *TABLES):
            for column in map(table.column, range(table.column_count)):
                columns.setdefault(column.name, _TYPES[column.holds.name])
    return columns


def open_records(records: Records) -> duckdb.DuckDBPyConnection:
    """The records as tables, each row once."""
    files = [str(path) for path in records.files()]
    if not files:
        raise HloMemError(f"there are no records in '{records.folder}'")
    # Says of other versions that it cannot read them.
    for _ in records.rows(b'{"table":"run",'):
        pass
    db = duckdb.connect()
    db.execute("SET preserve_insertion_order = false")
    # A column that this release does not know is skipped, and so is the last line of a run
    # that was killed.
    quoted = ", ".join(
        "'" + glob.escape(file).replace("'", "''") + "'" for file in files
    )
    db.execute(
        f"CREATE VIEW records AS FROM read_json([{quoted}], format = 'newline_delimited', "
        f"columns = {_columns()}, ignore_errors = true, maximum_object_size = 1 << 28)"
    )
    for table in _core.describe_tables():
        if table.name in TABLES:
            db.execute(
                f'CREATE TABLE {table.name} AS SELECT DISTINCT identity, "release", '
                f"{_names(table, 1)} FROM records WHERE \"table\" = '{table.name}'"
            )
        elif table.name == "modules":
            columns = f"{_names(table)}, {', '.join(_PLACE)}"
    db.execute(_MODULES.replace("$columns", columns))
    return db


def _names(table: _core.Table, first: int = 0) -> str:
    names = (table.column(i).name for i in range(first, table.column_count))
    return ", ".join(f'"{name}"' for name in names)


def ask(records: Records, question: str, parameters: Mapping[str, Any]) -> Any:
    if question not in QUESTIONS:
        known = ", ".join(QUESTIONS)
        raise HloMemError(f"there is no question '{question}' (known: {known})")
    return open_records(records).sql(QUESTIONS[question][1], params=parameters or None)


def write_parquet(records: Records, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with open_records(records) as db:
        for table in ("modules", *TABLES):
            partial = folder / f"{table}.parquet.partial"
            db.execute(
                f"COPY (FROM {table} ORDER BY ALL) TO $path (FORMAT parquet)",
                {"path": str(partial)},
            )
            partial.rename(folder / f"{table}.parquet")
