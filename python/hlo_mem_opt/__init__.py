# ===- hlo_mem_opt/__init__.py - Where the memory of an XLA program goes -----===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Where the memory of an XLA program goes.

import hlo_mem_opt as hmo
report = hmo.analyze("dumps/module_0001.jit_step-buffer-assignment.txt")
report
report.parts.to_pandas()
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from hlo_mem_opt._analyze import analyze
from hlo_mem_opt._asserts import assert_allocated_below, assert_fits
from hlo_mem_opt._core import __version__
from hlo_mem_opt._errors import (
    CompileError,
    HloMemError,
    HloMemWarning,
    UnknownVerdictError,
)
from hlo_mem_opt._passes import Bytes, Module, register_pass
from hlo_mem_opt._report import Place, Remark, Remarks, Report, Verdict
from hlo_mem_opt._table import Table

if TYPE_CHECKING:
    from hlo_mem_opt import fleet as fleet
    from hlo_mem_opt import jax as jax

# Each takes as long to import as all the rest.
_IMPORTED_ON_USE = ("fleet", "jax")


def __getattr__(name: str) -> Any:
    if name in _IMPORTED_ON_USE:
        return import_module(f"hlo_mem_opt.{name}")
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted({*globals(), *_IMPORTED_ON_USE})


__all__ = [
    "Bytes",
    "CompileError",
    "HloMemError",
    "HloMemWarning",
    "Module",
    "Place",
    "Remark",
    "Remarks",
    "Report",
    "Table",
    "UnknownVerdictError",
    "Verdict",
    "__version__",
    "analyze",
    "assert_allocated_below",
    "assert_fits",
    "register_pass",
]
