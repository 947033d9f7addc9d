# ===- collectives.py - What devices send each other --------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Each collective once, by hand: sums, gathers, scatters, exchanges and shifts.

XLA keeps what is on its way in buffers of its own, some of them in pairs.
"""

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec

from lib import meshes

DEVICES = 4
SIZES = {"tiny": 16, "small": 256, "large": 8192}
VARIANTS = {
    "bfloat16": {"dtype": "bfloat16"},
    "one-after-another": {"chained": True},
}


def build(size, target, dtype="float32", chained=False):
    n = SIZES[size]
    mesh = target.mesh((DEVICES,), ("x",))

    def gather(x):
        return jax.lax.all_gather(x, "x", axis=0, tiled=True).sum(axis=0) + x

    def scatter(x):
        wide = jnp.concatenate([x] * DEVICES)
        return jax.lax.psum_scatter(wide, "x", scatter_dimension=0, tiled=True)

    def exchange(x):
        return jax.lax.all_to_all(x, "x", split_axis=0, concat_axis=0, tiled=True)

    def shift(x):
        ring = [(i, (i + 1) % DEVICES) for i in range(DEVICES)]
        return jax.lax.ppermute(x, "x", ring)

    def total(x):
        return jax.lax.psum(x, "x")

    def highest(x):
        return jax.lax.pmax(x, "x")

    def each(x):
        results = []
        for collective in (gather, scatter, exchange, shift, total, highest):
            result = collective(jnp.sin(x))
            results.append(result)
            x = result if chained else x
        return results

    cut = PartitionSpec("x")

    @jax.jit
    def collectives(x):
        return meshes.shard_map(each, mesh, (cut,), cut)(x)

    return collectives, (meshes.array(mesh, (DEVICES * n, n), dtype, "x"),)
