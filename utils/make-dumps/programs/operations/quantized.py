# ===- quantized.py - Weights of few bits -------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Products with weights of few bits, which are widened on the way.

Whether the wide weights are ever in memory is up to XLA.
"""

import jax
import jax.numpy as jnp

SIZES = {"tiny": 64, "small": 512, "large": 8192}
VARIANTS = {
    "int4": {"dtype": "int4"},
    "float8": {"dtype": "float8_e4m3fn"},
    "bfloat16": {"dtype": "bfloat16"},
    "rows-many": {"rows": 256},
}
LAYERS = 4


def build(size, dtype="int8", rows=8):
    n = SIZES[size]

    @jax.jit
    def quantized(weights, scales, x):
        def layer(x, inputs):
            weight, scale = inputs
            return jnp.tanh((x @ weight.astype(x.dtype)) * scale), None

        return jax.lax.scan(layer, x, (weights, scales))[0]

    return quantized, (
        jax.ShapeDtypeStruct((LAYERS, n, n), getattr(jnp, dtype)),
        jax.ShapeDtypeStruct((LAYERS, n), jnp.bfloat16),
        jax.ShapeDtypeStruct((rows, n), jnp.bfloat16),
    )
