# ===- gradient-accumulation.py - A batch in parts ----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Gradients of parts of a batch, summed in a loop: the sum is carried in place."""

import functools

import jax

from lib import sizes, training, transformer

SIZES = transformer.SIZES
VARIANTS = {
    "donated": {"donate": True},
    "parts-two": {"parts": 2},
    "sum-bf16": {"dtype": "bfloat16"},
    "remat": {"policy": "nothing_saveable"},
    "remat-dots-no-batch": {"policy": "dots_with_no_batch_dims_saveable"},
    "batch-double": {"batch": 2},
}


def build(size, donate=False, parts=4, dtype="float32", policy=None, batch=1):
    config = sizes.scaled(SIZES[size], batch=batch)
    loss = transformer.loss_of(config, policy=policy)

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def gradient_accumulation(weights, tokens):
        gradient = training.summed_gradient(loss, weights, tokens, parts, dtype)
        return training.sgd(weights, gradient)

    weights = transformer.weights(config, "bfloat16")
    return gradient_accumulation, (weights, transformer.tokens(config))
