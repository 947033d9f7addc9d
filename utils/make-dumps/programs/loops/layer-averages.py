# ===- layer-averages.py - A moving average of each layer ---------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Layers, the last one first, with a moving average of what each gives.

A scan in reverse takes the averages as xs and gives new ones as ys. The variant `carry`
updates them in place.
"""

import functools

import jax
import jax.numpy as jnp

from lib import sizes

SIZES = {
    "tiny": dict(layers=4, rows=16, width=32),
    "small": dict(layers=8, rows=64, width=1024),
    "large": dict(layers=24, rows=1024, width=4096),
}
VARIANTS = {
    "donated": {"donate": True},
    "carry": {"carry": True},
    "carry-donated": {"donate": True, "carry": True},
    "width-half": {"width": 0.5},
}


def averaged(average, x):
    return 0.9 * average + 0.1 * (x.T @ x)


def step_by_slots(averages, weights, x):
    def layer(x, slots):
        average, weight = slots
        x = jnp.tanh(x @ weight)
        return x, averaged(average, x)

    x, averages = jax.lax.scan(layer, x, (averages, weights), reverse=True)
    return averages, x.sum()


def step_by_carry(averages, weights, x):
    def layer(state, slots):
        x, averages = state
        i, weight = slots
        x = jnp.tanh(x @ weight)
        new = averaged(jax.lax.dynamic_index_in_dim(averages, i, keepdims=False), x)
        return (x, jax.lax.dynamic_update_index_in_dim(averages, new, i, 0)), None

    layers = jnp.arange(averages.shape[0])
    slots = (layers, weights)
    x, averages = jax.lax.scan(layer, (x, averages), slots, reverse=True)[0]
    return averages, x.sum()


def build(size, donate=False, carry=False, width=1):
    config = sizes.scaled(SIZES[size], width=width)
    step = step_by_carry if carry else step_by_slots

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def layer_averages(averages, weights, x):
        return step(averages, weights, x)

    width = config["width"]
    stack = jax.ShapeDtypeStruct((config["layers"], width, width), jnp.float32)
    x = jax.ShapeDtypeStruct((config["rows"], width), jnp.float32)
    return layer_averages, (stack, stack, x)
