# ===- keras-gemma.py - Gemma of KerasHub --------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Gemma of KerasHub 0.32.0, on Keras 3.15.1 with JAX, a training step with Adam.

small has 4 layers of half of the width of the model with 2 billion parameters, and
computes in bfloat16. Keras makes its weights here, and only their shapes are used.
"""

import functools
import os

import jax
import jax.numpy as jnp

from lib import libraries, sizes

os.environ["KERAS_BACKEND"] = "jax"

import keras
import keras_hub

REQUIRES = ["keras-hub==0.32.0", "keras==3.15.1"]
JAX = "0.10.2"
SIZES = {
    "tiny": dict(layers=2, words=256, width=64, heads=2, batch=2, length=16),
    "small": dict(layers=4, words=65536, width=1024, heads=4, batch=8, length=1024),
}
VARIANTS = {
    "not-donated": {"donate": False},
    "remat": {"policy": "nothing_saveable"},
    "batch-half": {"batch": 0.5},
}


def build(size, donate=True, policy=None, batch=1):
    of = sizes.scaled(SIZES[size], batch=batch)
    keras.backend.clear_session()
    with keras.RematScope(mode="full" if policy else None):
        model = keras_hub.models.GemmaBackbone(
            vocabulary_size=of["words"],
            num_layers=of["layers"],
            num_query_heads=of["heads"],
            num_key_value_heads=1,
            hidden_dim=of["width"],
            intermediate_dim=8 * of["width"],
            head_dim=256,
            dtype="mixed_bfloat16",
        )
    optimizer = keras.optimizers.Adam(1e-4)
    optimizer.build(model.trainable_variables)

    def loss(weights, tokens):
        inputs = {"token_ids": tokens, "padding_mask": jnp.ones_like(tokens)}
        states, _ = model.stateless_call(weights, [], inputs, training=True)
        logits = states @ weights[0].astype(states.dtype).T
        return libraries.cross_entropy(logits[:, :-1], tokens[:, 1:])

    @functools.partial(jax.jit, donate_argnums=(0, 1) if donate else ())
    def keras_gemma(weights, moments, tokens):
        value, gradient = jax.value_and_grad(loss)(weights, tokens)
        return value, optimizer.stateless_apply(moments, gradient, weights)

    def shapes(variables):
        return [jax.ShapeDtypeStruct(v.shape, v.dtype) for v in variables]

    tokens = jax.ShapeDtypeStruct((of["batch"], of["length"]), jnp.int32)
    weights = shapes(model.trainable_variables)
    return keras_gemma, (weights, shapes(optimizer.variables), tokens)
