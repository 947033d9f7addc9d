# ===- ring-attention.py - A sequence on several devices ----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Attention over a sequence that is cut: keys and values go round all devices."""

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec

from lib import meshes, training

DEVICES = 4
SIZES = {
    "tiny": dict(batch=2, length=64, heads=2, depth=16),
    "small": dict(batch=2, length=1024, heads=4, depth=64),
    "large": dict(batch=2, length=32768, heads=16, depth=128),
}
VARIANTS = {
    "forward": {"gradient": False},
    "unrolled": {"unroll": 4},
    "bfloat16": {"dtype": "bfloat16"},
    "checkpoint": {"policy": "nothing_saveable"},
    "checkpoint-dots": {"policy": "dots_saveable"},
}


def build(size, target, gradient=True, unroll=1, dtype="float32", policy=None):
    shape = tuple(SIZES[size][k] for k in ("batch", "length", "heads", "depth"))
    mesh = target.mesh((DEVICES,), ("x",))
    ring = [(i, (i + 1) % DEVICES) for i in range(DEVICES)]

    def one_device(queries, keys, values):
        def step(state, _):
            keys, values, total, weight = state
            scores = jnp.exp(jnp.einsum("bqhd,bkhd->bqhk", queries, keys))
            total = total + jnp.einsum("bqhk,bkhd->bqhd", scores, values)
            weight = weight + scores.sum(axis=-1, keepdims=True)
            keys, values = (jax.lax.ppermute(v, "x", ring) for v in (keys, values))
            return (keys, values, total, weight), None

        zeros = jnp.zeros_like(queries)
        start = (keys, values, zeros, zeros[..., :1])
        step = training.checkpointed(step, policy)
        _, _, total, weight = jax.lax.scan(
            step, start, None, length=DEVICES, unroll=unroll
        )[0]
        return total / weight

    cut = PartitionSpec(None, "x")

    def run(*arrays):
        return meshes.shard_map(one_device, mesh, (cut,) * 3, cut)(*arrays)

    @jax.jit
    def ring_attention(queries, keys, values):
        if gradient:
            return jax.grad(lambda *qkv: run(*qkv).sum(), (0, 1, 2))(
                queries, keys, values
            )
        return run(queries, keys, values)

    return ring_attention, (meshes.array(mesh, shape, dtype, None, "x"),) * 3
