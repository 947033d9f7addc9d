# ===- donation-degrees.py - None, some or all donated ------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Four states and their updates: none is donated, or some, or all.

Results that are not written over an argument lend their memory to temporaries
before they are there, so a donation saves less than the argument's size.
"""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 16, "small": 128, "large": 4096}
VARIANTS = {
    "one": {"donate": (0,)},
    "some": {"donate": (0, 2)},
    "all": {"donate": (0, 1, 2, 3)},
    "unusable": {"donate": (4,)},
}


def build(size, donate=()):
    n = SIZES[size]

    @functools.partial(jax.jit, donate_argnums=donate)
    def donation_degrees(a, b, c, d, wide):
        x = jnp.sort(wide, axis=1)[:, :n]
        a = a + jnp.tanh(x @ b)
        b = b - jnp.cumsum(x, axis=0)
        c = c @ a
        d = jnp.sin(d) + c.T @ b
        return a, b, c, d

    array = jax.ShapeDtypeStruct((n, n), jnp.float32)
    return donation_degrees, (
        *[array] * 4,
        jax.ShapeDtypeStruct((n, 2 * n), jnp.float32),
    )
