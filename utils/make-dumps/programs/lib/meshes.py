# ===- meshes.py - Arrays on several devices ----------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Arrays and functions on several devices, for every release of JAX."""

import jax
from jax.sharding import NamedSharding, PartitionSpec


def array(mesh, shape, dtype, *axes, memory=None):
    """An array cut along its dimensions by the axes of the mesh that are named."""
    options = {} if memory is None else {"memory_kind": memory}
    sharding = NamedSharding(mesh, PartitionSpec(*axes), **options)
    return jax.ShapeDtypeStruct(shape, dtype, sharding=sharding)


def placed(mesh, arrays, axes):
    """The arrays of a dictionary; `axes` says how those that are cut are cut."""
    return {
        k: array(mesh, v.shape, v.dtype, *axes.get(k, ())) for k, v in arrays.items()
    }


def constrain(mesh, *axes):
    """A function that tells XLA how its argument is cut."""
    sharding = NamedSharding(mesh, PartitionSpec(*axes))
    return lambda x: jax.lax.with_sharding_constraint(x, sharding)


def shard_map(function, mesh, inputs, outputs):
    """A function that says itself what each device does and sends."""
    if hasattr(jax, "shard_map"):
        return jax.shard_map(
            function, mesh=mesh, in_specs=inputs, out_specs=outputs, check_vma=False
        )
    from jax.experimental.shard_map import shard_map as experimental

    return experimental(function, mesh, inputs, outputs, check_rep=False)
