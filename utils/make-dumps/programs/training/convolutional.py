# ===- convolutional.py - Training on images ----------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A training step of a residual convolutional net: activations outweigh weights."""

import functools

import jax
import jax.numpy as jnp

from lib import convolution, training

SIZES = {
    "tiny": dict(batch=2, side=16, width=8, blocks=2),
    "small": dict(batch=8, side=32, width=16, blocks=2),
    "large": dict(batch=128, side=224, width=64, blocks=8),
}
VARIANTS = {
    "donated": {"donate": True},
    "remat": {"policy": "nothing_saveable"},
    "bfloat16": {"dtype": "bfloat16"},
    "batch-half": {"batch": 0.5},
    "channels-first": {"layout": "NCHW"},
}


def build(
    size, donate=False, policy=None, dtype="float32", batch=1, layout="NHWC"
):
    config = SIZES[size]
    side, width, blocks = (config[k] for k in ("side", "width", "blocks"))
    batch = int(config["batch"] * batch)
    channel = layout.index("C")

    convolve = functools.partial(convolution.convolve, layout=layout)

    def normalize(x):
        axes = tuple(i for i in range(4) if i != channel)
        mean = x.mean(axis=axes, keepdims=True)
        return (x - mean) * jax.lax.rsqrt(x.var(axis=axes, keepdims=True) + 1e-5)

    def block(x, kernels):
        y = jax.nn.relu(normalize(convolve(x, kernels[0])))
        return jax.nn.relu(x + normalize(convolve(y, kernels[1])))

    def loss(weights, images, labels):
        x = jax.nn.relu(normalize(convolve(images, weights["first"], 2)))
        for kernels in weights["blocks"]:
            x = training.checkpointed(block, policy)(x, kernels)
        x = x.mean(axis=(layout.index("H"), layout.index("W"))) @ weights["last"]
        scores = jax.nn.log_softmax(x.astype(jnp.float32))
        return -jnp.take_along_axis(scores, labels[:, None], axis=1).mean()

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def convolutional(weights, images, labels):
        return training.sgd(weights, jax.grad(loss)(weights, images, labels))

    kernel = jax.ShapeDtypeStruct((3, 3, width, width), dtype)
    weights = {
        "first": jax.ShapeDtypeStruct((7, 7, 3, width), dtype),
        "blocks": [(kernel, kernel)] * blocks,
        "last": jax.ShapeDtypeStruct((width, 10), dtype),
    }
    shape = {"N": batch, "H": side, "W": side, "C": 3}
    return convolutional, (
        weights,
        jax.ShapeDtypeStruct(tuple(shape[k] for k in layout), dtype),
        jax.ShapeDtypeStruct((batch,), jnp.int32),
    )
