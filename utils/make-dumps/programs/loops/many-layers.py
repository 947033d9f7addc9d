# ===- many-layers.py - Hundreds of layers with arrays of their own ------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A loop over training steps of layers that are written out, with own arrays.

The loop carries thousands of arrays. Its line in the dump has the types of all
of them, and stands there once for each: a dump grows with the square of the
number of layers.
"""

import functools

import jax
import jax.numpy as jnp

from lib import sizes, training, transformer

SIZES = {
    "tiny": dict(layers=3, width=32, heads=2, words=128, length=16, batch=2),
    "small": dict(layers=12, width=128, heads=4, words=1024, length=64, batch=2),
    "large": dict(layers=100, width=256, heads=4, words=1024, length=64, batch=2),
    "huge": dict(layers=300, width=256, heads=4, words=1024, length=64, batch=2),
}
VARIANTS = {
    "one-step": {"steps": 1},
    "not-donated": {"donate": False},
    "batch-double": {"batch": 2},
}


def build(size, steps=8, donate=True, batch=1):
    config = sizes.scaled(SIZES[size], batch=batch)
    stacked = transformer.weights(config)
    own = [name for name in stacked if name not in ("words", "places")]
    weights = {name: stacked[name] for name in ("words", "places")}
    for name in own:
        shape = stacked[name].shape[1:]
        for i in range(config["layers"]):
            weights["%s-%d" % (name, i)] = jax.ShapeDtypeStruct(shape, "float32")

    def loss(weights, tokens):
        x = weights["words"][tokens[:, :-1]] + weights["places"]
        for i in range(config["layers"]):
            layer = {name: weights["%s-%d" % (name, i)] for name in own}
            x = transformer.layer(x, layer, config["heads"])
        return transformer.cross_entropy(x, weights["words"], tokens[:, 1:])

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def many_layers(state, batches):
        if steps == 1:
            return training.adam_step(loss, state, batches[0])
        return jax.lax.scan(
            lambda state, tokens: training.adam_step(loss, state, tokens),
            state,
            batches,
        )

    shape = (steps,) + transformer.tokens(config).shape
    return many_layers, (
        training.adam_state(weights),
        jax.ShapeDtypeStruct(shape, jnp.int32),
    )
