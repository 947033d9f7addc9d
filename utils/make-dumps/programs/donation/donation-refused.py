# ===- donation-refused.py - Donations that save nothing -----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Donated arguments that save nothing.

`x` has a result of its own shape, but is still read when that one is finished:
XLA copies it first. No result has the type of `y` or the shape of `z`: JAX
warns that these donations are not usable, and both stay beside the results.
"""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 64, "large": 4096}
VARIANTS = {"not-donated": {"donate": ()}, "first-only": {"donate": (0,)}}


def build(size, donate=(0, 1, 2)):
    n = SIZES[size]

    @functools.partial(jax.jit, donate_argnums=donate)
    def donation_refused(x, y, z):
        result = jnp.sort(x, axis=0)
        return result, (x @ result).sum(), y.astype(jnp.bfloat16), z.sum(axis=0)

    return donation_refused, (
        jax.ShapeDtypeStruct((n, n), jnp.float32),
        jax.ShapeDtypeStruct((n, 2 * n), jnp.float32),
        jax.ShapeDtypeStruct((n, 3 * n), jnp.float32),
    )
