# ===- ragged-exchange.py - Parts of unequal size to all ----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Rows sent to other devices in parts whose sizes are known only when it runs.

The receiver's array is an operand, written in place.
"""

import functools

import jax
import jax.numpy as jnp
from jax.sharding import PartitionSpec

from lib import meshes

DEVICES = 4
JAX = "0.5.3"
SIZES = {"tiny": 16, "small": 1024, "large": 65536}
VARIANTS = {
    "donated": {"donate": True},
    "bfloat16": {"dtype": "bfloat16"},
    "room-double": {"room": 4},
}


def unsupported(target):
    if target.platform == "cpu":
        return "XLA has no ragged-all-to-all on a CPU"
    return None


def build(size, target, donate=False, dtype="float32", room=2):
    rows = SIZES[size]
    mesh = target.mesh((DEVICES,), ("x",))
    cut = PartitionSpec("x")

    def exchange(received, x, offsets, sizes, there, incoming):
        return jax.lax.ragged_all_to_all(
            jnp.tanh(x), received, offsets, sizes, there, incoming, axis_name="x"
        )

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def ragged_exchange(*arrays):
        return meshes.shard_map(exchange, mesh, (cut,) * 6, cut)(*arrays)

    counts = meshes.array(mesh, (DEVICES * DEVICES,), "int32", "x")
    return ragged_exchange, (
        meshes.array(mesh, (DEVICES * room * rows, 128), dtype, "x"),
        meshes.array(mesh, (DEVICES * rows, 128), dtype, "x"),
        *[counts] * 4,
    )
