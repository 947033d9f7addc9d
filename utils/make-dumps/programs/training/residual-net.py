# ===- residual-net.py - Convolutions in bottlenecks --------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A training step of a residual net of bottleneck blocks, written out.

All blocks have the same shapes, with more channels between them than in them.
"""

import functools

import jax
import jax.numpy as jnp

from lib import training
from lib.convolution import convolve

SIZES = {
    "tiny": dict(batch=4, side=8, width=8, blocks=4),
    "small": dict(batch=16, side=32, width=16, blocks=8),
    "large": dict(batch=128, side=56, width=64, blocks=16),
}
VARIANTS = {
    "donated": {"donate": True},
    "remat": {"policy": "nothing_saveable"},
    "bfloat16": {"dtype": "bfloat16"},
    "bfloat16-remat": {"dtype": "bfloat16", "policy": "nothing_saveable"},
}


def scaled(x, scale):
    mean = x.mean(axis=(1, 2), keepdims=True)
    variance = x.var(axis=(1, 2), keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale


def block(weights, x):
    y = jax.nn.silu(scaled(convolve(x, weights["reduce"]), weights["scales"][0]))
    y = jax.nn.silu(scaled(convolve(y, weights["mix"]), weights["scales"][1]))
    return x + convolve(y, weights["expand"])


def build(size, donate=False, policy=None, dtype="float32"):
    config = SIZES[size]
    batch, side, width = (config[k] for k in ("batch", "side", "width"))

    def loss(weights, images, targets):
        x = convolve(images, weights["first"])
        for one in weights["blocks"]:
            x = training.checkpointed(block, policy)(one, x)
        return ((convolve(x, weights["last"]) - targets) ** 2).mean()

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def residual_net(weights, images, targets):
        return training.sgd(weights, jax.grad(loss)(weights, images, targets))

    def array(*shape):
        return jax.ShapeDtypeStruct(shape, dtype)

    one = {
        "reduce": array(1, 1, 4 * width, width),
        "mix": array(3, 3, width, width),
        "expand": array(1, 1, width, 4 * width),
        "scales": array(2, width),
    }
    weights = {
        "first": array(3, 3, 3, 4 * width),
        "blocks": [one] * config["blocks"],
        "last": array(1, 1, 4 * width, 3),
    }
    images = array(batch, side, side, 3)
    return residual_net, (weights, images, images)
