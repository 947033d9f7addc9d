# ===- recurrent.py - Many steps through one cell -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A recurrent net over many steps and back: what each step keeps is stacked."""

import functools

import jax
import jax.numpy as jnp

from lib import sizes, training

SIZES = {
    "tiny": dict(steps=16, batch=4, width=32),
    "small": dict(steps=128, batch=16, width=128),
    "large": dict(steps=1024, batch=64, width=1024),
}
VARIANTS = {
    "donated": {"donate": True},
    "remat": {"policy": "nothing_saveable"},
    "remat-dots-no-batch": {"policy": "dots_with_no_batch_dims_saveable"},
    "nested": {"group": 8},
    "unroll": {"unroll": 4},
    "bfloat16": {"dtype": "bfloat16"},
    "batch-half": {"batch": 0.5},
    "steps-half": {"steps": 0.5},
    "features-double": {"features": 2},
}


def build(
    size,
    donate=False,
    policy=None,
    group=1,
    unroll=1,
    dtype="float32",
    batch=1,
    steps=1,
    features=1,
):
    config = sizes.scaled(SIZES[size], batch=batch, steps=steps)
    steps, batch, width = config["steps"], config["batch"], config["width"]

    def loss(weights, inputs):
        def cell(state, x):
            h, c = state
            gates = x @ weights["input"] + h @ weights["state"] + weights["bias"]
            keep, write, read, new = jnp.split(gates, 4, axis=-1)
            c = jax.nn.sigmoid(keep) * c + jax.nn.sigmoid(write) * jnp.tanh(new)
            h = jax.nn.sigmoid(read) * jnp.tanh(c)
            return (h, c), h

        def run(state, inputs):
            cell_again = training.checkpointed(cell, policy)
            return jax.lax.scan(cell_again, state, inputs, unroll=unroll)

        zeros = jnp.zeros((batch, width), dtype)
        if group > 1:
            inputs = inputs.reshape((group, steps // group) + inputs.shape[1:])
            run = functools.partial(jax.lax.scan, jax.checkpoint(run))
        _, outputs = run((zeros, zeros), inputs)
        return (outputs.astype(jnp.float32) ** 2).mean()

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def recurrent(weights, inputs):
        return training.sgd(weights, jax.grad(loss)(weights, inputs))

    weights = {
        "input": jax.ShapeDtypeStruct((features * width, 4 * width), dtype),
        "state": jax.ShapeDtypeStruct((width, 4 * width), dtype),
        "bias": jax.ShapeDtypeStruct((4 * width,), dtype),
    }
    inputs = jax.ShapeDtypeStruct((steps, batch, features * width), dtype)
    return recurrent, (weights, inputs)
