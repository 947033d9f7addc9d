# ===- _table.py - Columns and rows ------------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Tables, whose columns are numpy arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, overload

from hlo_mem_opt import _core

if TYPE_CHECKING:
    # It takes most of the time of an import of this package.
    import numpy as np
    import pandas

RowT_co = TypeVar("RowT_co", bound=NamedTuple, covariant=True)
_SHOWN_ROWS = 10


def _field(name: str) -> str:
    """The attribute of a row: `class` is a keyword."""
    return name + "_" if name == "class" else name


class Table(Sequence[RowT_co], Generic[RowT_co]):
    """A table of docs/Tables.md over all modules of a report.

    `table["bytes"]` is a column: a read-only array of int64, bool or object (text), and a
    masked array where fields are empty. Numbers are not copied. `table[0]` is a row with
    attributes, in which an empty field is None. pyarrow, Polars and DuckDB take the table
    as it is (Arrow's capsule protocol).
    """

    def __init__(self, core: _core.Table, make_row: Callable[..., RowT_co]) -> None:
        self._core = core
        self._make_row = make_row
        self._columns = [core.column(i) for i in range(core.column_count)]
        self._arrays: dict[str, np.ndarray[Any, Any]] = {}

    def __reduce__(self) -> str:
        raise TypeError(
            f"table '{self.name}' cannot be pickled: pickle its report, or to_pandas()"
        )

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(column.name for column in self._columns)

    def __len__(self) -> int:
        return self._core.row_count

    def _find(self, name: str) -> _core.Column:
        for column in self._columns:
            if column.name == name:
                return column
        known = ", ".join(self.columns)
        raise KeyError(f"table '{self.name}' has no column '{name}' (known: {known})")

    def _values(self, column: _core.Column) -> np.ndarray[Any, Any]:
        """The column without regard to empty fields."""
        if column.holds == _core.Kind.Number:
            return column.numbers()
        if column.holds == _core.Kind.Boolean:
            return column.truths()
        import numpy as np

        texts = np.array(column.texts, dtype=object)
        values: np.ndarray[Any, Any] = texts[column.codes()]
        return values

    def _array(self, name: str) -> np.ndarray[Any, Any]:
        if name not in self._arrays:
            import numpy as np

            column = self._find(name)
            values = self._values(column)
            if (empty := column.empty()).size:
                if column.holds == _core.Kind.Text:
                    values[empty] = None
                else:
                    values = np.ma.MaskedArray(values, mask=empty)
            values.flags.writeable = False
            self._arrays[name] = values
        return self._arrays[name]

    @overload
    def __getitem__(self, key: str) -> np.ndarray[Any, Any]: ...
    @overload
    def __getitem__(self, key: int) -> RowT_co: ...
    @overload
    def __getitem__(self, key: slice) -> list[RowT_co]: ...
    def __getitem__(self, key: str | int | slice) -> Any:  # pyright: ignore
        if isinstance(key, str):
            return self._array(key)
        if isinstance(key, slice):
            return [self[i] for i in range(*key.indices(len(self)))]
        index = key + len(self) if key < 0 else key
        if not 0 <= index < len(self):
            raise IndexError(f"table '{self.name}' has {len(self)} rows")
        import numpy as np

        fields = {}
        for name in self.columns:
            value = self._array(name)[index]
            if value is np.ma.masked:
                value = None
            fields[_field(name)] = (
                value.item() if isinstance(value, np.generic) else value
            )
        return self._make_row(**fields)

    def __iter__(self) -> Iterator[RowT_co]:
        return (self[i] for i in range(len(self)))

    def to_pandas(self) -> pandas.DataFrame:
        """The table as a DataFrame. Whole numbers with empty fields are Int64."""
        import pandas as pd

        data: dict[str, Any] = {}
        for column in self._columns:
            empty = column.empty()
            if column.holds == _core.Kind.Text:
                # Any other type of text would take a copy.
                texts = self._array(column.name)
                data[column.name] = pd.Series(texts, dtype=object, copy=False)
            elif empty.size:
                array = (
                    pd.arrays.IntegerArray
                    if column.holds == _core.Kind.Number
                    else pd.arrays.BooleanArray
                )
                data[column.name] = array(self._values(column), empty)
            else:
                data[column.name] = self._values(column)
        return pd.DataFrame(data, copy=False)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The table as a capsule of Arrow. Texts are dictionaries."""
        return self._core.arrow_stream()

    def _shown(self) -> list[list[str]]:
        def text(value: object) -> str:
            return "" if value is None else str(value)

        return [[text(value) for value in row] for row in self[:_SHOWN_ROWS]]

    def _rest(self) -> str:
        more = len(self) - _SHOWN_ROWS
        return f"and {more} more rows" if more > 0 else ""

    def __repr__(self) -> str:
        rows = [list(self.columns), *self._shown()]
        widths = [
            min(40, max(len(row[i]) for row in rows)) for i in range(len(rows[0]))
        ]
        lines = [
            "  ".join(field[:width].ljust(width) for field, width in zip(row, widths))
            for row in rows
        ]
        count = f"{self.name}: {len(self)} row" + ("" if len(self) == 1 else "s")
        return "\n".join(
            filter(None, [count, *(line.rstrip() for line in lines), self._rest()])
        )

    def _repr_html_(self) -> str:
        from hlo_mem_opt._html import table_html

        return table_html(self.columns, self._shown(), self._rest())
