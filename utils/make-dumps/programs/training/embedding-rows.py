# ===- embedding-rows.py - Rows changed in place ------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A step that changes the rows which a batch uses and reads no others.

Not donated, the table is copied first.
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
    "moments": {"moments": True},
    "bfloat16": {"dtype": "bfloat16"},
    "vocabulary-half": {"vocabulary": 0.5},
}


def build(size, donate=False, moments=False, dtype="float32", vocabulary=1):
    config = sizes.scaled(SIZES[size], words=vocabulary)
    words, width, tokens = (config[k] for k in ("words", "width", "tokens"))

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def embedding_rows(tables, used, gradient):
        table, *moment = tables
        if moments:
            rows = 0.9 * moment[0][used] + gradient
            moment = [moment[0].at[used].set(rows)]
            gradient = rows
        return (table.at[used].add(-0.1 * gradient), *moment)

    table = jax.ShapeDtypeStruct((words, width), dtype)
    return embedding_rows, (
        (table,) * (2 if moments else 1),
        jax.ShapeDtypeStruct((tokens,), jnp.int32),
        jax.ShapeDtypeStruct((tokens, width), dtype),
    )
