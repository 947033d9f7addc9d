# ===- qwen-experts.py - Qwen 3 of Tunix with experts --------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A mixture of experts, Qwen 3 of Tunix 0.1.7, trained with Lion.

On a TPU it multiplies by groups (Megablox, a Pallas kernel), elsewhere each expert has
all words. small has 2 of the 48 layers of the model with 30 billion parameters, with 16
experts each.
"""

import functools

import jax
import jax.numpy as jnp
import optax
from flax import nnx
from tunix.models.qwen3 import model

from lib import libraries, meshes, sizes, training

REQUIRES = ["google-tunix==0.1.7", "flax==0.12.8", "optax==0.2.8"]
JAX = "0.10.2"
SIZES = {
    "tiny": dict(layers=2, words=512, width=128, experts=4, batch=2, length=32),
    "small": dict(layers=2, words=32768, width=2048, experts=16, batch=2, length=1024),
}
VARIANTS = {
    "not-donated": {"donate": False},
    "remat": {"policy": "nothing_saveable"},
    "batch-half": {"batch": 0.5},
    "state-bf16": {"state": "bfloat16"},
}


def build(size, target, donate=True, policy=None, batch=1, state="float32"):
    of = sizes.scaled(SIZES[size], batch=batch)
    mesh = target.mesh((1, 1), ("fsdp", "tp"))
    config = model.ModelConfig(
        num_layers=of["layers"],
        vocab_size=of["words"],
        embed_dim=of["width"],
        hidden_dim=of["width"] * 3 // 8,
        num_heads=of["width"] // 64,
        head_dim=128,
        num_kv_heads=of["width"] // 64,
        norm_eps=1e-06,
        rope_theta=1_000_000,
        num_experts=of["experts"],
        num_experts_per_tok=2,
        dtype=jnp.bfloat16,
        remat_config=model.RematConfig["DECODER" if policy else "NONE"],
    )
    made = nnx.eval_shape(lambda: model.Qwen3(config, rngs=nnx.Rngs(0)))
    graph, weights = nnx.split(made)
    loss = libraries.next_word_loss(lambda weights: nnx.merge(graph, weights))
    optimizer = optax.lion(1e-4, mu_dtype=state)
    state = libraries.placed(mesh, training.optax_state(optimizer, weights))

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def qwen_experts(state, tokens):
        with libraries.seen(target, mesh):
            return training.optax_step(optimizer, loss, state, tokens)

    tokens = meshes.array(mesh, (of["batch"], of["length"]), "int32")
    return qwen_experts, (state, tokens)
