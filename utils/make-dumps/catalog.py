# ===- catalog.py - The programs, unread by JAX ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""What can be told of the programs without importing JAX."""

import ast
import glob
import os
from typing import Any

from report import MakeError

BASE = "base"


class Program:
    """A program's declarations, read from its text."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.name = os.path.splitext(os.path.basename(path))[0]
        try:
            with open(path, encoding="utf-8") as file:
                tree = ast.parse(file.read(), path)
            literals = declarations(tree)
        except (SyntaxError, ValueError) as error:
            raise MakeError("%s: not a program of make-dumps: %s" % (path, error))
        summary = ast.get_docstring(tree)
        if not summary or not literals["SIZES"]:
            raise MakeError(
                "%s: not a program of make-dumps: it needs a docstring and SIZES" % path
            )
        self.summary = summary.split("\n", 1)[0]
        self.sizes: list[str] = literals["SIZES"]
        # One change each against the base, as arguments of build().
        self.variants: dict[str, dict[str, Any]] = literals["VARIANTS"]
        self.devices: int = literals["DEVICES"]
        # The first version of JAX that it works with.
        self.jax: str = literals["JAX"]

    @property
    def function(self) -> str:
        """The name of its function, by which XLA names the module."""
        return self.name.replace("-", "_")


def declarations(tree: ast.Module) -> dict[str, Any]:
    result: dict[str, Any] = {"SIZES": [], "VARIANTS": {}, "DEVICES": 1, "JAX": "0"}
    for node in tree.body:
        if not isinstance(node, ast.Assign) or not isinstance(
            node.targets[0], ast.Name
        ):
            continue
        name = node.targets[0].id
        if name == "SIZES" and isinstance(node.value, ast.Dict):
            # The values may be anything; build() alone knows them.
            result[name] = [ast.literal_eval(key) for key in node.value.keys if key]
        elif name in result:
            result[name] = ast.literal_eval(node.value)
    return result


def read(folder: str) -> dict[str, Program]:
    paths = sorted(glob.glob(os.path.join(glob.escape(folder), "*.py")))
    if not paths:
        raise MakeError("%s: no programs there" % folder)
    return {program.name: program for program in map(Program, paths)}


def sizes(programs: dict[str, Program]) -> list[str]:
    """All sizes, in the order of the program that has most."""
    by_number = sorted(programs.values(), key=lambda p: -len(p.sizes))
    return list(dict.fromkeys(size for p in by_number for size in p.sizes))


def variants(programs: dict[str, Program]) -> list[str]:
    return sorted({name for p in programs.values() for name in p.variants})
