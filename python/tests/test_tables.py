# ===- test_tables.py - Tables against the program ---------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Tables hold what the program exports, to the byte."""

import gc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import hlo_mem_opt as hmo
from conftest import DUMPS

Rows = Callable[[object], list[dict[str, Any]]]
TABLES = [
    "modules", "spaces", "allocations", "values", "live_ranges", "instructions", "uses",
    "parts", "loops", "changes", "contents",
]  # fmt: skip


def as_dict(row: Any) -> dict[str, Any]:
    return {name.rstrip("_"): value for name, value in row._asdict().items()}


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.name)
def test_rows_are_those_of_the_program(path: Path, program_rows: Rows) -> None:
    report = hmo.analyze(path)
    found = [
        {"table": name, **as_dict(row)}
        for name in TABLES
        for row in getattr(report, name)
    ]
    assert found == program_rows(path)


def test_columns(tpu_dump: Path) -> None:
    table = hmo.analyze(tpu_dump).allocations
    assert table["size"].dtype == np.int64
    assert not table["size"].flags.owndata
    assert not table["size"].flags.writeable
    assert table["size"].tolist() == [row.size for row in table]
    assert table["kind"].dtype == object
    parameter = table["parameter"]
    assert isinstance(parameter, np.ma.MaskedArray)
    assert [None if m else int(p) for p, m in zip(parameter.data, parameter.mask)] == [
        row.parameter for row in table
    ]
    assert table[-1] == table[len(table) - 1]
    assert table[1:3] == [table[1], table[2]]


def test_columns_outlive_their_report(tpu_dump: Path) -> None:
    sizes = hmo.analyze(tpu_dump).allocations["size"]
    total = int(sizes.sum())
    gc.collect()
    assert int(sizes.sum()) == total


def test_parts_sum_up(tpu_dump: Path) -> None:
    report = hmo.analyze(tpu_dump)
    for space in report.spaces:
        mine = report.parts["bytes"][report.parts["space"] == space.space]
        assert int(mine.sum()) == space.allocated


def test_pandas(tpu_dump: Path) -> None:
    pytest.importorskip("pandas")
    report = hmo.analyze(tpu_dump)
    for name in TABLES:
        table = getattr(report, name)
        frame = table.to_pandas()
        assert list(frame.columns) == list(table.columns)
        assert len(frame) == len(table)
        for column in table.columns:
            found = [
                None if missing else value
                for value, missing in zip(frame[column], frame[column].isna())
            ]
            expected = [
                getattr(row, column + "_" * (column == "class")) for row in table
            ]
            assert found == expected
    assert report.parts.to_pandas()["bytes"].sum() == sum(
        p.bytes or 0 for p in report.parts
    )


def test_arrow(tpu_dump: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    report = hmo.analyze(tpu_dump)
    for name in TABLES:
        table = getattr(report, name)
        expected = [as_dict(row) for row in table]
        assert pyarrow.table(table).to_pylist() == expected
    capsule = report.values.__arrow_c_stream__()
    del capsule
    stream = pyarrow.RecordBatchReader.from_stream(hmo.analyze(tpu_dump).values)
    gc.collect()
    assert stream.read_all().num_rows == len(report.values)


def test_arrow_of_an_empty_table(dump: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    changes = hmo.analyze(dump).changes
    assert len(changes) == 0
    assert pyarrow.table(changes).num_rows == 0


@pytest.mark.parametrize("library", ["polars", "duckdb"])
def test_other_libraries(library: str, tpu_dump: Path) -> None:
    module = pytest.importorskip(library)
    buffers = hmo.analyze(tpu_dump).values
    expected = int(buffers["size"].sum())
    if library == "polars":
        assert module.DataFrame(buffers)["size"].sum() == expected
    else:
        found = module.sql("SELECT sum(size) AS total FROM buffers").fetchall()
        assert found == [(expected,)]


def test_repr(tpu_dump: Path) -> None:
    lines = repr(hmo.analyze(tpu_dump).modules).splitlines()
    assert lines[0] == "modules: 1 row"
    assert lines[1].split()[:3] == ["module", "version", "backend"]
