# ===- mistral-generate.py - Mistral of Transformers writes --------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Mistral of Hugging Face Transformers 4.56.2 on Flax writes words, with a KV cache.

`generate` takes the best word each time. small has the width of Mistral 7B and 3 of its
32 layers.
"""

import jax
import jax.numpy as jnp
import transformers

from lib import sizes

REQUIRES = ["transformers==4.56.2", "flax==0.12.8"]
JAX = "0.10.2"
SIZES = {
    "tiny": dict(layers=2, words=256, width=64, heads=4, batch=2, length=8),
    "small": dict(layers=3, words=32000, width=4096, heads=32, batch=8, length=1024),
}
VARIANTS = {
    "batch-half": {"batch": 0.5},
    "length-half": {"length": 0.5},
    "weights-bf16": {"dtype": "bfloat16"},
}


def build(size, batch=1, length=1, dtype="float32"):
    of = sizes.scaled(SIZES[size], batch=batch, length=length)
    config = transformers.MistralConfig(
        vocab_size=of["words"],
        hidden_size=of["width"],
        intermediate_size=of["width"] * 7 // 2,
        num_hidden_layers=of["layers"],
        num_attention_heads=of["heads"],
        num_key_value_heads=of["heads"] // 4,
        max_position_embeddings=max(64, 2 * of["length"]),
        pad_token_id=0,
    )
    model = transformers.FlaxMistralForCausalLM(
        config, input_shape=(1, 1), dtype=jnp.bfloat16, _do_init=False
    )
    weights = jax.tree_util.tree_map(
        lambda v: jax.ShapeDtypeStruct(v.shape, dtype), model.params_shape_tree
    )

    @jax.jit
    def mistral_generate(weights, prompt):
        made = model.generate(
            prompt, params=weights, max_length=2 * of["length"], do_sample=False
        )
        return made.sequences

    prompt = jax.ShapeDtypeStruct((of["batch"], of["length"]), jnp.int32)
    return mistral_generate, (weights, prompt)
