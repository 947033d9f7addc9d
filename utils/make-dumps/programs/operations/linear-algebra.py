# ===- linear-algebra.py - Factorizations -------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Factorizations with workspaces: eigh, SVD, LU, and triangular systems."""

import jax
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 32, "large": 512}
VARIANTS = {
    "batched": {"batch": 4},
    "complex": {"dtype": "complex64"},
    "gradient": {"gradient": True},
}


def build(size, batch=None, dtype="float32", gradient=False):
    n = SIZES[size]

    def run(x, b):
        regular = x + n * jnp.eye(n, dtype=x.dtype)
        lower = jnp.linalg.cholesky(regular @ regular.swapaxes(-1, -2).conj())
        return {
            "cholesky": lower,
            "triangular": jax.lax.linalg.triangular_solve(
                lower, b, left_side=True, lower=True
            ),
            "qr": jnp.linalg.qr(regular),
            "eigh": jnp.linalg.eigh(lower + lower.swapaxes(-1, -2).conj()),
            "svd": jnp.linalg.svd(regular, full_matrices=False),
            "solve": jnp.linalg.solve(regular, b),
        }

    def loss(x, b):
        results = run(x, b)
        return abs(results["solve"]).sum() + abs(results["triangular"]).sum()

    @jax.jit
    def linear_algebra(x, b):
        return jax.grad(loss)(x, b) if gradient else run(x, b)

    front = () if batch is None else (batch,)
    return linear_algebra, (
        jax.ShapeDtypeStruct(front + (n, n), dtype),
        jax.ShapeDtypeStruct(front + (n, 4), dtype),
    )
