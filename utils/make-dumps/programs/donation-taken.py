# ===- donation-taken.py - A result over its argument --------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The result is written over the donated argument: one allocation for both."""

import functools

import jax
import jax.numpy as jnp

SIZES = {"small": 64, "large": 8192}


def build(size):
    n = SIZES[size]

    @functools.partial(jax.jit, donate_argnums=(0,))
    def donation_taken(state, update):
        return state * 0.9 + update

    array = jax.ShapeDtypeStruct((n, n), jnp.float32)
    return donation_taken, (array, array)
