# ===- layer-caches.py - Keys and values of all layers ------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Decoding with two caches, of keys and of values, which have the layers first.

Like `kv-cache`, but nothing is transposed on the way to the scan over the layers.
"""

import functools

import jax
import jax.numpy as jnp

from lib import sizes

SIZES = {
    "tiny": dict(layers=3, batch=2, length=16, heads=2, depth=8),
    "small": dict(layers=6, batch=4, length=256, heads=4, depth=64),
    "large": dict(layers=24, batch=8, length=2048, heads=16, depth=128),
}
VARIANTS = {
    "donated": {"donate": True},
    "carry": {"carry": True},
    "carry-donated": {"donate": True, "carry": True},
    "cached-half": {"cached": 0.5},
}


def attend(x, weights, keys, values, place):
    batch, length, heads, depth = keys.shape
    query = (x @ weights["query"]).reshape(batch, heads, depth)
    scores = jnp.einsum("bhd,bthd->bht", query, keys) / depth**0.5
    scores = jnp.where(jnp.arange(length) <= place, scores, -jnp.inf)
    mixed = jnp.einsum("bht,bthd->bhd", jax.nn.softmax(scores), values)
    x = x + mixed.reshape(x.shape) @ weights["output"]
    return x + jax.nn.gelu(x @ weights["up"]) @ weights["down"]


def step_by_slots(weights, caches, x, place):
    def layer(x, slots):
        weights, keys, values = slots
        shape = (keys.shape[0], 1, *keys.shape[2:])
        update = functools.partial(jax.lax.dynamic_update_slice_in_dim, axis=1)
        keys = update(keys, (x @ weights["key"]).reshape(shape), place)
        values = update(values, (x @ weights["value"]).reshape(shape), place)
        return attend(x, weights, keys, values, place), (keys, values)

    x, caches = jax.lax.scan(layer, x, (weights, *caches))
    return caches, x


def step_by_carry(weights, caches, x, place):
    def layer(state, slots):
        x, caches = state
        i, weights = slots
        shape = (1, caches[0].shape[1], 1, *caches[0].shape[3:])
        new = [(x @ weights[name]).reshape(shape) for name in ("key", "value")]
        starts = (i, 0, place, 0, 0)
        update = jax.lax.dynamic_update_slice
        caches = [update(cache, y, starts) for cache, y in zip(caches, new)]
        keys, values = (
            jax.lax.dynamic_index_in_dim(cache, i, keepdims=False) for cache in caches
        )
        return (attend(x, weights, keys, values, place), caches), None

    layers = jnp.arange(caches[0].shape[0])
    x, caches = jax.lax.scan(layer, (x, list(caches)), (layers, weights))[0]
    return caches, x


def build(size, donate=False, carry=False, cached=1):
    config = sizes.scaled(SIZES[size], length=cached)
    step = step_by_carry if carry else step_by_slots

    @functools.partial(jax.jit, donate_argnums=(1,) if donate else ())
    def layer_caches(weights, caches, x, place):
        return step(weights, caches, x, place)

    layers, batch = config["layers"], config["batch"]
    width = config["heads"] * config["depth"]

    def array(*shape):
        return jax.ShapeDtypeStruct(shape, jnp.float32)

    square = array(layers, width, width)
    weights = dict.fromkeys(("query", "key", "value", "output"), square)
    weights["up"] = array(layers, width, 4 * width)
    weights["down"] = array(layers, 4 * width, width)
    cache = array(layers, batch, config["length"], config["heads"], config["depth"])
    place = jax.ShapeDtypeStruct((), jnp.int32)
    return layer_caches, (weights, (cache, cache), array(batch, width), place)
