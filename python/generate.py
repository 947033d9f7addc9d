# ===- generate.py - Writes what is made of the extension --------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Writes the files of the package that are made of the extension: the rows of tables and
the stub.

Usage: generate.py [--check] BUILD

BUILD is a build folder with the extension. With --check nothing is written.

Exit status: 0, or 1 if --check finds a file that differs.
"""

import contextlib
import io
import json
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "python" / "hlo_mem_opt"
TYPES = {"Number": "int", "Boolean": "bool", "Text": "str"}
# The rows of these are called otherwise than without an s.
ROWS = {"modules": "Module", "spaces": "Space", "live_ranges": "LiveRange"}


def header(name: str, what: str) -> str:
    first = f"# ===- {name} - {what} "
    licence = (
        (ROOT / "python" / "generate.py").read_text(encoding="utf-8").split('"""')[0]
    )
    return first + "-" * (78 - len(first)) + "===#\n" + licence.split("\n", 1)[1]


def row_name(table: str) -> str:
    return ROWS.get(table) or "".join(w.capitalize() for w in table[:-1].split("_"))


def comment(text: str) -> str:
    return textwrap.fill(text, 84, initial_indent="    # ", subsequent_indent="    # ")


def make_tables(core) -> str:  # type: ignore[no-untyped-def]
    schema = json.loads(
        (ROOT / "docs" / "tables.schema.json").read_text(encoding="utf-8")
    )
    rows, properties = [], []
    for table in core.describe_tables():
        about = schema["$defs"][table.name]
        lines = [
            f"class {row_name(table.name)}(NamedTuple):",
            f'    """{about["description"]}."""',
            "",
        ]
        for i in range(table.column_count):
            column = table.column(i)
            name = "class_" if column.name == "class" else column.name
            # A number of 2^63 bytes or more has no value in Python.
            empty = " | None" if column.may_be_empty or column.type == "Bytes" else ""
            lines += [
                comment(about["properties"][column.name]["description"]),
                f"    {name}: {TYPES[column.holds.name]}{empty}",
            ]
        rows.append("\n".join(lines))
        row = row_name(table.name)
        properties.append(
            f"    @property\n    def {table.name}(self) -> Table[{row}]:\n"
            f'        return self._table("{table.name}", {row})\n'
        )
    names = "".join(
        f'    "{t.name}": {row_name(t.name)},\n' for t in core.describe_tables()
    )
    return (
        header("_tables.py", "The rows of tables; made by generate.py")
        + '"""The rows of the tables of docs/Tables.md. Made by python/generate.py."""\n\n'
        + "from collections.abc import Callable\nfrom typing import Any, NamedTuple, TypeVar\n\n"
        + "from hlo_mem_opt._table import Table\n\n"
        + 'RowT = TypeVar("RowT", bound=NamedTuple)\n\n\n'
        + "\n\n\n".join(rows)
        + f"\n\n\nROWS: dict[str, Callable[..., Any]] = {{\n{names}}}\n\n\n"
        + 'class TableProperties:\n    """Tables by name."""\n\n'
        + "    def _table(self, name: str, make_row: Callable[..., RowT]) -> Table[RowT]:\n"
        + "        raise NotImplementedError\n\n"
        + "\n".join(properties)
    )


def make_stub(core) -> str:  # type: ignore[no-untyped-def]
    from nanobind.stubgen import StubGen

    stub = StubGen(core, include_docstrings=False)
    with contextlib.redirect_stdout(io.StringIO()):
        stub.put(core)
    text = stub.get()
    # A stub generator leaves out names with underscores.
    text = text.replace("class Kind(", "__version__: str\n\nclass Kind(", 1)
    return (
        header("_core.pyi", "The extension; made by generate.py")
        + "\n"
        + text.strip()
        + "\n"
    )


def main() -> int:
    is_check = "--check" in sys.argv
    build = Path(sys.argv[-1]).resolve()
    sys.path.insert(0, str(build / "python" / "hlo_mem_opt"))
    import _core as core

    status = 0
    for name, text in [
        ("_tables.py", make_tables(core)),
        ("_core.pyi", make_stub(core)),
    ]:
        path = PACKAGE / name
        if not is_check:
            path.write_text(text, encoding="utf-8")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            print(
                f"{path.relative_to(ROOT)}: python/generate.py BUILD writes it differently"
            )
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
