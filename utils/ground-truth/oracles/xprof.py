# ===- xprof.py - XProf's memory viewer -----------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""XProf's memory viewer, without a profile and without a browser."""

from __future__ import annotations

import json
import os
import subprocess
from typing import IO, Any

from dumps.corpus import PROTO
from oracles import formulas
from oracles.facts import Facts
from oracles.verdict import Verdict, judge, skip

NAME = formulas.XPROF

# In a folder of its own: XProf is not to import our modules for its own.
_WORKER = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "xprof-viewer", "worker.py"
)
_MIB = 1 << 20


class XProfError(Exception):
    """XProf cannot be asked."""


class XProf:
    """A process that has XProf loaded, for all the dumps."""

    def __init__(self, python: str) -> None:
        environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
        environment.pop("PYTHONPATH", None)
        self._python = python
        try:
            self._process = subprocess.Popen(
                [python, _WORKER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=environment,
                encoding="utf-8",
            )
        except OSError as error:
            raise XProfError(f"{python}: {error.strerror}") from error
        self.ask(os.devnull, [])  # the import is known to work, or not, at once

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        assert self._process.stdin is not None and self._process.stdout is not None
        return self._process.stdin, self._process.stdout

    def ask(self, proto: str, spaces: list[int]) -> list[Any]:
        to, back = self._pipes()
        try:
            to.write(json.dumps({"proto": proto, "spaces": spaces}) + "\n")
            to.flush()
            answer = back.readline()
        except OSError:
            answer = ""
        if not answer:
            raise XProfError(
                f"{self._python} has no XProf, or it ended; "
                "'python3 -m pip install xprof' installs it"
            )
        result: list[Any] = json.loads(answer)
        return result

    def close(self) -> None:
        for pipe in self._pipes():
            pipe.close()
        self._process.wait()


def ask(facts: Facts, xprof: XProf | None) -> dict[int, Any]:
    """The viewer's tables by memory space; a text is an error, in a table's place."""
    path = facts.dump.path(PROTO)
    if xprof is None or path is None or facts.proto is None:
        return {}
    spaces = sorted(facts.numbers.allocated)
    return dict(zip(spaces, xprof.ask(path, spaces)))


def compare(facts: Facts, xprof: XProf | None, tables: dict[int, Any]) -> list[Verdict]:
    """`tables` are those of ask()."""
    dump = facts.dump
    if xprof is None:
        return [skip(dump, NAME, "all", "no --xprof")]
    if dump.path(PROTO) is None or facts.proto is None:
        return [skip(dump, NAME, "all", "no .hlo.pb with an assignment")]
    result: list[Verdict] = []
    for space, table in tables.items():
        if not isinstance(table, dict):
            reason = "XProf's error: {}".format(str(table).split("\n")[0])
            result.append(skip(dump, NAME, "all", reason))
            continue
        for formula in formulas.FORMULAS:
            if formula.oracle != NAME or dump.backend not in formula.backends:
                continue
            theirs = round(float(table.get(formula.field, 0)) * _MIB)
            field = "{}, space {}".format(formula.field, "0" if space == 0 else "> 0")
            result.append(judge(facts, formula, theirs, space, field))
    return result
