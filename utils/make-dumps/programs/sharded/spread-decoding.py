# ===- spread-decoding.py - A cache on several devices ------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Decoding with a cache of keys and values of which each device has some heads."""

import functools

import jax
import jax.numpy as jnp

from lib import decoding, meshes, sizes

DEVICES = 4
SIZES = decoding.SIZES
VARIANTS = {
    "donated": {"donate": True},
    "batch-cut": {"cut": (None, None, "x")},
    "replicated": {"cut": ()},
}


def build(size, target, donate=False, cut=(None, None, None, None, "x")):
    config = sizes.scaled(SIZES[size], heads=2, batch=2)
    mesh = target.mesh((DEVICES,), ("x",))
    cache = decoding.cache(config)
    cache = meshes.array(mesh, cache.shape, cache.dtype, *cut)
    token = decoding.token(config)
    token = meshes.array(mesh, token.shape, token.dtype)

    @functools.partial(
        jax.jit,
        donate_argnums=(1,) if donate else (),
        out_shardings=(cache.sharding, token.sharding),
    )
    def spread_decoding(weights, cache, x, place):
        return decoding.step_by_carry(weights, cache, x, place)

    return spread_decoding, (
        meshes.placed(mesh, decoding.weights(config), {}),
        cache,
        token,
        meshes.array(mesh, (), jnp.int32),
    )
