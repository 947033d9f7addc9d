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

import jax
import jax.numpy as jnp

SIZES = {"small": 64, "large": 2048}


def build(size):
    n = SIZES[size]

    @jax.jit
    def scan(carry, rows):
        def step(carry, row):
            carry = jnp.tanh(carry @ carry + row)
            return carry, carry.sum(axis=0)

        return jax.lax.scan(step, carry, rows)

    return scan, (
        jax.ShapeDtypeStruct((n, n), jnp.float32),
        jax.ShapeDtypeStruct((8, n), jnp.float32),
    )
