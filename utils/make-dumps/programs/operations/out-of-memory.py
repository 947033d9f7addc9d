# ===- out-of-memory.py - More than any device has ----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A program that fits on no device: the dump of a compilation that fails.

The input alone is larger than the memory of any device; in the variant
`temporaries`, what is computed. A CPU compiles it all the same.
"""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 1 << 18, "large": 1 << 19}
VARIANTS = {
    "temporaries": {"temporaries": True},
    "donated": {"donate": True},
    "bfloat16": {"dtype": "bfloat16"},
}


def build(size, temporaries=False, donate=False, dtype="float32"):
    n = SIZES[size]

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def out_of_memory(x):
        if temporaries:
            products = x[:, :1] * x[:, 1:].T
            return jnp.sort(products, axis=1).max(axis=0)
        return jnp.tanh(x) * 2

    shape = (n, 2) if temporaries else (n, n)
    return out_of_memory, (jax.ShapeDtypeStruct(shape, dtype),)
