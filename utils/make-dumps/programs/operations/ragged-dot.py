# ===- ragged-dot.py - Groups of rows of unequal size -------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""One product per group of rows, the groups' sizes known only when it runs."""

import jax
import jax.numpy as jnp

SIZES = {
    "tiny": dict(rows=64, width=128, groups=4),
    "small": dict(rows=1024, width=128, groups=8),
    "large": dict(rows=16384, width=2048, groups=64),
}
VARIANTS = {
    "bfloat16": {"dtype": "bfloat16"},
    "forward": {"gradient": False},
    "rows-half": {"rows": 0.5},
}


def build(size, dtype="float32", gradient=True, rows=1):
    config = SIZES[size]
    rows, width, groups = int(config["rows"] * rows), config["width"], config["groups"]

    def products(weights, x, sizes):
        return jax.lax.ragged_dot(x, weights, sizes)

    @jax.jit
    def ragged_dot(weights, x, sizes):
        if not gradient:
            return products(weights, x, sizes)
        return jax.grad(lambda w: (products(w, x, sizes) ** 2).mean())(weights)

    return ragged_dot, (
        jax.ShapeDtypeStruct((groups, width, width), dtype),
        jax.ShapeDtypeStruct((rows, width), dtype),
        jax.ShapeDtypeStruct((groups,), jnp.int32),
    )
