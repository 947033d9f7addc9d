# ===- _core.pyi - The extension; made by generate.py ------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===

from collections.abc import Mapping, Sequence
import enum
from typing import Annotated

import numpy
from numpy.typing import NDArray


__version__: str

class Kind(enum.Enum):
    Number = 0

    Boolean = 1

    Text = 2

class Column:
    @property
    def name(self) -> str: ...

    @property
    def type(self) -> str: ...

    @property
    def holds(self) -> Kind: ...

    @property
    def may_be_empty(self) -> bool: ...

    @property
    def texts(self) -> list[str]: ...

    def empty(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), writable=False)]: ...

    def numbers(self) -> Annotated[NDArray[numpy.int64], dict(shape=(None,), writable=False)]: ...

    def truths(self) -> Annotated[NDArray[numpy.bool_], dict(shape=(None,), writable=False)]: ...

    def codes(self) -> Annotated[NDArray[numpy.int32], dict(shape=(None,), writable=False)]: ...

class Table:
    @property
    def name(self) -> str: ...

    @property
    def row_count(self) -> int: ...

    @property
    def column_count(self) -> int: ...

    def column(self, index: int) -> Column: ...

    def arrow_stream(self) -> object: ...

class Verdict:
    @property
    def module(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def why(self) -> str: ...

    @property
    def caveat(self) -> str: ...

    @property
    def needed(self) -> int: ...

    @property
    def limit(self) -> int | None: ...

class Outcome:
    @property
    def status(self) -> int: ...

    @property
    def text(self) -> bytes: ...

    @property
    def messages(self) -> bytes: ...

    @property
    def tables(self) -> list[Table]: ...

    @property
    def verdicts(self) -> list[Verdict]: ...

class ModuleHandle:
    @property
    def name(self) -> bytes: ...

    def table(self, name: str) -> Table: ...

    def remark(self, parts: Sequence[tuple[str, int | str, bool]], value: int | None = None) -> bool: ...

class Pass:
    def __init__(self, name: str, summary: str, options: Sequence[tuple[str, int | bool | str, bool]], function: object) -> None: ...

    def check(self) -> str: ...

def run(inputs: Sequence[bytes], *, passes: str = 'default', format: str = 'auto', device: str | None = None, memory_fraction: str | None = None, reserve: str | None = None, memory_limits: Sequence[str] = [], width: int = 80, threads: int = 0, reads_siblings: bool = True, allows_incomplete: bool = False, uses_exact_bytes: bool = False, names_in_options: Mapping[str, str] = {}, result_names: Sequence[str] = [], known: Sequence[str] | None = None, hidden_folder: str = '', tables: Sequence[str] = [], own_passes: Sequence[Pass] = [], progress: object | None = None) -> Outcome: ...

def list_programs(input: bytes) -> list[list[bytes]]: ...

def describe_tables() -> list[Table]: ...
