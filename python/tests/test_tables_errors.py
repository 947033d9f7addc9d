# ===- test_tables_errors.py - What is no table ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Columns and rows that there are not."""

import pickle
import warnings
from pathlib import Path

import pytest

import hlo_mem_opt as hmo


def test_no_such_column(dump: Path) -> None:
    with pytest.raises(KeyError, match="no column 'sizes'"):
        hmo.analyze(dump).values["sizes"]


def test_no_such_row(dump: Path) -> None:
    table = hmo.analyze(dump).modules
    for index in (1, -2):
        with pytest.raises(IndexError, match="has 1 rows"):
            table[index]


def test_a_table_is_not_pickled(dump: Path) -> None:
    with pytest.raises(TypeError, match="table 'values' .* pickle its report"):
        pickle.dumps(hmo.analyze(dump).values)


def test_columns_are_not_to_be_written(dump: Path) -> None:
    table = hmo.analyze(dump).values
    for name in ("size", "shape"):
        with pytest.raises(ValueError, match="read-only"):
            table[name][0] = table[name][1]


def test_numbers_beyond_63_bits() -> None:
    size = 2**63
    text = (
        f"BufferAssignment:\nallocation 0: size {size}, maybe-live-out:\n"
        f" value: <0 a @0> (size={size},offset=0): u8[{size - 1}]{{0}}\n"
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        report = hmo.analyze(text.encode(), name="x-buffer-assignment.txt")
    row = report.allocations[0]
    assert (row.size, row.value_count) == (None, 1)
    assert report.fits(memory_limit="1GiB").needed == size


def test_two_modules_of_one_name(tmp_path: Path, dump: Path) -> None:
    log = dump.read_text() + "\n" + dump.read_text()
    path = tmp_path / "log.txt"
    path.write_text(log)
    report = hmo.analyze(path)
    assert len({m.module for m in report.modules}) == len(report.modules)
