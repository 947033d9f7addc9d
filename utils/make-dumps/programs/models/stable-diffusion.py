# ===- stable-diffusion.py - A U-Net of Diffusers ------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The U-Net of Stable Diffusion, of Diffusers 0.35.2 on Flax, trained with AdamW.

small has version 1.5's channels, but fewer levels and layers, for images of 512 times
512 points, of which it sees 64 times 64. What is computed again in the variant `remat`
are the blocks of its transformers.
"""

import functools
import unittest.mock

import jax
import jax.numpy as jnp
import optax
from diffusers.models import attention_flax
from diffusers.models.unets import unet_2d_condition_flax
from flax import linen

from lib import sizes, training

REQUIRES = [
    "diffusers==0.35.2",
    "transformers==4.56.2",
    "flax==0.12.8",
    "optax==0.2.8",
]
JAX = "0.10.2"
SIZES = {
    "tiny": dict(edge=8, channels=32, levels=1, layers=1, words=8, batch=2),
    "small": dict(edge=64, channels=320, levels=2, layers=1, words=77, batch=8),
}
VARIANTS = {
    "not-donated": {"donate": False},
    "remat": {"policy": "nothing_saveable"},
    "state-bf16": {"state": "bfloat16"},
    "batch-half": {"batch": 0.5},
}


def build(size, donate=True, policy=None, state="float32", batch=1):
    of = sizes.scaled(SIZES[size], batch=batch)
    levels = of["levels"]
    channels = [of["channels"] << level for level in range(levels)]
    model = unet_2d_condition_flax.FlaxUNet2DConditionModel(
        sample_size=of["edge"],
        block_out_channels=(*channels, channels[-1]),
        down_block_types=("CrossAttnDownBlock2D",) * levels + ("DownBlock2D",),
        up_block_types=("UpBlock2D",) + ("CrossAttnUpBlock2D",) * levels,
        layers_per_block=of["layers"],
        cross_attention_dim=768,
        dtype=jnp.bfloat16,
    )
    block = attention_flax.FlaxBasicTransformerBlock
    if policy:
        block = linen.remat(block)
    block = unittest.mock.patch.object(
        attention_flax, "FlaxBasicTransformerBlock", block
    )
    weights = jax.eval_shape(model.init_weights, jax.random.key(0))
    optimizer = optax.adamw(1e-4, mu_dtype=state)

    def loss(weights, noisy, steps, text, noise):
        found = model.apply({"params": weights}, noisy, steps, text).sample
        return ((found - noise) ** 2).mean()

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def stable_diffusion(state, *inputs):
        with block:
            return training.optax_step(optimizer, loss, state, *inputs)

    image = jax.ShapeDtypeStruct((of["batch"], 4, of["edge"], of["edge"]), jnp.float32)
    steps = jax.ShapeDtypeStruct((of["batch"],), jnp.int32)
    text = jax.ShapeDtypeStruct((of["batch"], of["words"], 768), jnp.float32)
    state = training.optax_state(optimizer, weights)
    return stable_diffusion, (state, image, steps, text, image)
