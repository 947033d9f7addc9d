# ===- double-precision.py - Elements of eight and sixteen bytes --------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Arithmetic in float64, int64 and complex128, which JAX has to be asked for."""

import jax
import jax.experimental
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 128, "large": 2048}
VARIANTS = {"float32": {"real": "float32"}, "whole-int32": {"whole": "int32"}}


def unsupported(target):
    if target.platform == "tpu":
        return "a TPU has no complex128"
    return None


class Wide:
    """A jitted function that is traced with eight bytes for a number.

    JAX decides that while it traces, and for all programs of a process alike.
    """

    def __init__(self, function):
        self.function = function
        self.__name__ = function.__name__

    def lower(self, *arguments):
        place = jax if hasattr(jax, "enable_x64") else jax.experimental
        with place.enable_x64(True):
            return self.function.lower(*arguments)


def build(size, real="float64", whole="int64"):
    n = SIZES[size]

    @jax.jit
    def double_precision(x, z, i):
        y = jnp.tanh(x @ x.T)
        return y[i], jnp.cumsum(i), z @ z.T, jnp.sort(x, axis=0)

    return Wide(double_precision), (
        jax.ShapeDtypeStruct((n, n), real),
        jax.ShapeDtypeStruct((n, n), "complex128"),
        jax.ShapeDtypeStruct((n,), whole),
    )
