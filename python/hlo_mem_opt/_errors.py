# ===- _errors.py - What is raised -------------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The exceptions of the package."""

import re

# "file:12:3: error: text", as the program prints what is wrong with a dump.
_PLACE = re.compile(r"^(.+?):(\d+):(\d+): error: (.*)$", re.MULTILINE)
_ERROR = re.compile(r"^hlo-mem-opt: error: ", re.MULTILINE)


class HloMemError(ValueError):
    """Something that cannot be analysed, or a wrong option.

    `file`, `line` and `column` say where in a dump it is; they are None where that is
    not known. Lines and columns count from 1.
    """

    def __init__(
        self,
        message: str,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
    ) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column

    def __reduce__(
        self,
    ) -> tuple[type["HloMemError"], tuple[str, str | None, int | None, int | None]]:
        return type(self), (str(self), self.file, self.line, self.column)


class UnknownVerdictError(HloMemError):
    """A verdict that cannot be given, such as for another device kind."""


class CompileError(HloMemError):
    """XLA or jax cannot compile the program, or the compiler ended or took too long."""


class HloMemWarning(UserWarning):
    """A part of what was asked could not be read; the rest is there."""


def make_error(messages: str) -> HloMemError:
    """The exception of what the program printed to the standard error stream."""
    text = _ERROR.sub("", messages).strip()
    if place := _PLACE.search(messages):
        return HloMemError(text, place[1], int(place[2]), int(place[3]))
    return HloMemError(text or "the program failed without a message")
