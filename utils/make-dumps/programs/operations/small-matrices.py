# ===- small-matrices.py - Very many matrices of three by three ---------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Products of very many small matrices, which a layout of tiles pads.

The variant `sums` multiplies and adds instead, which needs no padded arrays.
"""

import jax
import jax.numpy as jnp

SIZES = {"tiny": 128, "small": 4096, "large": 1 << 20}
VARIANTS = {
    "sums": {"sums": True},
    "last": {"last": True},
    "bfloat16": {"dtype": "bfloat16"},
}


def build(size, sums=False, last=False, dtype="float32"):
    n = SIZES[size]

    @jax.jit
    def small_matrices(a, b):
        if last:
            return jnp.einsum("ijn,jkn->ikn", a, b)
        if sums:
            return (a[:, :, :, None] * b[:, None]).sum(axis=2)
        return jnp.einsum("nij,njk->nik", a, b)

    shape = (3, 3, n) if last else (n, 3, 3)
    return small_matrices, (jax.ShapeDtypeStruct(shape, dtype),) * 2
