# ===- sort-comparator.py - A sort by two keys ---------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A sort of three arrays by two keys: a comparator, and a tuple for a result."""

import jax
import jax.numpy as jnp

SIZES = {"small": 128, "large": 1 << 20}


def build(size):
    n = SIZES[size]

    @jax.jit
    def sort_comparator(first, second, payload):
        return jax.lax.sort((first, second, payload), num_keys=2)

    return sort_comparator, (
        jax.ShapeDtypeStruct((n,), jnp.int32),
        jax.ShapeDtypeStruct((n,), jnp.float32),
        jax.ShapeDtypeStruct((n,), jnp.int32),
    )
