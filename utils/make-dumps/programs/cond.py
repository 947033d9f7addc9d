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

import jax
import jax.numpy as jnp

SIZES = {"small": 32, "large": 1024}


def build(size):
    n = SIZES[size]

    @jax.jit
    def cond(flag, x):
        def hungry(x):
            products = x[:, None, :] * jnp.arange(1.0, 9.0)[None, :, None]
            return jnp.sort(products, axis=1).sum(axis=1) @ x

        def modest(x):
            return x - 1.0

        return jax.lax.cond(flag, hungry, modest, x)

    return cond, (
        jax.ShapeDtypeStruct((), jnp.bool_),
        jax.ShapeDtypeStruct((n, n), jnp.float32),
    )
