# ===- while-copy.py - Carried arrays that change places -----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A while loop whose carried arrays change places, so that one has to be copied.

Both arrays are live through the body: neither can take the other's buffer
without a copy. The arguments are not donated, which costs one more each.
"""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 64, "large": 4096}
VARIANTS = {
    "donated": {"donate": True},
    "in-place": {"swap": False},
    "bfloat16": {"dtype": "bfloat16"},
}


def build(size, donate=False, swap=True, dtype="float32"):
    n = SIZES[size]

    @functools.partial(jax.jit, donate_argnums=(1, 2) if donate else ())
    def while_copy(limit, a, b):
        def body(state):
            i, a, b = state
            new = a + jnp.sin(b)
            return (i + 1, b, new) if swap else (i + 1, new, b)

        return jax.lax.while_loop(lambda state: state[0] < limit, body, (0, a, b))

    array = jax.ShapeDtypeStruct((n, n), dtype)
    return while_copy, (jax.ShapeDtypeStruct((), jnp.int32), array, array)
