# ===- scatters.py - Scatters of several kinds ---------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Scatters with add, max and set: each wants its target as its own to write on."""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 64, "large": 8192}
VARIANTS = {
    "donated": {"donate": True},
    "sorted": {"ordered": True},
    "bfloat16": {"dtype": "bfloat16"},
}


def build(size, donate=False, ordered=False, dtype="float32"):
    n = SIZES[size]

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def scatters(table, rows, indices):
        # What is known of the indices spares XLA a check or a sort.
        known = dict(indices_are_sorted=ordered, unique_indices=ordered)
        added = table.at[indices].add(rows, **known)
        highest = table.at[indices].max(rows, **known)
        replaced = table.at[indices, 0].set(0.0)
        return added, highest, replaced, added[indices]

    return scatters, (
        jax.ShapeDtypeStruct((4 * n, 128), dtype),
        jax.ShapeDtypeStruct((n, 128), dtype),
        jax.ShapeDtypeStruct((n,), jnp.int32),
    )
