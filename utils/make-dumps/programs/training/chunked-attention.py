# ===- chunked-attention.py - Scores of each place for each -------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Scores as large as the length squared, and their gradient, whole or in parts."""

import jax
import jax.numpy as jnp

from lib import sizes, training, transformer

SIZES = {
    "tiny": dict(batch=2, length=64, heads=2, depth=16),
    "small": dict(batch=2, length=512, heads=4, depth=64),
    "large": dict(batch=4, length=4096, heads=16, depth=128),
}
VARIANTS = {
    "chunks-four": {"chunks": 4},
    "chunks-sixteen": {"chunks": 16},
    "checkpoint": {"policy": "nothing_saveable"},
    "float32": {"dtype": "float32"},
    "length-half": {"length": 0.5},
    "forward": {"gradient": False},
}


def build(size, chunks=1, policy=None, dtype="bfloat16", length=1, gradient=True):
    config = sizes.scaled(SIZES[size], length=length)

    def mix(queries, keys, values):
        if chunks > 1:
            return transformer.mix_in_chunks(queries, keys, values, chunks)
        return transformer.mix(queries, keys, values)

    def loss(queries, keys, values):
        mixed = training.checkpointed(mix, policy)(queries, keys, values)
        return (mixed.astype(jnp.float32) ** 2).mean()

    @jax.jit
    def chunked_attention(queries, keys, values):
        if gradient:
            return jax.grad(loss, (0, 1, 2))(queries, keys, values)
        return mix(queries, keys, values)

    shape = tuple(config[k] for k in ("batch", "length", "heads", "depth"))
    return chunked_attention, (jax.ShapeDtypeStruct(shape, dtype),) * 3
