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

    def __init__(self, folder: str, path: str) -> None:
        # The folder of all programs, and of lib, which they share.
        self.folder = folder
        self.path = path
        # The folder in it, which groups programs; empty if it lies beside them.
        self.group = os.path.relpath(os.path.dirname(path), folder).lstrip(".")
        self.name = os.path.splitext(os.path.basename(path))[0]
        try:
            tree = parse(path)
            literals = declarations(tree, folder)
        except (SyntaxError, ValueError, OSError) as error:
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
        # The packages that it imports beside JAX, as pip knows them.
        self.requires: tuple[str, ...] = tuple(sorted(literals["REQUIRES"]))

    @property
    def function(self) -> str:
        """The name of its function, by which XLA names the module."""
        return self.name.replace("-", "_")


def assigned(tree: ast.Module) -> dict[str, ast.expr]:
    """What is assigned to names at the top of a module."""
    return {
        node.targets[0].id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }


def declarations(tree: ast.Module, folder: str) -> dict[str, Any]:
    result: dict[str, Any] = {"SIZES": [], "VARIANTS": {}, "DEVICES": 1, "JAX": "0"}
    result["REQUIRES"] = []
    values = assigned(tree)
    for name in result.keys() & values.keys():
        value = values[name]
        if name != "SIZES":
            result[name] = ast.literal_eval(value)
            continue
        if isinstance(value, ast.Attribute) and isinstance(value.value, ast.Name):
            # Programs of one family share their sizes: from lib import MODULE.
            path = os.path.join(folder, "lib", value.value.id + ".py")
            value = assigned(parse(path)).get(value.attr, value)
        if isinstance(value, ast.Dict):
            # The value of a size may be anything; only build() knows it.
            result[name] = [ast.literal_eval(key) for key in value.keys if key]
    return result


def parse(path: str) -> ast.Module:
    with open(path, encoding="utf-8") as file:
        return ast.parse(file.read(), path)


def read(folder: str) -> dict[str, Program]:
    paths = [
        path
        for pattern in ("*.py", "*/*.py")
        for path in glob.glob(os.path.join(glob.escape(folder), pattern))
        if os.path.basename(os.path.dirname(path)) != "lib"
    ]
    if not paths:
        raise MakeError("%s: there are no programs" % folder)
    programs = [Program(folder, path) for path in sorted(paths, key=os.path.basename)]
    return {program.name: program for program in programs}


def groups(programs: dict[str, Program]) -> dict[str, list[str]]:
    """The names of the programs of each group."""
    result: dict[str, list[str]] = {}
    for program in programs.values():
        if program.group:
            result.setdefault(program.group, []).append(program.name)
    return result


def sizes(programs: dict[str, Program]) -> list[str]:
    """All sizes, in the order of the program that has most."""
    by_number = sorted(programs.values(), key=lambda p: -len(p.sizes))
    return list(dict.fromkeys(size for p in by_number for size in p.sizes))


def variants(programs: dict[str, Program]) -> list[str]:
    return sorted({name for p in programs.values() for name in p.variants})
