# ===- unet.py - A U-Net written out ------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A training step of a U-Net with group norms, and attention at its bottom.

What each block makes on the way down is read again on the way up.
"""

import functools

import jax
import jax.numpy as jnp

from lib import training
from lib.convolution import convolve

SIZES = {
    "tiny": dict(batch=8, side=16, width=8, levels=2),
    "small": dict(batch=32, side=16, width=64, levels=2),
    "large": dict(batch=128, side=64, width=256, levels=3),
}
VARIANTS = {
    "donated": {"donate": True},
    "remat": {"policy": "nothing_saveable"},
}


def activated(x, scale):
    y = x.reshape(x.shape[0], -1, 4, x.shape[-1] // 4)
    y -= y.mean((1, 3), keepdims=True)
    y *= jax.lax.rsqrt(y.var((1, 3), keepdims=True) + 1e-5)
    return jax.nn.silu(y.reshape(x.shape) * scale)


def block(weights, x):
    y = convolve(activated(x, weights["scales"][0]), weights["first"])
    return x + convolve(activated(y, weights["scales"][1]), weights["second"])


def attention(weights, x):
    y = x.reshape(x.shape[0], -1, x.shape[-1])
    q, k, v = jnp.split(y @ weights["qkv"], 3, -1)
    scores = jnp.einsum("bqc,bkc->bqk", q, k) / x.shape[-1] ** 0.5
    y = jnp.einsum("bqk,bkc->bqc", jax.nn.softmax(scores), v)
    return x + (y @ weights["out"]).reshape(x.shape)


def halve(x):
    return jax.lax.reduce_window(
        x, 0.0, jax.lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"
    )


def build(size, donate=False, policy=None):
    config = SIZES[size]
    batch, side, width = (config[k] for k in ("batch", "side", "width"))

    def loss(weights, images, targets):
        x = convolve(images, weights["first"])
        kept = []
        for one in weights["down"]:
            x = training.checkpointed(block, policy)(one, x)
            kept.append(x)
            x = halve(x)
        x = training.checkpointed(attention, policy)(weights["middle"], x)
        for one, y in zip(weights["up"], reversed(kept)):
            x = jax.image.resize(x, y.shape, "nearest") + y
            x = training.checkpointed(block, policy)(one, x)
        return ((convolve(x, weights["last"]) - targets) ** 2).mean()

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def unet(weights, images, targets):
        return training.sgd(weights, jax.grad(loss)(weights, images, targets))

    def array(*shape):
        return jax.ShapeDtypeStruct(shape, "float32")

    one = {
        "scales": array(2, width),
        "first": array(3, 3, width, width),
        "second": array(3, 3, width, width),
    }
    weights = {
        "first": array(3, 3, 3, width),
        "down": [one] * config["levels"],
        "middle": {"qkv": array(width, 3 * width), "out": array(width, width)},
        "up": [one] * config["levels"],
        "last": array(3, 3, width, 3),
    }
    images = array(batch, side, side, 3)
    return unet, (weights, images, images)
