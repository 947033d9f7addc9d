# ===- gpt2-scanned.py - GPT-2 of Transformers, its blocks in a loop -----===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""GPT-2 of Hugging Face Transformers 4.56.2 on Flax, trained with Optax's AdamW.

Flax's nn.scan runs the blocks, which are those of the library. large is GPT-2 medium,
with 355 million parameters.
"""

import functools
import unittest.mock

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax
import transformers
from jax.sharding import PartitionSpec
from transformers.models.gpt2 import modeling_flax_gpt2 as library

from lib import libraries, meshes, sizes, training

REQUIRES = ["transformers==4.56.2", "flax==0.12.8", "optax==0.2.8"]
JAX = "0.10.2"
SIZES = {
    "tiny": dict(layers=2, words=512, width=64, heads=4, batch=8, length=64),
    "small": dict(layers=4, words=50257, width=1024, heads=16, batch=4, length=1024),
    "large": dict(layers=24, words=50257, width=1024, heads=16, batch=4, length=1024),
}
VARIANTS = {
    "not-donated": {"donate": False},
    "remat": {"policy": "nothing_saveable"},
    "remat-dots": {"policy": "dots_with_no_batch_dims_saveable"},
    "state-bf16": {"state": "bfloat16"},
    "batch-half": {"batch": 0.5},
    "sharded": {"sharded": True},
}


def blocks(policy):
    """All blocks as a loop, in place of those that the library calls one by one."""

    class Block(library.FlaxGPT2Block):
        def __call__(self, hidden, mask):
            return super().__call__(hidden, mask)[0], None

    if policy:
        kept = getattr(jax.checkpoint_policies, policy)
        Block = nn.remat(Block, prevent_cse=False, policy=kept)

    class Blocks(nn.Module):
        config: transformers.GPT2Config
        dtype: jnp.dtype

        @nn.compact
        def __call__(self, hidden, mask, *_, **__):
            loop = nn.scan(
                Block,
                variable_axes={"params": 0},
                split_rngs={"params": True},
                in_axes=nn.broadcast,
                length=self.config.n_layer,
            )
            hidden, _ = loop(self.config, dtype=self.dtype, name="blocks")(hidden, mask)
            return hidden, None, None, None

    return unittest.mock.patch.object(library, "FlaxGPT2BlockCollection", Blocks)


def cut(mesh, v):
    """The partition of an array: its last dimension that all devices divide."""
    axes = [None] * v.ndim
    whole = [i for i, n in enumerate(v.shape) if n % mesh.size == 0]
    if whole:
        axes[whole[-1]] = "fsdp"
    return PartitionSpec(*axes)


def build(
    size, target, donate=True, policy=None, state="float32", batch=1, sharded=False
):
    of = sizes.scaled(SIZES[size], batch=batch)
    mesh = target.mesh((len(target.devices) if sharded else 1,), ("fsdp",))
    config = transformers.GPT2Config(
        vocab_size=of["words"],
        n_positions=of["length"],
        n_embd=of["width"],
        n_layer=of["layers"],
        n_head=of["heads"],
    )
    with blocks(policy):
        model = transformers.FlaxGPT2LMHeadModel(
            config, dtype=jnp.bfloat16, _do_init=False
        )
    optimizer = optax.adamw(1e-4, mu_dtype=state)
    state = training.optax_state(optimizer, model.params_shape_tree)
    axes = jax.tree_util.tree_map(functools.partial(cut, mesh), state)
    state = libraries.placed(mesh, state, axes)
    places = jax.tree_util.tree_map(lambda v: v.sharding, state)

    def loss(weights, tokens):
        logits = model(tokens, params=weights).logits
        return libraries.cross_entropy(logits[:, :-1], tokens[:, 1:])

    @functools.partial(
        jax.jit, donate_argnums=(0,) if donate else (), out_shardings=(places, None)
    )
    def gpt2_scanned(state, tokens):
        with blocks(policy):
            return training.optax_step(optimizer, loss, state, tokens)

    tokens = meshes.array(mesh, (of["batch"], of["length"]), "int32", "fsdp")
    return gpt2_scanned, (state, tokens)
