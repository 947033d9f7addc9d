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

import jax
import jax.numpy as jnp

SIZES = {"small": 64, "large": 4096}


def build(size):
    n = SIZES[size]

    @jax.jit
    def while_copy(limit, a, b):
        def body(state):
            i, a, b = state
            return i + 1, b, a + jnp.sin(b)

        return jax.lax.while_loop(lambda state: state[0] < limit, body, (0, a, b))

    array = jax.ShapeDtypeStruct((n, n), jnp.float32)
    return while_copy, (jax.ShapeDtypeStruct((), jnp.int32), array, array)
