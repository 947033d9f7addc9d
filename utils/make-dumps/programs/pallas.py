# ===- pallas.py - A kernel of one's own --------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A kernel in Pallas: to XLA a custom call, with memory that XLA does not see.

On a CPU it is interpreted, that is, a loop over the grid.
"""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 256, "small": 512, "large": 8192}
VARIANTS = {
    "aliased": {"alias": True},
    "block-double": {"block": 256},
    "bfloat16": {"dtype": "bfloat16"},
}


def build(size, target, alias=False, block=128, dtype="float32"):
    n = SIZES[size]

    def multiply(x, y):
        from jax.experimental import pallas as pl

        def kernel(x, y, result):
            result[...] = (x[...] @ y[...]).astype(result.dtype)

        return pl.pallas_call(
            kernel,
            grid=(n // block, n // block),
            in_specs=[
                pl.BlockSpec((block, n), lambda i, j: (i, 0)),
                pl.BlockSpec((n, block), lambda i, j: (0, j)),
            ],
            out_specs=pl.BlockSpec((block, block), lambda i, j: (i, j)),
            out_shape=jax.ShapeDtypeStruct((n, n), dtype),
            interpret=target.platform == "cpu",
        )(x, y)

    def add_in_place(x, y):
        from jax.experimental import pallas as pl

        def kernel(x, y, result):
            result[...] = x[...] + y[...]

        spec = pl.BlockSpec((block, n), lambda i: (i, 0))
        return pl.pallas_call(
            kernel,
            grid=(n // block,),
            in_specs=[spec, spec],
            out_specs=spec,
            out_shape=jax.ShapeDtypeStruct((n, n), dtype),
            input_output_aliases={0: 0} if alias else {},
            interpret=target.platform == "cpu",
        )(x, y)

    @functools.partial(jax.jit, donate_argnums=(0,))
    def pallas(x, y):
        return add_in_place(x, multiply(jnp.tanh(y), y))

    return pallas, (jax.ShapeDtypeStruct((n, n), dtype),) * 2
