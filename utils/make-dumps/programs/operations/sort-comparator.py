# ===- sort-comparator.py - A sort by two keys ---------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A sort of three arrays by two keys: a comparator, and a tuple for a result."""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 16, "small": 128, "large": 1 << 20}
VARIANTS = {
    "donated": {"donate": True},
    "unstable": {"stable": False},
    "one-key": {"keys": 1},
}


def build(size, donate=False, stable=True, keys=2):
    n = SIZES[size]

    @functools.partial(jax.jit, donate_argnums=(0, 1, 2) if donate else ())
    def sort_comparator(first, second, payload):
        arrays = first, second, payload
        return jax.lax.sort(arrays, num_keys=keys, is_stable=stable)

    return sort_comparator, (
        jax.ShapeDtypeStruct((n,), jnp.int32),
        jax.ShapeDtypeStruct((n,), jnp.float32),
        jax.ShapeDtypeStruct((n,), jnp.int32),
    )
