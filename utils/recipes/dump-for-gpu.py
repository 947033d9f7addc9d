# ===- dump-for-gpu.py - The buffer assignment for a GPU that is not there -===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compiles one function for a GPU that is not there and dumps its buffer assignment.

Usage: dump-for-gpu.py FOLDER TARGET, with `pip install jax[cuda13]`, 0.9.2 or later;
no driver is needed. TARGET describes the GPU: python/hlo_mem_opt/targets/*.txtpb. Put
your own function and arguments in place of train_step() and ARGUMENTS.
"""

import os
import sys

os.environ.update(JAX_PLATFORMS="cpu", JAX_ENABLE_COMPILATION_CACHE="false")

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import topologies
from jax.sharding import Mesh, NamedSharding, PartitionSpec

with open(sys.argv[2], encoding="utf-8") as file:
    target = file.read()
topology = topologies.get_topology_desc(
    platform="cuda", topology="1x1x1", target_config=target
)
mesh = Mesh(np.array(topology.devices), ("gpus",))


def train_step(weights, batch):
    def loss(weights):
        return jnp.mean(jnp.tanh(batch @ weights) ** 2)

    return weights - 0.1 * jax.grad(loss)(weights)


def argument(shape, *axes):
    sharding = NamedSharding(mesh, PartitionSpec(*axes))
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=sharding)


ARGUMENTS = (argument((1024, 4096)), argument((256, 1024), "gpus"))

jax.jit(train_step, donate_argnums=0).lower(*ARGUMENTS).compile(
    {
        "xla_dump_to": sys.argv[1],
        "xla_dump_hlo_as_text": True,
        "xla_dump_hlo_as_proto": True,
        # Autotuning would run kernels.
        "xla_gpu_autotune_level": 0,
    }
)
