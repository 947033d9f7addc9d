# ===- optimizer.py - The update alone ----------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Adam's update of many weights: as many arguments as results, and little else."""

import functools

import jax
import jax.numpy as jnp

from lib import sizes, training

SIZES = {
    "tiny": dict(arrays=4, rows=16),
    "small": dict(arrays=16, rows=256),
    "large": dict(arrays=64, rows=4096),
}
VARIANTS = {
    "donated": {"donate": (0, 1)},
    "donated-state": {"donate": (0,)},
    "donated-gradient": {"donate": (1,)},
    "state-bf16": {"state": "bfloat16"},
    "weights-bf16": {"dtype": "bfloat16"},
    "clipped": {"clip": True},
    "width-half": {"width": 0.5},
}


def build(size, donate=(), state="float32", dtype="float32", clip=False, width=1):
    config = sizes.scaled(SIZES[size], rows=width)

    @functools.partial(jax.jit, donate_argnums=donate)
    def optimizer(state, gradient):
        if clip:
            # No gradient can be used before the norm of all is known.
            norm = jnp.sqrt(sum((g**2).sum() for g in gradient.values()))
            scale = jnp.minimum(1.0, 1.0 / norm)
            gradient = {k: g * scale for k, g in gradient.items()}
        return training.adam(state, gradient)

    array = jax.ShapeDtypeStruct((config["rows"], config["rows"]), dtype)
    weights = {"w%03d" % i: array for i in range(config["arrays"])}
    return optimizer, (training.adam_state(weights, state), weights)
