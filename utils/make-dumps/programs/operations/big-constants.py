# ===- big-constants.py - Tables in the program --------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Tables that are part of the program: allocations of the kind constant.

The numbers follow no rule that XLA could compute them by.
"""

import jax
import jax.numpy as jnp
import numpy as np

SIZES = {"tiny": 4, "small": 16, "large": 1024}
VARIANTS = {"arguments": {"constant": False}, "wide": {"factor": 4}}


def build(size, constant=True, factor=1):
    n = factor * SIZES[size]
    numbers = np.random.RandomState(0)
    floats = numbers.standard_normal((n, n)).astype(np.float32)
    integers = numbers.randint(0, n, (4 * n,)).astype(np.int32)

    @jax.jit
    def big_constants(x, *tables):
        matrix, columns = tables or (floats, integers)
        return (x @ jnp.asarray(matrix))[:, jnp.asarray(columns)]

    x = jax.ShapeDtypeStruct((4, n), jnp.float32)
    if constant:
        return big_constants, (x,)
    return big_constants, (
        x,
        jax.ShapeDtypeStruct((n, n), jnp.float32),
        jax.ShapeDtypeStruct((4 * n,), jnp.int32),
    )
