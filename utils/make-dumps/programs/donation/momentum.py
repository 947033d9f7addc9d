# ===- momentum.py - Updates beside the products of gradients -----------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Layers written out, trained with momentum: each update is part of a product.

The new weights of a layer may be there before the old ones have been read for the
gradient of the layer before, but not where they are written over the old ones.
"""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": (64, 256), "small": (4096, 131072), "large": (8192, 65536)}
VARIANTS = {"donated": {"donate": True}}
LAYERS = 6


def build(size, donate=False):
    width, batch = SIZES[size]

    def loss(weights, x):
        for layer in weights:
            x = jnp.tanh(x @ layer)
        return (x.astype(jnp.float32) ** 2).mean()

    @functools.partial(jax.jit, donate_argnums=(0, 1) if donate else ())
    def momentum(weights, moments, x):
        gradients = jax.grad(loss)(weights, x)
        moments = [0.9 * m + g for m, g in zip(moments, gradients)]
        return [w - (m / 64).astype(w.dtype) for w, m in zip(weights, moments)], moments

    layer = jax.ShapeDtypeStruct((width, width), jnp.bfloat16)
    moment = jax.ShapeDtypeStruct((width, width), jnp.float32)
    x = jax.ShapeDtypeStruct((batch, width), jnp.bfloat16)
    return momentum, ([layer] * LAYERS, [moment] * LAYERS, x)
