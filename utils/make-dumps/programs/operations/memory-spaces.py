# ===- memory-spaces.py - Parameters in the host's memory ----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Parameters that live in the host's memory and visit the device to be used.

Arguments and results are in two memory spaces, and the copies between them are
the program's own.
"""

import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec

# Older releases know nothing of the memories of a device that is not there.
JAX = "0.5.3"
SIZES = {"tiny": 16, "small": 128, "large": 4096}
VARIANTS = {"on-device": {"memory": "device"}}


def unsupported(target):
    if "pinned_host" not in target.memories:
        return "no memory space of the host beside the device's"
    return None


def build(size, target, memory="pinned_host"):
    n = SIZES[size]
    mesh = target.mesh((1,), ("x",))
    device = NamedSharding(mesh, PartitionSpec(), memory_kind="device")
    host = NamedSharding(mesh, PartitionSpec(), memory_kind=memory)

    def memory_spaces(weight, x):
        here = jax.device_put(weight, device)
        y = jnp.tanh(x @ here)
        return jax.device_put(here - 0.1 * (x.T @ y), host), y

    return jax.jit(memory_spaces, out_shardings=(host, device)), (
        jax.ShapeDtypeStruct((n, n), jnp.float32, sharding=host),
        jax.ShapeDtypeStruct((n, n), jnp.float32, sharding=device),
    )
