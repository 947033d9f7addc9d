# ===- qwen-flash.py - Qwen 3 of Tunix with a Pallas kernel --------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Qwen 3 of Tunix 0.1.7 with splash attention, a Pallas kernel, trained with Adafactor.

small has 6 of the 28 layers of the model with 0.6 billion parameters, all their width
and its whole vocabulary. The kernel is for TPUs alone.
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
    "tiny": dict(layers=2, words=512, width=256, heads=2, batch=2, length=128),
    "small": dict(layers=6, words=151936, width=1024, heads=16, batch=2, length=2048),
}
VARIANTS = {
    "not-donated": {"donate": False},
    "remat": {"policy": "nothing_saveable"},
    "batch-half": {"batch": 0.5},
    "weights-bf16": {"dtype": "bfloat16"},
}


def unsupported(target):
    return None if target.platform == "tpu" else "the kernel is for TPUs"


def build(size, target, donate=True, policy=None, batch=1, dtype="float32"):
    of = sizes.scaled(SIZES[size], batch=batch)
    mesh = target.mesh((1, 1), ("fsdp", "tp"))
    config = model.ModelConfig(
        num_layers=of["layers"],
        vocab_size=of["words"],
        embed_dim=of["width"],
        hidden_dim=3 * of["width"],
        num_heads=of["heads"],
        head_dim=128,
        num_kv_heads=of["heads"] // 2,
        norm_eps=1e-06,
        rope_theta=1_000_000,
        use_tied_embedding=True,
        dtype=jnp.bfloat16,
        param_dtype=jnp.dtype(dtype),
        remat_config=model.RematConfig["DECODER" if policy else "NONE"],
        use_flash_attention=True,
        flash_attention_block_size=min(of["length"], 512),
    )
    made = nnx.eval_shape(lambda: model.Qwen3(config, rngs=nnx.Rngs(0)))
    graph, weights = nnx.split(made)
    loss = libraries.next_word_loss(lambda weights: nnx.merge(graph, weights))
    optimizer = optax.adafactor(1e-3)
    state = training.optax_state(optimizer, weights)
    state = libraries.placed(mesh, state)

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def qwen_flash(state, tokens):
        with libraries.seen(target, mesh):
            return training.optax_step(optimizer, loss, state, tokens)

    tokens = meshes.array(mesh, (of["batch"], of["length"]), "int32")
    return qwen_flash, (state, tokens)
