# ===- pipelined.py - Layers on several devices -------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Layers on several devices in a row: microbatches move on by one at each step.

A loop of collective-permutes; each device keeps what it needs for the way back.
"""

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec

from lib import meshes, training

DEVICES = 4
SIZES = {
    "tiny": dict(layers=2, width=32, rows=4),
    "small": dict(layers=2, width=256, rows=64),
    "large": dict(layers=8, width=4096, rows=1024),
}
VARIANTS = {
    "remat": {"policy": "nothing_saveable"},
    "remat-dots-no-batch": {"policy": "dots_with_no_batch_dims_saveable"},
    "parts-double": {"parts": 16},
    "forward": {"gradient": False},
    "bfloat16": {"dtype": "bfloat16"},
}


def build(size, target, policy=None, parts=8, gradient=True, dtype="float32"):
    config = SIZES[size]
    layers, width, rows = (config[k] for k in ("layers", "width", "rows"))
    mesh = target.mesh((DEVICES,), ("stage",))

    def stage(weights, x):
        return jax.lax.scan(lambda x, w: (jnp.tanh(x @ w), None), x, weights)[0]

    def one_device(weights, batch):
        place = jax.lax.axis_index("stage")
        onward = [(i, i + 1) for i in range(DEVICES - 1)]

        def step(state, i):
            first = batch[jnp.minimum(i, parts - 1)]
            x = jnp.where(place == 0, first, state)
            y = training.checkpointed(stage, policy)(weights, x)
            return jax.lax.ppermute(y, "stage", onward), y

        steps = jnp.arange(parts + DEVICES - 1)
        _, outputs = jax.lax.scan(step, jnp.zeros_like(batch[0]), steps)
        last = jnp.where(place == DEVICES - 1, outputs[DEVICES - 1 :], 0)
        return jax.lax.psum(last, "stage")

    everywhere = PartitionSpec()
    cut = PartitionSpec("stage")

    def run(*arrays):
        inputs = cut, everywhere
        return meshes.shard_map(one_device, mesh, inputs, everywhere)(*arrays)

    @jax.jit
    def pipelined(weights, batch):
        if gradient:
            return jax.grad(lambda w: (run(w, batch) ** 2).mean())(weights)
        return run(weights, batch)

    return pipelined, (
        meshes.array(mesh, (DEVICES * layers, width, width), dtype, "stage"),
        meshes.array(mesh, (parts, rows, width), dtype),
    )
