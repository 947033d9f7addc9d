# ===- vit-equinox.py - A vision transformer of Equimo -------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A vision transformer of Equimo 1.1.0, on Equinox 0.13.8, trained with Optax's AdamW.

small is 6 of the 24 layers of ViT-L/16, for images of 224 times 224 points.
"""

import functools

import equimo.models as models
import equinox as eqx
import jax
import jax.numpy as jnp
import optax

from lib import libraries, sizes, training

REQUIRES = ["equimo==1.1.0", "equinox==0.13.8", "optax==0.2.8"]
JAX = "0.10.2"
SIZES = {
    "tiny": dict(edge=32, width=64, heads=2, layers=2, batch=4),
    "small": dict(edge=224, width=1024, heads=16, layers=6, batch=64),
}
VARIANTS = {
    "not-donated": {"donate": False},
    "remat": {"policy": "nothing_saveable"},
    "state-bf16": {"state": "bfloat16"},
    "batch-half": {"batch": 0.5},
}


def build(size, donate=True, policy=None, state="float32", batch=1):
    of = sizes.scaled(SIZES[size], batch=batch)

    def make(key):
        # A chunk is what one checkpoint is about.
        model = models.VisionTransformer(
            img_size=of["edge"],
            in_channels=3,
            dim=of["width"],
            patch_size=16,
            num_heads=[of["heads"]] * of["layers"],
            depths=[1] * of["layers"],
            key=key,
        )
        return eqx.partition(model, eqx.is_inexact_array)

    weights, rest = eqx.filter_eval_shape(make, jax.random.key(0))
    optimizer = optax.adamw(1e-3, mu_dtype=state)

    def loss(weights, images, labels):
        model = eqx.combine(weights, rest)
        if policy:
            blocks = tuple(eqx.filter_checkpoint(block) for block in model.blocks)
            model = eqx.tree_at(lambda m: m.blocks, model, blocks)
        logits = jax.vmap(functools.partial(model, inference=True))(images)
        return libraries.cross_entropy(logits, labels)

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def vit_equinox(state, images, labels):
        return training.optax_step(optimizer, loss, state, images, labels)

    images = jax.ShapeDtypeStruct((of["batch"], 3, of["edge"], of["edge"]), jnp.float32)
    labels = jax.ShapeDtypeStruct((of["batch"],), jnp.int32)
    return vit_equinox, (training.optax_state(optimizer, weights), images, labels)
