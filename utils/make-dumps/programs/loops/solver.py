# ===- solver.py - Until it is good enough ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Conjugate gradients in a while loop: vectors carried and changed in place."""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 32, "small": 512, "large": 16384}
VARIANTS = {
    "donated": {"donate": True},
    "matrix-free": {"stored": False},
    "many": {"count": 8},
}


def build(size, donate=False, stored=True, count=1):
    n = SIZES[size]

    @functools.partial(jax.jit, donate_argnums=(1,) if donate else ())
    def solver(matrix, x, b):
        def apply(v):
            if stored:
                return matrix @ v
            return 4 * v - jnp.roll(v, 1, axis=0) - jnp.roll(v, -1, axis=0)

        def step(state):
            i, x, rest, direction, size = state
            product = apply(direction)
            length = size / (direction * product).sum()
            x, rest = x + length * direction, rest - length * product
            new = (rest * rest).sum()
            return i + 1, x, rest, rest + new / size * direction, new

        rest = b - apply(x)
        start = (0, x, rest, rest, (rest * rest).sum())
        return jax.lax.while_loop(lambda s: (s[0] < 100) & (s[4] > 1e-6), step, start)

    vector = jax.ShapeDtypeStruct((n, count), jnp.float32)
    matrix = jax.ShapeDtypeStruct((n, n) if stored else (), jnp.float32)
    return solver, (matrix, vector, vector)
