# ===- sizes.py - Sizes of programs -------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Sizes of programs, and how variants change them."""


def scaled(config, **factors):
    """The numbers of a configuration, some of them multiplied."""
    return {k: int(v * factors.get(k, 1)) for k, v in config.items()}
