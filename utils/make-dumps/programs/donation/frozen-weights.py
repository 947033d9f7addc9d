# ===- frozen-weights.py - A few weights learn beside many --------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Two thin matrices per layer learn (LoRA), the weights beside them do not.

The frozen weights need neither gradients nor moments, but stay for the whole
program.
"""

import functools

import jax

from lib import sizes, training, transformer

SIZES = transformer.SIZES
VARIANTS = {
    "not-donated": {"donate": False},
    "remat": {"policy": "nothing_saveable"},
    "remat-dots": {"policy": "dots_saveable"},
    "remat-dots-no-batch": {"policy": "dots_with_no_batch_dims_saveable"},
    "rank-quadruple": {"rank": 32},
    "frozen-f32": {"dtype": "float32"},
    "batch-half": {"batch": 0.5},
}


def build(size, donate=True, policy=None, rank=8, dtype="bfloat16", batch=1):
    config = sizes.scaled(SIZES[size], batch=batch)
    layers, width = config["layers"], config["width"]

    def loss(learning, frozen, tokens):
        # The product is as large as what it is added to, once per layer.
        more = jax.lax.batch_matmul(learning["down"], learning["up"])
        attention = frozen["attention"] + more.astype(frozen["attention"].dtype)
        weights = dict(frozen, attention=attention)
        return transformer.loss(weights, tokens, config["heads"], policy=policy)

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def frozen_weights(state, frozen, tokens):
        return training.adam_step(loss, state, frozen, tokens)

    learning = {
        "down": jax.ShapeDtypeStruct((layers, width, rank), "float32"),
        "up": jax.ShapeDtypeStruct((layers, rank, 3 * width), "float32"),
    }
    return frozen_weights, (
        training.adam_state(learning),
        transformer.weights(config, dtype),
        transformer.tokens(config),
    )
