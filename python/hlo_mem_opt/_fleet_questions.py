# ===- _fleet_questions.py - Questions to records ----------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Questions to records, as SQL that DuckDB runs. docs/Fleet.md shows all of it."""

from __future__ import annotations

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

# Of each module the newest record, with what is asked of it most.
_MODULES = r"""
CREATE TABLE modules AS
WITH newest AS (
  SELECT $columns FROM records WHERE "table" = 'modules'
  QUALIFY row_number() OVER (
    PARTITION BY dump, module
    ORDER BY identity IS NULL, modified DESC NULLS LAST, "release" DESC, identity) = 1
), shapes AS (
  SELECT identity, "release", string_agg(DISTINCT shape, ' ' ORDER BY shape) AS inputs
  FROM parts WHERE kind IN ('inputs', 'arguments') GROUP BY ALL
)
SELECT newest.*, spaces.allocated AS needed, spaces.memory_limit, inputs,
  regexp_replace(regexp_replace(module, '^module_[0-9]+\.|\..*$', '', 'g'),
                 '[._-]?[0-9]+$', '') AS family
FROM newest LEFT JOIN shapes USING (identity, "release")
LEFT JOIN (FROM spaces WHERE space = 0) spaces USING (identity, "release")
"""

QUESTIONS = {
    "limits": """
SELECT module, device_kind, needed, memory_limit AS "limit",
  CAST(memory_limit AS HUGEINT) - needed AS "left", count(*) AS dumps
FROM modules WHERE memory_limit IS NOT NULL
GROUP BY ALL ORDER BY "left", module LIMIT 20
""",
    "duplicates": """
SELECT min(module) AS module, count(*) AS dumps, count(*) - 1 AS again,
  sum(bytes) - min(bytes) AS dump_bytes,
  round(sum(compile_seconds) - max(compile_seconds), 1) AS compile_seconds, identity
FROM modules WHERE error IS NULL GROUP BY identity HAVING count(*) > 1
ORDER BY compile_seconds DESC NULLS LAST, again DESC, identity LIMIT 20
""",
    "parts": """
SELECT kind, name, sum(CAST(parts.bytes AS HUGEINT)) AS bytes,
  count(DISTINCT modules.dump) AS dumps
FROM modules JOIN parts USING (identity, "release") WHERE space = 0
GROUP BY ALL ORDER BY bytes DESC, kind, name LIMIT 20
""",
    "changes": """
SELECT "change", min(class) AS class, sum(CAST(saves AS HUGEINT)) AS saves,
  count(DISTINCT modules.dump) AS dumps,
  string_agg(DISTINCT "precision", ', ' ORDER BY "precision") AS "precision"
FROM modules JOIN changes USING (identity, "release") WHERE saves > 0
GROUP BY "change" ORDER BY saves DESC, "change" LIMIT 20
""",
    "residents": """
SELECT host, count(*) AS programs, max(needed) AS at_least,
  sum(CAST(needed AS HUGEINT)) AS at_most, max(memory_limit) AS "limit"
FROM (SELECT DISTINCT labels['host'] AS host, identity, needed, memory_limit
      FROM modules WHERE error IS NULL)
GROUP BY host ORDER BY at_most DESC, host LIMIT 20
""",
    "since": """
WITH days AS (
  SELECT coalesce(labels['day'], modified[:10]) AS "day", family, inputs, needed
  FROM modules WHERE error IS NULL
), latest AS (SELECT DISTINCT "day" FROM days ORDER BY "day" DESC LIMIT 2)
SELECT family, inputs,
  max(needed) FILTER ("day" = (SELECT min("day") FROM latest)) AS before,
  max(needed) FILTER ("day" = (SELECT max("day") FROM latest)) AS after,
  CAST(after AS HUGEINT) - before AS grown
FROM days WHERE "day" IN (FROM latest) AND (SELECT count(*) FROM latest) = 2
GROUP BY family, inputs HAVING before IS DISTINCT FROM after
ORDER BY abs(coalesce(grown, after, before)) DESC, family, inputs LIMIT 20
""",
    "errors": """
SELECT regexp_replace(replace(error, path, ''), '[0-9]+', 'N', 'g') AS error,
  count(*) AS dumps, min(dump) AS dump
FROM modules WHERE error IS NOT NULL
GROUP BY ALL ORDER BY dumps DESC, error LIMIT 20
""",
}

ABOUT = {
    "limits": "Which programs are closest to their limit",
    "duplicates": "Which programs were compiled several times, and what that took",
    "parts": "Which scopes and parts hold the most bytes",
    "changes": "Which changes would save the most",
    "residents": "What the programs of a host take together",
    "since": "What changed since the day before, by program family",
    "errors": "What could not be read",
}


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
    db.execute(
        "CREATE VIEW records AS FROM read_json($files, format = 'newline_delimited', "
        f"columns = {_columns()}, ignore_errors = true, maximum_object_size = 1 << 28)".replace(
            "$files", str(files)
        )
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
    return open_records(records).sql(QUESTIONS[question], params=parameters or None)


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
