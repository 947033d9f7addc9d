# ===- data-parallel.py - The batch on several devices ------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Data parallel training: each device has all weights and a part of the batch.

The gradients are summed over the devices. The variant `state-cut` leaves each
device a part of the moments (ZeRO).
"""

import functools

import jax

from lib import meshes, sizes, training, transformer

DEVICES = 4
SIZES = transformer.SIZES
VARIANTS = {
    "not-donated": {"donate": False},
    "state-cut": {"state_cut": True},
    "remat": {"policy": "nothing_saveable"},
    "remat-dots-no-batch": {"policy": "dots_with_no_batch_dims_saveable"},
    "state-bf16": {"state": "bfloat16"},
    "batch-double": {"batch": 2},
    "two-devices": {"devices": 2},
}


def build(
    size,
    target,
    donate=True,
    state_cut=False,
    policy=None,
    state="float32",
    batch=1,
    devices=DEVICES,
):
    config = sizes.scaled(SIZES[size], batch=batch)
    mesh = target.mesh((devices,), ("data",))
    wrap = meshes.constrain(mesh, "data")
    loss = transformer.loss_of(config, policy=policy, wrap=wrap)

    weights = transformer.weights(config, "bfloat16")
    cut = {k: (None,) * (len(v.shape) - 1) + ("data",) for k, v in weights.items()}
    weights = meshes.placed(mesh, weights, {})
    moments = meshes.placed(mesh, weights, cut if state_cut else {})
    moments = training.like(moments, state)
    state = (weights, moments, moments, meshes.array(mesh, (), "float32"))
    places = jax.tree_util.tree_map(lambda v: v.sharding, state)

    @functools.partial(
        jax.jit, donate_argnums=(0,) if donate else (), out_shardings=places
    )
    def data_parallel(state, tokens):
        return training.adam_step(loss, state, tokens)[0]

    shape = transformer.tokens(config).shape
    return data_parallel, (state, meshes.array(mesh, shape, "int32", "data"))
