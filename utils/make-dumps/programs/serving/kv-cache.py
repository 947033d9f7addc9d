# ===- kv-cache.py - A cache that a loop reads and rewrites ------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Decoding with a cache of keys and values that a scan takes in and gives out again.

The scan over the layers reads the old cache slot by slot and writes a new one:
donating it does nothing as long as both exist. The variant `carry` updates the
cache in place; only both changes together need one cache.
"""

import functools

import jax
import jax.numpy as jnp

from lib import decoding, sizes

SIZES = decoding.SIZES
VARIANTS = {
    "donated": {"donate": True},
    "carry": {"carry": True},
    "carry-donated": {"donate": True, "carry": True},
    "int8": {"dtype": "int8"},
    "int8-carry": {"dtype": "int8", "carry": True},
    "batch-half": {"batch": 0.5},
    "batch-half-carry": {"batch": 0.5, "carry": True},
    "length-half": {"length": 0.5},
    "length-half-carry": {"length": 0.5, "carry": True},
}


def build(size, donate=False, carry=False, dtype="bfloat16", batch=1, length=1):
    config = sizes.scaled(SIZES[size], batch=batch, length=length)
    step = decoding.step_by_carry if carry else decoding.step_by_slots

    @functools.partial(jax.jit, donate_argnums=(1,) if donate else ())
    def kv_cache(weights, cache, x, place):
        return step(weights, cache, x, place)

    return kv_cache, (
        decoding.weights(config),
        decoding.cache(config, dtype),
        decoding.token(config),
        jax.ShapeDtypeStruct((), jnp.int32),
    )
