# ===- stencil.py - A field and its neighbours --------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A field in a loop, each point computed from its neighbours: two buffers in turn."""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 32, "small": 256, "large": 8192}
VARIANTS = {
    "donated": {"donate": True},
    "unrolled": {"unrolled": True},
    "bfloat16": {"dtype": "bfloat16"},
    "kept": {"keep": True},
    "width-half": {"width": 0.5},
}
STEPS = 8


def build(size, donate=False, unrolled=False, dtype="float32", keep=False, width=1):
    n, width = SIZES[size], int(SIZES[size] * width)

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def stencil(field):
        def step(field, _):
            sides = [jnp.roll(field, d, axis) for d in (1, -1) for axis in (0, 1)]
            field = field + 0.1 * (sum(sides) - 4 * field)
            return field, field if keep else None

        unroll = STEPS if unrolled else 1
        return jax.lax.scan(step, field, None, length=STEPS, unroll=unroll)

    return stencil, (jax.ShapeDtypeStruct((n, width), dtype),)
