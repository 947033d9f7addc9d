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

SIZES = {"tiny": 8, "small": 64, "large": 8192}
VARIANTS = {"not-donated": {"donate": ()}, "both": {"donate": (0, 1)}}


def build(size, donate=(0,)):
    n = SIZES[size]

    @functools.partial(jax.jit, donate_argnums=donate)
    def donation_taken(state, update):
        return state * 0.9 + update

    array = jax.ShapeDtypeStruct((n, n), jnp.float32)
    return donation_taken, (array, array)
