# ===- nested-loops.py - Three loops in each other -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A loop in a loop in a loop, each with a carry and a temporary of its own."""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 32, "large": 1024}
VARIANTS = {
    "donated": {"donate": True},
    "unrolled": {"unroll": 3},
    "bfloat16": {"dtype": "bfloat16"},
}


def build(size, donate=False, unroll=1, dtype="float32"):
    n = SIZES[size]

    @functools.partial(jax.jit, donate_argnums=(1,) if donate else ())
    def nested_loops(limit, x):
        def inner(i, x):
            return (jnp.tanh(x @ x) + i).astype(dtype)

        def middle(x, scale):
            x = (x * scale).astype(dtype)
            return jax.lax.fori_loop(0, 3, inner, x, unroll=unroll), x.sum()

        def outer(state):
            i, x, total = state
            x, sums = jax.lax.scan(middle, x, jnp.arange(4.0))
            return i + 1, x, total + sums.sum()

        start = (jnp.int32(0), x, jnp.float32(0))
        return jax.lax.while_loop(lambda state: state[0] < limit, outer, start)

    return nested_loops, (
        jax.ShapeDtypeStruct((), jnp.int32),
        jax.ShapeDtypeStruct((n, n), dtype),
    )
