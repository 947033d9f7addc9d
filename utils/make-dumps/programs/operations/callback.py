# ===- callback.py - Calls back into Python ------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Calls back into Python: a pure one and an ordered one, which carries a token.

A token is a value of no bytes.
"""

import jax
import jax.numpy as jnp
from jax.experimental import io_callback

SIZES = {"tiny": 4, "small": 64, "large": 4096}
VARIANTS = {"unordered": {"ordered": False}}


def unsupported(target):
    if target.platform == jax.default_backend():
        return None
    if target.platform == "gpu" or jax.__version_info__ < (0, 6):
        return "this JAX calls back only from a device that is there"
    return None


def build(size, ordered=True):
    n = SIZES[size]
    array = jax.ShapeDtypeStruct((n, n), jnp.float32)

    @jax.jit
    def callback(x):
        y = jax.pure_callback(lambda x: x, array, jnp.sin(x))
        io_callback(lambda y: None, None, y.sum(), ordered=ordered)
        return x + y

    return callback, (array,)
