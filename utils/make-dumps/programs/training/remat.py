# ===- remat.py - Computed again instead of kept -------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A gradient through layers under jax.checkpoint: only their inputs are kept.

What a layer computes inside is computed again on the way back. Compare the peak
with that of the variant `not-remat`; the other policies lie between.
"""

import functools

import jax
import jax.numpy as jnp

from lib import training

SIZES = {"tiny": 8, "small": 32, "large": 1024}
VARIANTS = {
    "not-remat": {"policy": None},
    "everything": {"policy": "everything_saveable"},
    "dots": {"policy": "dots_saveable"},
    "dots-no-batch": {"policy": "dots_with_no_batch_dims_saveable"},
    "donated": {"donate": True},
    "rows-half": {"rows": 2},
}
LAYERS = 6


def build(size, policy="nothing_saveable", donate=False, rows=4):
    n = SIZES[size]

    def layer(weight, x):
        return x + jnp.tanh(jnp.tanh(x @ weight) * jnp.sin(x)) @ weight.T

    def loss(weights, x):
        for weight in weights:
            x = training.checkpointed(layer, policy)(weight, x)
        return (x * x).mean()

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def remat(weights, x):
        return jax.grad(loss)(weights, x)

    weight = jax.ShapeDtypeStruct((n, n), jnp.float32)
    x = jax.ShapeDtypeStruct((rows * n, n), jnp.float32)
    return remat, ([weight] * LAYERS, x)
