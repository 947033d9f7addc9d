# ===- remat.py - Computed again instead of kept -------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A gradient through layers under jax.checkpoint: only their inputs are kept.

What a layer computes inside is computed again on the way back. Compare the peak
with that of the same program without jax.checkpoint.
"""

import jax
import jax.numpy as jnp

SIZES = {"small": 32, "large": 1024}
LAYERS = 6


def build(size):
    n = SIZES[size]

    @jax.checkpoint
    def layer(weight, x):
        return x + jnp.tanh(jnp.tanh(x @ weight) * jnp.sin(x)) @ weight.T

    def loss(weights, x):
        for weight in weights:
            x = layer(weight, x)
        return (x * x).mean()

    @jax.jit
    def remat(weights, x):
        return jax.grad(loss)(weights, x)

    weight = jax.ShapeDtypeStruct((n, n), jnp.float32)
    return remat, ([weight] * LAYERS, jax.ShapeDtypeStruct((4 * n, n), jnp.float32))
