# ===- layer-updates.py - An optimizer that goes from layer to layer ----===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Adam on stacked weights, one layer in each iteration of a loop.

As xs and ys of a scan, weights and moments are there twice, donated or not. The
variant `carry` updates them in place.
"""

import functools

import jax
import jax.numpy as jnp

from lib import sizes

SIZES = {
    "tiny": dict(layers=3, width=16),
    "small": dict(layers=6, width=512),
    "large": dict(layers=24, width=4096),
}
VARIANTS = {
    "donated": {"donate": True},
    "carry": {"carry": True},
    "carry-donated": {"donate": True, "carry": True},
    "bfloat16": {"weights": "bfloat16"},
    "bfloat16-carry": {"weights": "bfloat16", "carry": True},
    "layers-double": {"layers": 2},
    "layers-double-carry": {"layers": 2, "carry": True},
    "layers-double-donated": {"donate": True, "layers": 2},
    "layers-double-carry-donated": {"donate": True, "layers": 2, "carry": True},
}


def updated(weight, mean, square, gradient):
    gradient = gradient.astype(jnp.float32)
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.99 * square + 0.01 * gradient**2
    step = 1e-3 * mean / (jnp.sqrt(square) + 1e-8)
    return (weight - step).astype(weight.dtype), mean, square


def step_by_slots(state, gradients):
    def layer(_, slots):
        state, gradient = slots
        return None, updated(*state, gradient)

    return jax.lax.scan(layer, None, (state, gradients))[1]


def step_by_carry(state, gradients):
    def layer(state, slots):
        i, gradient = slots
        old = [jax.lax.dynamic_index_in_dim(x, i, keepdims=False) for x in state]
        new = updated(*old, gradient)
        update = jax.lax.dynamic_update_index_in_dim
        return tuple(update(x, y, i, 0) for x, y in zip(state, new)), None

    layers = jnp.arange(gradients.shape[0])
    return jax.lax.scan(layer, state, (layers, gradients))[0]


def build(size, donate=False, carry=False, weights="float32", layers=1):
    config = sizes.scaled(SIZES[size], layers=layers)
    step = step_by_carry if carry else step_by_slots

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def layer_updates(state, gradients):
        return step(state, gradients)

    shape = (config["layers"], config["width"], config["width"])
    weight = jax.ShapeDtypeStruct(shape, weights)
    moment = jax.ShapeDtypeStruct(shape, "float32")
    return layer_updates, ((weight, moment, moment), weight)
