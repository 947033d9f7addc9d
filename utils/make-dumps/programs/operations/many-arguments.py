# ===- many-arguments.py - Hundreds of small arguments ------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Hundreds of arguments of a few bytes each, and as many results."""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 100, "small": 400, "large": 2000}
VARIANTS = {
    "donated": {"donate": True},
    "half": {"factor": 0.5},
    "bfloat16": {"dtype": "bfloat16"},
    "vectors": {"length": 64},
}


def build(size, donate=False, factor=1, dtype="float32", length=None):
    count = int(SIZES[size] * factor)
    shape = () if length is None else (length,)

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def many_arguments(values, scale):
        total = sum(values)
        return [v * scale for v in values], jnp.asarray(total)

    array = jax.ShapeDtypeStruct(shape, dtype)
    return many_arguments, ([array] * count, jax.ShapeDtypeStruct((), dtype))
