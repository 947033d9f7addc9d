# ===- dump-for-tpu.py - The buffer assignment for a TPU that is not there -===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Compiles one function for a TPU that is not there and dumps its buffer assignment.

Usage: dump-for-tpu.py FOLDER [TOPOLOGY], with `pip install jax[tpu]` on any x86-64
Linux. Put your own function and arguments in place of train_step() and ARGUMENTS.
"""

import os
import sys

# To be set before JAX is imported: there is no TPU to ask.
os.environ.update(
    JAX_PLATFORMS="cpu",
    JAX_ENABLE_COMPILATION_CACHE="false",
    TPU_SKIP_MDS_QUERY="1",
    TPU_WORKER_HOSTNAMES="localhost",
    TPU_ACCELERATOR_TYPE="v5litepod-4",
)

import jax
import jax.numpy as jnp
import numpy as np
from jax.experimental import topologies
from jax.sharding import Mesh, NamedSharding, PartitionSpec

# v4:2x2x1, v5e:2x2, v5p:2x2x1, v6e:2x2, tpu7x:2x2x1
name = sys.argv[2] if len(sys.argv) > 2 else "v5e:2x2"
# Both cores of a v4 as one device, as JAX on the hardware has them.
options = {}
if name.startswith("v4-megacore"):
    name = name.replace("-megacore", "")
    options["chip_config_name"] = "megacore"
topology = topologies.get_topology_desc(name, platform="tpu", **options)
mesh = Mesh(np.array(topology.devices), ("chips",))


def train_step(weights, batch):
    def loss(weights):
        return jnp.mean(jnp.tanh(batch @ weights) ** 2)

    return weights - 0.1 * jax.grad(loss)(weights)


def argument(shape, *axes):
    sharding = NamedSharding(mesh, PartitionSpec(*axes))
    return jax.ShapeDtypeStruct(shape, jnp.float32, sharding=sharding)


ARGUMENTS = (argument((1024, 4096)), argument((1024, 1024), "chips"))

jax.jit(train_step, donate_argnums=0).lower(*ARGUMENTS).compile(
    {
        "xla_dump_to": sys.argv[1],
        "xla_dump_hlo_as_text": True,
        "xla_dump_hlo_as_proto": True,
    }
)
