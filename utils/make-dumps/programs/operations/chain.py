# ===- chain.py - Weights on their way to faster memory -----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A chain of products with large weights, each of which is needed once.

Where there is a small fast memory beside the large one, XLA fetches weights
ahead, whole or in slices.
"""

import jax
import jax.numpy as jnp

SIZES = {"tiny": 64, "small": 1024, "large": 8192}
VARIANTS = {
    "float32": {"dtype": "float32"},
    "rows-many": {"rows": 1024},
    "layers-double": {"layers": 16},
    "looped": {"looped": True},
}


def build(size, dtype="bfloat16", rows=64, layers=8, looped=False):
    n = SIZES[size]

    @jax.jit
    def chain(weights, x):
        def layer(x, weight):
            return jax.nn.gelu(x @ weight), None

        if looped:
            return jax.lax.scan(layer, x, jnp.stack(weights))[0]
        for weight in weights:
            x, _ = layer(x, weight)
        return x

    weight = jax.ShapeDtypeStruct((n, n), dtype)
    return chain, ([weight] * layers, jax.ShapeDtypeStruct((rows, n), dtype))
