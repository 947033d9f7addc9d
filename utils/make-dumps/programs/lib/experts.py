# ===- experts.py - The parts of a layer of experts ---------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Tokens sent to experts, in two ways, and what the experts compute."""

import jax
import jax.numpy as jnp


def weights(experts, width, dtype):
    return {
        "router": jax.ShapeDtypeStruct((width, experts), dtype),
        "widen": jax.ShapeDtypeStruct((experts, width, 4 * width), dtype),
        "narrow": jax.ShapeDtypeStruct((experts, 4 * width, width), dtype),
    }


def feed_forward(weights):
    """What each expert makes of its places [experts, places, width]."""

    def run(sent):
        hidden = jax.nn.gelu(jnp.einsum("epw,ewv->epv", sent, weights["widen"]))
        return jnp.einsum("epv,evw->epw", hidden, weights["narrow"])

    return run


def route(scores, places):
    """Each token's expert and place there, which is too large if it is full."""
    chosen = jnp.argmax(scores, axis=-1)
    one_hot = jax.nn.one_hot(chosen, scores.shape[-1], dtype=jnp.int32)
    place = (jnp.cumsum(one_hot, axis=0) * one_hot).sum(axis=-1) - 1
    return chosen, place, jax.nn.softmax(scores).max(axis=-1, keepdims=True)


def by_indices(x, scores, places, run):
    """Scatters the tokens to the experts and gathers the results."""
    chosen, place, weight = route(scores, places)
    shape = (scores.shape[-1], places, x.shape[-1])
    sent = jnp.zeros(shape, x.dtype).at[chosen, place].set(x, mode="drop")
    return run(sent).at[chosen, place].get(mode="fill", fill_value=0) * weight


def by_masks(x, scores, places, run):
    """The same by products with a mask [tokens, experts, places]."""
    chosen, place, weight = route(scores, places)
    experts = jax.nn.one_hot(chosen, scores.shape[-1], dtype=x.dtype)
    mask = experts[:, :, None] * jax.nn.one_hot(place, places, dtype=x.dtype)[:, None]
    results = run(jnp.einsum("tep,tw->epw", mask, x))
    return jnp.einsum("tep,epw->tw", mask, results) * weight
