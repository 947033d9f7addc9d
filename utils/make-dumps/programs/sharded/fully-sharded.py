# ===- fully-sharded.py - The weights on several devices ----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Fully sharded training (FSDP): each device has a part of all weights and moments.

What a layer needs is gathered from all devices when its turn comes.
"""

import functools

import jax

from lib import meshes, sizes, training, transformer

DEVICES = 4
SIZES = transformer.SIZES
VARIANTS = {
    "not-donated": {"donate": False},
    "replicated": {"cut": False},
    "remat": {"policy": "nothing_saveable"},
    "state-bf16": {"state": "bfloat16"},
    "unrolled": {"scanned": False},
    "batch-double": {"batch": 2},
}


def build(
    size,
    target,
    donate=True,
    cut=True,
    policy=None,
    state="float32",
    scanned=True,
    batch=1,
):
    config = sizes.scaled(SIZES[size], batch=batch)
    mesh = target.mesh((DEVICES,), ("data",))
    wrap = meshes.constrain(mesh, "data")
    loss = transformer.loss_of(config, policy=policy, scanned=scanned, wrap=wrap)

    weights = transformer.weights(config, "bfloat16")
    axes = {k: (None,) * (len(v.shape) - 1) + ("data",) for k, v in weights.items()}
    weights = meshes.placed(mesh, weights, axes if cut else {})
    moments = training.like(weights, state)
    state = (weights, moments, moments, meshes.array(mesh, (), "float32"))
    places = jax.tree_util.tree_map(lambda v: v.sharding, state)

    @functools.partial(
        jax.jit, donate_argnums=(0,) if donate else (), out_shardings=places
    )
    def fully_sharded(state, tokens):
        return training.adam_step(loss, state, tokens)[0]

    shape = transformer.tokens(config).shape
    return fully_sharded, (state, meshes.array(mesh, shape, "int32", "data"))
