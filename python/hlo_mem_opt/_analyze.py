# ===- _analyze.py - From whatever there is to a report ----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""From whatever there is to a report."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from hlo_mem_opt._errors import HloMemError
from hlo_mem_opt._report import (
    Options,
    Progress,
    Report,
    read_limit,
    report_of_contents,
    report_of_files,
)


def _is_compiled(source: object) -> bool:
    return hasattr(source, "memory_analysis") and hasattr(source, "runtime_executable")


def _is_lowered(source: object) -> bool:
    return hasattr(source, "compiler_ir") and hasattr(source, "compile")


def unwrap(source: object) -> object:
    """What jax itself has lowered or compiled, of an object of Equinox or Flax."""
    for name in ("lowered", "compiled"):
        inner = getattr(source, name, None)
        if _is_lowered(inner) or _is_compiled(inner):
            return inner
    return source


def analyze(
    source: object,
    /,
    *args: Any,
    topology: str | None = None,
    timeout: float = 600.0,
    device: str | None = None,
    memory_limit: str | None = None,
    memory_fraction: float | None = None,
    reserve: str | None = None,
    allow_incomplete: bool = False,
    name: str = "dump",
    progress: Progress | None = None,
    **kwargs: Any,
) -> Report:
    """Analyses the memory of a program.

    `source` is a dump or a folder of dumps by its path, or several paths; the contents of
    one as bytes, called `name`; or, of jax, what `lower(...)` or `compile()` returns, or a
    function, to which all further arguments are given. Arrays may be
    jax.ShapeDtypeStructs: nothing is computed.

    `topology` compiles for a TPU or GPU that is not there, "v5e:2x2" or "h100-80gb".
    `device`, `memory_limit`, `memory_fraction` and `reserve` are what the program is
    judged by, as on the command line; without them it is the device of `topology`, or the
    one that a file beside the dump names. A compile that takes longer than `timeout` seconds
    is a CompileError. `progress` is called with how many dumps of how many are done.
    """
    # What is compiled for a device is judged by it.
    if device is None and memory_limit is None:
        device = topology
    options = Options(
        device=device,
        memory_fraction=memory_fraction,
        reserve=reserve,
        memory_limit=read_limit(memory_limit),
        allow_incomplete=allow_incomplete,
    )
    source = unwrap(source)
    is_function = callable(source) and not _is_compiled(source)
    if not is_function and (args or kwargs):
        raise TypeError("only a function is given arguments")
    if isinstance(source, (str, os.PathLike)):
        return report_of_files([source], options, progress)
    if isinstance(source, (bytes, bytearray, memoryview)):
        if not name or name in {".", ".."} or "/" in name:
            raise HloMemError(f"expected the name of a file, found '{name}'")
        return report_of_contents({name: bytes(source)}, options)
    if isinstance(source, Sequence) and all(
        isinstance(s, (str, os.PathLike)) for s in source
    ):
        return report_of_files(source, options, progress)
    from hlo_mem_opt import jax

    if _is_compiled(source):
        if topology is not None:
            raise HloMemError(
                "what is compiled is for its own device: for another one pass the function "
                "and its arguments"
            )
        return report_of_contents(jax.files_of_compiled(source), options)
    if _is_lowered(source):
        files, names = jax.files_of_lowered(source, topology, timeout)
    elif is_function:
        function: Callable[..., Any] = source  # type: ignore[assignment]
        files, names = jax.files_of_function(function, args, kwargs, topology, timeout)
    else:
        raise TypeError(
            "expected a path, bytes, what jax's lower() or compile() returns, or a "
            f"function, found {type(source).__name__}"
        )
    return report_of_contents(files, replace(options, names=names))
