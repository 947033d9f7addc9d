# ===- scatters.py - Scatters of several kinds ---------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Scatters with add, max and set: each wants its target as its own to write on."""

import jax
import jax.numpy as jnp

SIZES = {"small": 64, "large": 8192}


def build(size):
    n = SIZES[size]

    @jax.jit
    def scatters(table, rows, indices):
        added = table.at[indices].add(rows)
        highest = table.at[indices].max(rows)
        replaced = table.at[indices, 0].set(0.0)
        return added, highest, replaced, added[indices]

    return scatters, (
        jax.ShapeDtypeStruct((4 * n, 128), jnp.float32),
        jax.ShapeDtypeStruct((n, 128), jnp.float32),
        jax.ShapeDtypeStruct((n,), jnp.int32),
    )
