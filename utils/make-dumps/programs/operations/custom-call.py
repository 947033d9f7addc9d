# ===- custom-call.py - What a library computes --------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Linear algebra that a library does: custom calls with tuples and workspaces.

LAPACK on a CPU, cuSOLVER and cuBLAS on a GPU.
"""

import jax
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 32, "large": 1024}
VARIANTS = {"systems-many": {"columns": 64}}


def build(size, columns=4):
    n = SIZES[size]

    @jax.jit
    def custom_call(x, b):
        factor = jnp.linalg.cholesky(x @ x.T + n * jnp.eye(n, dtype=x.dtype))
        q, r = jnp.linalg.qr(x)
        values, vectors = jnp.linalg.eigh(x + x.T)
        return jnp.linalg.solve(x, b), factor, q @ r, values, vectors

    return custom_call, (
        jax.ShapeDtypeStruct((n, n), jnp.float32),
        jax.ShapeDtypeStruct((n, columns), jnp.float32),
    )
