# ===- pallas.py - A custom kernel -------------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Two kernels in Pallas: to XLA custom calls, with memory that XLA does not see.

In the variant `aliased` the second one writes over its operand. On a CPU they
are interpreted, that is, loops over the grid.
"""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 256, "small": 512, "large": 4096}
VARIANTS = {
    "aliased": {"alias": True},
    "not-donated": {"donate": False},
    "block-double": {"block": 32},
    "bfloat16": {"dtype": "bfloat16"},
}


def unsupported(target):
    try:
        from jax.experimental import pallas  # noqa: F401
    except ImportError as error:
        return "Pallas cannot be imported: %s" % error
    return None


def normalize(x, result):
    rows = x[...].astype(jnp.float32)
    scale = jax.lax.rsqrt((rows * rows).mean(axis=1, keepdims=True) + 1e-5)
    result[...] = (rows * scale).astype(result.dtype)


def add(x, y, result):
    result[...] = x[...] + y[...]


def options(platform):
    """What a kernel is compiled by, where there are several ways."""
    if platform == "cpu":
        return {"interpret": True}
    if platform == "tpu":
        return {}
    from jax.experimental.pallas import triton

    if hasattr(triton, "CompilerParams"):
        return {"compiler_params": triton.CompilerParams()}
    return {"compiler_params": triton.TritonCompilerParams()}


def build(size, target, alias=False, donate=True, block=16, dtype="float32"):
    n = SIZES[size]
    array = jax.ShapeDtypeStruct((n, n), dtype)

    def by_rows(kernel, *inputs, **more):
        from jax.experimental import pallas as pl

        spec = pl.BlockSpec((block, n), lambda i: (i, 0))
        return pl.pallas_call(
            kernel,
            grid=(n // block,),
            in_specs=[spec] * len(inputs),
            out_specs=spec,
            out_shape=array,
            **options(target.platform),
            **more,
        )(*inputs)

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def pallas(x, y):
        y = by_rows(normalize, jnp.tanh(y) @ y)
        return by_rows(add, x, y, input_output_aliases={0: 0} if alias else {})

    return pallas, (array, array)
