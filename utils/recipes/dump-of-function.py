# ===- dump-of-function.py - The buffer assignment of one function --------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compiles one function for the device at hand and dumps its buffer assignment.

Usage: dump-of-function.py FOLDER. Put your own function and arguments in place of
train_step() and ARGUMENTS; shapes will do, there is no need for the arrays.
"""

import os
import sys

# A cached executable is not compiled again, and leaves no dump.
os.environ["JAX_ENABLE_COMPILATION_CACHE"] = "false"

import jax
import jax.numpy as jnp


def train_step(weights, batch):
    def loss(weights):
        return jnp.mean(jnp.tanh(batch @ weights) ** 2)

    return weights - 0.1 * jax.grad(loss)(weights)


ARGUMENTS = (
    jax.ShapeDtypeStruct((1024, 4096), jnp.float32),
    jax.ShapeDtypeStruct((256, 1024), jnp.float32),
)

jax.jit(train_step, donate_argnums=0).lower(*ARGUMENTS).compile(
    {
        "xla_dump_to": sys.argv[1],
        "xla_dump_hlo_as_text": True,
        "xla_dump_hlo_as_proto": True,
    }
)
