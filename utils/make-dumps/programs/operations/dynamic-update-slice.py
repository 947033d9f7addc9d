# ===- dynamic-update-slice.py - A cache filled in place -----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A cache that a loop fills row by row, in place: donated, carried, returned."""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 64, "large": 2048}
VARIANTS = {"not-donated": {"donate": False}, "bfloat16": {"dtype": "bfloat16"}}


def build(size, donate=True, dtype="float32"):
    n = SIZES[size]

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def dynamic_update_slice(cache, weight, x):
        def step(i, state):
            cache, x = state
            x = jnp.tanh(x @ weight)
            cache = jax.lax.dynamic_update_slice(cache, x[None], (i, 0, 0))
            seen = jax.lax.dynamic_slice(cache, (i // 2, 0, 0), (1,) + x.shape)
            return cache, x + seen[0]

        return jax.lax.fori_loop(0, cache.shape[0], step, (cache, x))

    return dynamic_update_slice, (
        jax.ShapeDtypeStruct((16, 8, n), dtype),
        jax.ShapeDtypeStruct((n, n), dtype),
        jax.ShapeDtypeStruct((8, n), dtype),
    )
