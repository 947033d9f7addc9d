# ===- embedding.py - A table of which few rows are used ----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A step on a large table of which a batch uses few rows: the gradient is as large.

Donated, or computed by rows, it still needs a second table; both changes
together need none.
"""

import functools

import jax
import jax.numpy as jnp

from lib import sizes

SIZES = {
    "tiny": dict(words=512, width=32, tokens=16),
    "small": dict(words=8192, width=256, tokens=256),
    "large": dict(words=128000, width=1024, tokens=8192),
}
VARIANTS = {
    "donated": {"donate": True},
    "by-rows": {"by_rows": True},
    "bfloat16": {"dtype": "bfloat16"},
    "tokens-double": {"tokens": 2},
    "vocabulary-half": {"vocabulary": 0.5},
}


def build(
    size, donate=False, by_rows=False, dtype="float32", tokens=1, vocabulary=1
):
    config = sizes.scaled(SIZES[size], words=vocabulary)
    tokens, width = config["tokens"] * tokens, config["width"]

    def loss(rows, target):
        return ((rows - target) ** 2).mean()

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def embedding(table, words, target):
        if by_rows:
            gradient = jax.grad(loss)(table[words], target)
            return table.at[words].add(-0.1 * gradient)
        gradient = jax.grad(lambda table: loss(table[words], target))(table)
        return table - 0.1 * gradient

    return embedding, (
        jax.ShapeDtypeStruct((config["words"], width), dtype),
        jax.ShapeDtypeStruct((tokens,), jnp.int32),
        jax.ShapeDtypeStruct((tokens, width), dtype),
    )
