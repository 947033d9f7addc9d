# ===- experts.py - A few of many experts for each token ----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A layer of experts: tokens are sent to places of a fixed number and come back."""

import functools

import jax

from lib import experts as parts, training

SIZES = {
    "tiny": dict(tokens=64, width=32, experts=4),
    "small": dict(tokens=1024, width=128, experts=8),
    "large": dict(tokens=16384, width=2048, experts=64),
}
VARIANTS = {
    "donated": {"donate": True},
    "remat": {"policy": "nothing_saveable"},
    "capacity-double": {"capacity": 4},
    "bfloat16": {"dtype": "bfloat16"},
    "tokens-half": {"tokens": 0.5},
    "by-masks": {"masks": True},
}


def build(
    size, donate=False, policy=None, capacity=2, dtype="float32", tokens=1, masks=False
):
    config = SIZES[size]
    tokens, count = int(config["tokens"] * tokens), config["experts"]
    places = capacity * tokens // count

    def layer(weights, x):
        send = parts.by_masks if masks else parts.by_indices
        return send(x, x @ weights["router"], places, parts.feed_forward(weights))

    def loss(weights, x):
        return (training.checkpointed(layer, policy)(weights, x) ** 2).mean()

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def experts(weights, x):
        return training.sgd(weights, jax.grad(loss)(weights, x))

    return experts, (
        parts.weights(count, config["width"], dtype),
        jax.ShapeDtypeStruct((tokens, config["width"]), dtype),
    )
