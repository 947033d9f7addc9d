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

SIZES = {"tiny": 64, "small": 128, "large": 2048}
VARIANTS = {
    "kept": {"keep": True},
    "remat": {"names": ()},
    "layers-double": {"layers": 16},
    "rows-half": {"rows": 2},
    "float32": {"dtype": "float32"},
}


def unsupported(target):
    if "pinned_host" not in target.memories:
        return "no memory space of the host beside the device's"
    if not hasattr(jax.checkpoint_policies, "save_and_offload_only_these_names"):
        return "this JAX has no policy for offloading"
    return None


def build(
    size, keep=False, names=("activation",), layers=8, rows=4, dtype="bfloat16"
):
    n = SIZES[size]
    policy = jax.checkpoint_policies.save_and_offload_only_these_names(
        names_which_can_be_saved=list(names) if keep else [],
        names_which_can_be_offloaded=[] if keep else list(names),
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
        jax.ShapeDtypeStruct((layers, n, n), dtype),
        jax.ShapeDtypeStruct((rows * n, n), dtype),
    )
