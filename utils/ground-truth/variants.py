# ===- variants.py - Pairs of programs of make-dumps -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compiled programs that differ in one argument of their build().

utils/make-dumps declares the variants of each program: changes against the base. The
value that the base has is the default of the argument.
"""

from __future__ import annotations

import ast
import os
import re
from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from forms import DEVICE
from predictions import PROGRAMS, find_unique

# Where predictions.py has found it.
import catalog  # isort: skip

NAME = re.compile(
    r"(?P<program>.+?)-(?P<size>tiny|small|large|huge)(?:-(?P<variant>.+?))?"
    r"-(?P<device>" + DEVICE + r")-jax(?P<jax>\d[\d.]*?)\.hlo\.pb$"
)


@dataclass(frozen=True)
class Version:
    """A compiled program, by what is changed in it."""

    path: str
    value: Any
    """Of the argument of build()."""
    is_base: bool

    @property
    def name(self) -> str:
        return os.path.basename(self.path).partition(".hlo.pb")[0]


@dataclass
class Change:
    """All versions of a program that differ in one argument of build() alone."""

    program: str
    device: str
    argument: str
    versions: list[Version]
    """The one with the default first."""
    undonated: Version | None
    """The first one without its donation, if there is such a one."""

    @property
    def base(self) -> Version:
        return self.versions[0]


def read_defaults(program: catalog.Program) -> dict[str, Any]:
    """The arguments of build() that have a default."""
    for node in catalog.parse(program.path).body:
        if isinstance(node, ast.FunctionDef) and node.name == "build":
            names = [a.arg for a in node.args.args]
            values = node.args.defaults
            return {
                name: ast.literal_eval(value)
                for name, value in zip(names[len(names) - len(values) :], values)
                if not isinstance(value, ast.Name)
            }
    return {}


def find_variant(variants: dict[str, dict[str, Any]], values: Any) -> str | None:
    """The variant that changes just these arguments."""
    return next((name for name, of in variants.items() if of == values), None)


def find_changes(folders: list[str]) -> list[Change]:
    """Of the programs whose base was compiled for the same device, too."""
    # By program, size, device and release: the variants; the base has no name.
    found: dict[tuple[str, str, str, str], dict[str, str]] = defaultdict(dict)
    for path in find_unique(folders):
        match = NAME.match(os.path.basename(path))
        if match and match["program"] in PROGRAMS:
            key = (match["program"], match["size"], match["device"], match["jax"])
            found[key][match["variant"] or ""] = path
    changes: list[Change] = []
    for (name, _, device, _), paths in sorted(found.items()):
        if "" not in paths:
            continue
        defaults = read_defaults(PROGRAMS[name])
        variants = {"": {}, **PROGRAMS[name].variants}
        found_here: dict[tuple[str, str], Change] = {}
        for variant, values in variants.items():
            for argument, value in values.items():
                rest = {k: v for k, v in values.items() if k != argument}
                base = find_variant(variants, rest)
                if base not in paths or variant not in paths:
                    continue
                assert base is not None
                first = Version(paths[base], defaults.get(argument), base == "")
                change = Change(name, device, argument, [first], None)
                change = found_here.setdefault((base, argument), change)
                change.versions.append(Version(paths[variant], value, False))
        for (base, argument), change in found_here.items():
            if argument == "donate":
                continue
            rest = {k: v for k, v in variants[base].items() if k != "donate"}
            undonated = "not-donated" if not base else find_variant(variants, rest)
            if undonated in paths and undonated != base:
                assert undonated is not None
                change.undonated = Version(paths[undonated], None, False)
        changes += found_here.values()
    return changes
