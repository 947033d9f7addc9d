# ===- tuple-output.py - Many results of many types ----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Many results of many types, of which one is an argument and two are one value."""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 4, "small": 16, "large": 4096}
VARIANTS = {"donated": {"donate": True}}


def build(size, donate=False):
    n = SIZES[size]

    @functools.partial(jax.jit, donate_argnums=(0, 1) if donate else ())
    def tuple_output(x, unchanged):
        square = x * x
        return {
            "argument": unchanged,
            "types": (
                (x > 0),
                x.astype(jnp.bfloat16),
                x.astype(jnp.int8),
                jax.lax.complex(x, square),
            ),
            "twice": (square, [square]),
            "empty": jnp.zeros((0, n), jnp.float32),
            "scalar": x.sum() + unchanged.sum(),
        }

    return tuple_output, (
        jax.ShapeDtypeStruct((n, n), jnp.float32),
        jax.ShapeDtypeStruct((n,), jnp.uint32),
    )
