# ===- expert-parallel.py - Experts on several devices ------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Experts on several devices: tokens travel to them and back by all-to-all."""

import functools

import jax
from jax.sharding import PartitionSpec

from lib import experts, meshes, training

DEVICES = 4
SIZES = {
    "tiny": dict(tokens=64, width=32, experts=4),
    "small": dict(tokens=1024, width=128, experts=8),
    "large": dict(tokens=16384, width=2048, experts=64),
}
VARIANTS = {
    "donated": {"donate": True},
    "capacity-double": {"capacity": 4},
    "bfloat16": {"dtype": "bfloat16"},
    "by-masks": {"masks": True},
    "remat": {"policy": "nothing_saveable"},
}


def build(
    size,
    target,
    donate=False,
    capacity=2,
    dtype="float32",
    masks=False,
    policy=None,
):
    config = SIZES[size]
    tokens, width, count = (config[k] for k in ("tokens", "width", "experts"))
    mesh = target.mesh((DEVICES,), ("x",))
    places = capacity * tokens // DEVICES // count

    def one_device(weights, x):
        def run(sent):
            # [experts, places] of this device to [own experts, places of all].
            there = jax.lax.all_to_all(sent, "x", 0, 1, tiled=True)
            return jax.lax.all_to_all(
                experts.feed_forward(weights)(there), "x", 1, 0, tiled=True
            )

        send = experts.by_masks if masks else experts.by_indices
        return send(x, x @ weights["router"], places, run)

    axes = {"router": (), "widen": ("x",), "narrow": ("x",)}
    specs = {k: PartitionSpec(*v) for k, v in axes.items()}
    cut = PartitionSpec("x")

    def layer(weights, x):
        return meshes.shard_map(one_device, mesh, (specs, cut), cut)(weights, x)

    def loss(weights, x):
        return (training.checkpointed(layer, policy)(weights, x) ** 2).mean()

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def expert_parallel(weights, x):
        return training.sgd(weights, jax.grad(loss)(weights, x))

    return expert_parallel, (
        meshes.placed(mesh, experts.weights(count, width, dtype), axes),
        meshes.array(mesh, (tokens, width), dtype, "x"),
    )
