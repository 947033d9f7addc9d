# ===- sampling.py - Random choices from many ---------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Random numbers, top-k and choices: sorts of whole vocabularies, integer bits."""

import jax
import jax.numpy as jnp

from lib import sizes

SIZES = {
    "tiny": dict(batch=2, words=256),
    "small": dict(batch=16, words=4096),
    "large": dict(batch=512, words=128000),
}
VARIANTS = {
    "batch-half": {"batch": 0.5},
    "nucleus": {"nucleus": True},
    "bfloat16": {"dtype": "bfloat16"},
    "vocabulary-half": {"vocabulary": 0.5},
}


def build(size, batch=1, nucleus=False, dtype="float32", vocabulary=1):
    config = sizes.scaled(SIZES[size], batch=batch, words=vocabulary)
    batch, words = config["batch"], config["words"]

    @jax.jit
    def sampling(seed, logits):
        key = jax.random.key(seed)
        best, indices = jax.lax.top_k(logits, 16)
        if nucleus:
            ordered = jnp.sort(logits, axis=-1)[:, ::-1]
            total = jnp.cumsum(jax.nn.softmax(ordered), axis=-1)
            limit = jnp.take_along_axis(
                ordered, (total < 0.9).sum(axis=-1, keepdims=True), axis=-1
            )
            logits = jnp.where(logits < limit, -jnp.inf, logits)
        choice = jax.random.categorical(key, logits)
        return choice, best, indices, jax.random.permutation(key, words)

    return sampling, (
        jax.ShapeDtypeStruct((), jnp.uint32),
        jax.ShapeDtypeStruct((batch, words), dtype),
    )
