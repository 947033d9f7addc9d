# ===- named-layers.py - Layers that are written out, by name --------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The gradient of six layers with names of their own, of which one is wider."""

import jax
import jax.numpy as jnp

SIZES = {"tiny": dict(layers=6, width=64, rows=64)}
VARIANTS = {"scanned": {"scanned": True}}


def layer(x, weight):
    return jnp.tanh(x @ weight["up"]) @ weight["down"]


def build(size, scanned=False):
    config = SIZES[size]
    width = config["width"]

    def shape(rows, columns):
        return jax.ShapeDtypeStruct((rows, columns), jnp.float32)

    def weight(inner):
        return {"up": shape(width, inner), "down": shape(inner, width)}

    def loss(layers, x):
        if scanned:
            x = jax.lax.scan(lambda c, w: (layer(c, w), None), x, layers)[0]
        else:
            for number in range(config["layers"]):
                with jax.named_scope("layer_%d" % number):
                    x = layer(x, layers["layer_%d" % number])
        return jnp.sum(x * x)

    layers = {
        "layer_%d" % number: weight(4 * width if number == 4 else 2 * width)
        for number in range(config["layers"])
    }
    if scanned:
        layers = jax.tree.map(
            lambda s: jax.ShapeDtypeStruct((config["layers"], *s.shape), s.dtype),
            weight(2 * width),
        )
    return jax.jit(jax.grad(loss)), (layers, shape(config["rows"], width))
