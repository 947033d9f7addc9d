# ===- offload.py - Activations in the host's memory ---------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A gradient through a scan whose saved activations wait in the host's memory.

The copies to and from the host are in the schedule; the host's buffers are in a
memory space of their own.
"""

import jax
import jax.numpy as jnp
from jax.ad_checkpoint import checkpoint_name

SIZES = {"small": 128, "large": 2048}
LAYERS = 8


def unsupported(memories):
    if "pinned_host" not in memories:
        return "no memory space of the host beside the device's"
    if not hasattr(jax.checkpoint_policies, "save_and_offload_only_these_names"):
        return "this JAX has no policy for offloading"
    return None


def build(size):
    n = SIZES[size]
    policy = jax.checkpoint_policies.save_and_offload_only_these_names(
        names_which_can_be_saved=[],
        names_which_can_be_offloaded=["activation"],
        offload_src="device",
        offload_dst="pinned_host",
    )

    def layer(x, weight):
        x = checkpoint_name(x, "activation")
        return jnp.tanh(x @ weight), None

    def loss(weights, x):
        x, _ = jax.lax.scan(jax.checkpoint(layer, policy=policy), x, weights)
        return (x * x).mean()

    @jax.jit
    def offload(weights, x):
        return jax.grad(loss)(weights, x)

    return offload, (
        jax.ShapeDtypeStruct((LAYERS, n, n), jnp.float32),
        jax.ShapeDtypeStruct((4 * n, n), jnp.float32),
    )
