# ===- switch.py - One of several branches ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Four branches of unequal hunger, chosen by a number, inside a loop.

In the variant `batched` each row has a number of its own: all branches run.
"""

import jax
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 64, "large": 1024}
VARIANTS = {
    "batched": {"batched": True},
    "gradient": {"gradient": True},
    "two-branches": {"count": 2},
}


def build(size, batched=False, gradient=False, count=4):
    n = SIZES[size]
    branches = [
        lambda x: x + 1.0,
        lambda x: jnp.tanh(x @ x) @ x,
        lambda x: jnp.sort(x, axis=0)[::-1],
        lambda x: jnp.sin(x[:, None] * x[None, :]).sum(axis=0),
    ]

    def run(x, choices):
        def step(x, choice):
            if batched:
                one = jax.vmap(lambda c: jax.lax.switch(c, branches[:count], x))
                return one(choice).mean(axis=0), None
            return jax.lax.switch(choice, branches[:count], x), None

        return jax.lax.scan(step, x, choices)[0]

    @jax.jit
    def switch(x, choices):
        if gradient:
            return jax.grad(lambda x: run(x, choices).sum())(x)
        return run(x, choices)

    shape = (8, 4) if batched else (8,)
    return switch, (
        jax.ShapeDtypeStruct((n, n), jnp.float32),
        jax.ShapeDtypeStruct(shape, jnp.int32),
    )
