# ===- nested-loops.py - Three loops in each other -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A loop in a loop in a loop, each with a carry and a temporary of its own."""

import jax
import jax.numpy as jnp

SIZES = {"small": 32, "large": 1024}


def build(size):
    n = SIZES[size]

    @jax.jit
    def nested_loops(limit, x):
        def inner(i, x):
            return jnp.tanh(x @ x) + i

        def middle(x, scale):
            return jax.lax.fori_loop(0, 3, inner, x * scale), x.sum()

        def outer(state):
            i, x, total = state
            x, sums = jax.lax.scan(middle, x, jnp.arange(4.0))
            return i + 1, x, total + sums.sum()

        start = (jnp.int32(0), x, jnp.float32(0))
        return jax.lax.while_loop(lambda state: state[0] < limit, outer, start)

    return nested_loops, (
        jax.ShapeDtypeStruct((), jnp.int32),
        jax.ShapeDtypeStruct((n, n), jnp.float32),
    )
