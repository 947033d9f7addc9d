# ===- state-space.py - A recurrence all at once ------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A linear recurrence over time by an associative scan, a tree of partial results.

The variant `steps` runs it step by step instead, in a loop.
"""

import jax
import jax.numpy as jnp

SIZES = {
    "tiny": dict(length=32, width=16),
    "small": dict(length=1024, width=128),
    "large": dict(length=65536, width=1024),
}
VARIANTS = {
    "steps": {"steps": True},
    "gradient": {"gradient": True},
    "bfloat16": {"dtype": "bfloat16"},
    "width-half": {"width": 0.5},
}


def build(size, steps=False, gradient=False, dtype="float32", width=1):
    length, width = SIZES[size]["length"], int(SIZES[size]["width"] * width)

    def run(decay, x):
        if steps:

            def step(state, inputs):
                state = inputs[0] * state + inputs[1]
                return state, state

            return jax.lax.scan(step, jnp.zeros_like(x[0]), (decay, x))[1]

        def combine(left, right):
            return left[0] * right[0], left[1] * right[0] + right[1]

        return jax.lax.associative_scan(combine, (decay, x))[1]

    @jax.jit
    def state_space(decay, x):
        if gradient:
            return jax.grad(lambda d, x: (run(d, x) ** 2).mean(), (0, 1))(decay, x)
        return run(decay, x)

    return state_space, (jax.ShapeDtypeStruct((length, width), dtype),) * 2
