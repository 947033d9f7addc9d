# ===- reducers.py - Reductions of several kinds -------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Reductions of several kinds, each with a reducer computation of its own.

The operands of a reducer are scalars of a called computation: many small
thread-local allocations beside few large ones.
"""

import jax
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 64, "large": 4096}
VARIANTS = {"bfloat16": {"dtype": "bfloat16"}, "rows-double": {"factor": 2}}


def build(size, dtype="float32", factor=1):
    n = SIZES[size]

    @jax.jit
    def reducers(x):
        windows = jax.lax.reduce_window(
            x, -jnp.inf, jax.lax.max, (2, 2), (2, 2), "VALID"
        )
        return {
            "argmax": jnp.argmax(x, axis=1),
            "cumsum": jnp.cumsum(x, axis=0),
            "max": x.max(axis=0),
            "prod": x.prod(axis=1),
            "sum": x.sum(),
            "variance": x.var(axis=1),
            "windows": windows,
        }

    return reducers, (jax.ShapeDtypeStruct((factor * n, n), dtype),)
