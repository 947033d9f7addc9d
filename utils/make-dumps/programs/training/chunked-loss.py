# ===- chunked-loss.py - Logits of a large vocabulary -------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Logits, log-softmax and their gradients: the wall that a vocabulary builds."""

import jax

from lib import sizes, transformer

SIZES = {
    "tiny": dict(width=32, words=1024, places=64),
    "small": dict(width=128, words=8192, places=512),
    "large": dict(width=2048, words=128000, places=4096),
}
VARIANTS = {
    "chunks-four": {"chunks": 4},
    "chunks-sixteen": {"chunks": 16},
    "bfloat16": {"dtype": "bfloat16"},
    "places-half": {"places": 0.5},
    "tied-gradient": {"both": True},
    "vocabulary-half": {"vocabulary": 0.5},
}


def build(size, chunks=1, dtype="float32", places=1, both=False, vocabulary=1):
    config = sizes.scaled(SIZES[size], places=places, words=vocabulary)
    loss = transformer.cross_entropy

    @jax.jit
    def chunked_loss(x, words, targets):
        wanted = (0, 1) if both else 0
        return jax.value_and_grad(loss, wanted)(x, words, targets, chunks)

    width, places = config["width"], config["places"]
    return chunked_loss, (
        jax.ShapeDtypeStruct((4, places, width), dtype),
        jax.ShapeDtypeStruct((config["words"], width), dtype),
        jax.ShapeDtypeStruct((4, places), "int32"),
    )
