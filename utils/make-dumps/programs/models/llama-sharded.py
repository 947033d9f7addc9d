# ===- llama-sharded.py - Llama 3 of Tunix on eight chips ----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Llama 3.2 of Tunix 0.1.7, trained with AdamW, its state sharded over eight devices.

small has 4 of the 16 layers of the model with 1 billion parameters, and a quarter of
its vocabulary. Tunix itself says how weights are sharded (FSDP).
"""

import functools

import jax
import optax
from flax import nnx
from tunix.models.llama3 import model

from lib import libraries, meshes, sizes, training

REQUIRES = ["google-tunix==0.1.7", "flax==0.12.8", "optax==0.2.8"]
JAX = "0.10.2"
DEVICES = 8
SIZES = {
    "tiny": dict(layers=2, words=512, width=64, heads=4, batch=8, length=32),
    "small": dict(layers=4, words=32768, width=2048, heads=32, batch=32, length=1024),
}
VARIANTS = {
    "not-donated": {"donate": False},
    "remat": {"policy": "nothing_saveable"},
    "state-bf16": {"state": "bfloat16"},
    "batch-half": {"batch": 0.5},
}


def build(size, target, donate=True, policy=None, state="float32", batch=1):
    of = sizes.scaled(SIZES[size], batch=batch)
    mesh = target.mesh((DEVICES, 1), ("fsdp", "tp"))
    config = model.ModelConfig(
        num_layers=of["layers"],
        vocab_size=of["words"],
        embed_dim=of["width"],
        hidden_dim=4 * of["width"],
        num_heads=of["heads"],
        head_dim=of["width"] // of["heads"],
        num_kv_heads=of["heads"] // 4,
        norm_eps=1e-05,
        rope_theta=500_000,
        weight_tying=True,
        remat_config=model.RematConfig["DECODER" if policy else "NONE"],
    )
    made = nnx.eval_shape(lambda: model.Llama3(config, rngs=nnx.Rngs(0)))
    graph, weights = nnx.split(made)
    loss = libraries.next_word_loss(lambda weights: nnx.merge(graph, weights))
    optimizer = optax.adamw(1e-4, mu_dtype=state)
    state = training.optax_state(optimizer, weights)
    state = libraries.placed(mesh, state, nnx.get_partition_spec(state))
    places = jax.tree_util.tree_map(lambda v: v.sharding, state)

    @functools.partial(
        jax.jit, donate_argnums=(0,) if donate else (), out_shardings=(places, None)
    )
    def llama_sharded(state, tokens):
        with libraries.seen(target, mesh):
            return training.optax_step(optimizer, loss, state, tokens)

    tokens = meshes.array(mesh, (of["batch"], of["length"]), "int32", "fsdp")
    return llama_sharded, (state, tokens)
