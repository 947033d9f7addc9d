# ===- mixer.py - An MLP-Mixer written out ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A training step of an MLP-Mixer whose blocks are written out.

Each block mixes the patches of an image, and then the channels of a patch.
"""

import functools

import jax
import jax.numpy as jnp

from lib import training, transformer

SIZES = {
    "tiny": dict(layers=4, width=32, patches=16, inputs=48, batch=8),
    "small": dict(layers=8, width=128, patches=64, inputs=192, batch=32),
    "large": dict(layers=24, width=1024, patches=196, inputs=768, batch=256),
}
VARIANTS = {
    "donated": {"donate": True},
    "remat": {"policy": "nothing_saveable"},
    "remat-dots": {"policy": "dots_saveable"},
    "remat-dots-no-batch": {"policy": "dots_with_no_batch_dims_saveable"},
    "bfloat16": {"dtype": "bfloat16"},
    "bfloat16-remat": {"dtype": "bfloat16", "policy": "nothing_saveable"},
}


def block(weights, x):
    y = transformer.normalize(x, weights["norms"][0]).swapaxes(1, 2)
    y = jax.nn.gelu(y @ weights["patches_in"]) @ weights["patches_out"]
    x = x + y.swapaxes(1, 2)
    y = transformer.normalize(x, weights["norms"][1])
    return x + jax.nn.gelu(y @ weights["widen"]) @ weights["narrow"]


def build(size, donate=False, policy=None, dtype="float32"):
    config = SIZES[size]
    width, patches = config["width"], config["patches"]

    def loss(weights, images, labels):
        x = images @ weights["first"]
        for one in weights["blocks"]:
            x = training.checkpointed(block, policy)(one, x)
        scores = (x.mean(axis=1) @ weights["last"]).astype(jnp.float32)
        scores = jax.nn.log_softmax(scores)
        return -jnp.take_along_axis(scores, labels[:, None], axis=1).mean()

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def mixer(weights, images, labels):
        return training.sgd(weights, jax.grad(loss)(weights, images, labels))

    def array(*shape):
        return jax.ShapeDtypeStruct(shape, dtype)

    one = {
        "norms": array(2, width),
        "patches_in": array(patches, 2 * patches),
        "patches_out": array(2 * patches, patches),
        "widen": array(width, 4 * width),
        "narrow": array(4 * width, width),
    }
    weights = {
        "first": array(config["inputs"], width),
        "blocks": [one] * config["layers"],
        "last": array(width, 16),
    }
    return mixer, (
        weights,
        array(config["batch"], patches, config["inputs"]),
        jax.ShapeDtypeStruct((config["batch"],), jnp.int32),
    )
