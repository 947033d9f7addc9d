# ===- _passes.py - Passes that are functions --------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Passes that are functions, and run in a pipeline beside those of the program."""

from __future__ import annotations

import inspect
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any, NamedTuple, SupportsIndex, TypeVar, overload

from hlo_mem_opt import _core
from hlo_mem_opt._errors import HloMemError
from hlo_mem_opt._table import Table
from hlo_mem_opt._tables import ROWS, TableProperties

RowT = TypeVar("RowT", bound=NamedTuple)
FunctionT = TypeVar("FunctionT", bound=Callable[..., None])


class Bytes(int):
    """A number of bytes: in an option it may have a unit, "64KiB", and in the text of a
    remark it has one."""


class Module(TableProperties):
    """A module while a pass runs over it: its name and its tables, as the passes before
    have left them. Another thread, or whoever uses it later, gets a RuntimeError."""

    def __init__(self, handle: _core.ModuleHandle) -> None:
        self._handle = handle
        self._tables: dict[str, Table[Any]] = {}

    @property
    def name(self) -> str:
        return self._handle.name.decode(errors="replace")

    def _table(self, name: str, make_row: Callable[..., RowT]) -> Table[RowT]:
        if name not in self._tables:
            self._tables[name] = Table(self._handle.table(name), ROWS[name])
        return self._tables[name]

    def remark(self, message: str, /, *, at: int | None = None, **args: object) -> None:
        """Says something of the module: remark("{name} has {size}", name=..., size=...).

        Each argument is a whole number, Bytes or a text, and has a field in the message.
        `at` is the id of a value (`values.value`), for whose place the remark then is.
        """
        parts: list[tuple[str, int | str, bool]] = []
        for text, name, spec, conversion in string.Formatter().parse(message):
            if text:
                parts.append(("", text, False))
            if name is None:
                continue
            if name not in args or spec or conversion:
                raise ValueError(f"'{{{name}}}' is not the name of an argument")
            parts.append((name, *_part(name, args[name])))
        if unused := args.keys() - {name for name, _, _ in parts}:
            raise ValueError(f"the message has no field '{{{min(unused)}}}'")
        if not self._handle.remark(parts, at):
            raise ValueError(f"no value has the id {at}")


def _part(name: str, value: object) -> tuple[int | str, bool]:
    if isinstance(value, str):
        return value, False
    # numpy's numbers too.
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        number = index(value)
        if 0 <= number < 1 << 64:
            return number, isinstance(value, Bytes)
    raise TypeError(f"'{name}' is {value!r}, not a whole number of 64 bits or a text")


@dataclass(frozen=True)
class _Pass:
    name: str
    summary: str
    options: Sequence[tuple[str, int | bool | str, bool]]
    function: Callable[..., None]

    def run(self, handle: _core.ModuleHandle, values: Sequence[object]) -> None:
        given = {}
        for (name, _, is_size), value in zip(self.options, values, strict=True):
            given[name.replace("-", "_")] = Bytes(value) if is_size else value  # type: ignore[call-overload]
        self.function(Module(handle), **given)

    def make(self) -> _core.Pass:
        return _core.Pass(self.name, self.summary, self.options, self.run)


_known: dict[str, _Pass] = {}


def registered() -> list[_core.Pass]:
    return [each.make() for each in _known.values()]


@overload
def register_pass(function: FunctionT, /) -> FunctionT: ...
@overload
def register_pass(*, name: str) -> Callable[[FunctionT], FunctionT]: ...
def register_pass(
    function: FunctionT | None = None, /, *, name: str | None = None
) -> FunctionT | Callable[[FunctionT], FunctionT]:
    """Makes a function a pass of pipelines: Report.run("big-values<least=1MiB>").

    The function gets a Module. Its keyword-only parameters are options, whose types are
    those of their defaults: bool, int (not negative), Bytes or str. The name of the pass
    is `name` or that of the function, with dashes, and its summary the first line of the
    docstring. Registered again, it takes the place of the one before.
    """
    if function is None:
        return lambda function: _register(function, name)
    return _register(function, name)


def _register(function: FunctionT, name: str | None) -> FunctionT:
    known = name or function.__name__.replace("_", "-")
    summary = (inspect.getdoc(function) or known).split("\n")[0].rstrip(".")
    options: list[tuple[str, int | bool | str, bool]] = []
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        default = parameter.default
        if parameter.kind is not parameter.KEYWORD_ONLY or not isinstance(
            default, (int, str)
        ):
            raise HloMemError(
                f"parameter '{parameter.name}' of pass '{known}' is not keyword-only with "
                "a default that is a bool, int, Bytes or str"
            )
        if isinstance(default, int) and not 0 <= default < 1 << 64:
            raise HloMemError(
                f"the default of option '{parameter.name}' of pass '{known}' is {default}, "
                "expected 64 bits without a sign"
            )
        option = parameter.name.replace("_", "-")
        options.append((option, default, isinstance(default, Bytes)))
    made = _Pass(known, summary, options, function)
    if why := made.make().check():
        raise HloMemError(why)
    _known[known] = made
    return function
