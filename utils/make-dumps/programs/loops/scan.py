# ===- scan.py - Rows in, rows out, a carry between ----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The carry of a scan stays in one buffer; each step reads a row and writes a row.

XLA makes a while loop of it. The rows written go into one array that lives
through the whole loop, by dynamic-update-slice in place.
"""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 64, "large": 2048}
VARIANTS = {
    "donated": {"donate": True},
    "unroll": {"unroll": 2},
    "reverse": {"reverse": True},
    "bfloat16": {"dtype": "bfloat16"},
    "rows-many": {"rows": 64},
}


def build(size, donate=False, unroll=1, reverse=False, dtype="float32", rows=8):
    n = SIZES[size]

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def scan(carry, rows):
        def step(carry, row):
            carry = jnp.tanh(carry @ carry + row)
            return carry, carry.sum(axis=0)

        return jax.lax.scan(step, carry, rows, reverse=reverse, unroll=unroll)

    return scan, (
        jax.ShapeDtypeStruct((n, n), dtype),
        jax.ShapeDtypeStruct((rows, n), dtype),
    )
