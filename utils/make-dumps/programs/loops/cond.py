# ===- cond.py - A hungry branch and a modest one ------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Two branches of which one needs much more temporary memory than the other.

At most one of them runs, so their temporaries may share memory.
"""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 32, "large": 1024}
VARIANTS = {
    "donated": {"donate": True},
    "both": {"both": True},
    "twice": {"twice": True},
}


def build(size, donate=False, both=False, twice=False):
    n = SIZES[size]

    @functools.partial(jax.jit, donate_argnums=(1,) if donate else ())
    def cond(flag, x):
        def hungry(x):
            products = x[:, None, :] * jnp.arange(1.0, 9.0)[None, :, None]
            return jnp.sort(products, axis=1).sum(axis=1) @ x

        def modest(x):
            return x - 1.0

        if both:
            return jnp.where(flag, hungry(x), modest(x))
        if twice:
            x = jax.lax.cond(flag, hungry, modest, x)
        return jax.lax.cond(flag, hungry, modest, x)

    return cond, (
        jax.ShapeDtypeStruct((), jnp.bool_),
        jax.ShapeDtypeStruct((n, n), jnp.float32),
    )
