# ===- decoding.py - The parts of decoding with a cache -----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""One token through all layers, with the keys and values of those before in a cache.

The cache is one array [2, layers, batch, length, heads, depth] of keys and values.
"""

import jax
import jax.numpy as jnp

SIZES = {
    "tiny": dict(layers=2, batch=2, length=32, heads=2, depth=16),
    "small": dict(layers=4, batch=4, length=512, heads=8, depth=64),
    "large": dict(layers=24, batch=16, length=4096, heads=16, depth=128),
}


def weights(config):
    layers, width = config["layers"], config["heads"] * config["depth"]
    return {
        "attention": jax.ShapeDtypeStruct((layers, width, 3 * width), "bfloat16"),
        "projection": jax.ShapeDtypeStruct((layers, width, width), "bfloat16"),
    }


def cache(config, dtype="bfloat16"):
    shape = [config[k] for k in ("layers", "batch", "length", "heads", "depth")]
    return jax.ShapeDtypeStruct((2, *shape), dtype)


def token(config):
    shape = (config["batch"], config["heads"] * config["depth"])
    return jax.ShapeDtypeStruct(shape, "bfloat16")


def parts(x, weights, like):
    """Query, key and value of one token: [3, batch, 1, heads, depth]."""
    batch, _, heads, depth = like
    products = (x @ weights["attention"]).reshape(batch, 1, 3, heads, depth)
    return jnp.moveaxis(products, 2, 0)


def attend(x, query, slot, place, weights):
    keys, values = slot.astype(x.dtype)
    scores = jnp.einsum("bqhd,bkhd->bhqk", query, keys).astype(jnp.float32)
    seen = jnp.arange(keys.shape[1]) <= place
    scores = jax.nn.softmax(jnp.where(seen, scores, -1e9)).astype(x.dtype)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", scores, values)
    return x + jnp.tanh(mixed.reshape(x.shape) @ weights["projection"])


def step_by_slots(weights, cache, x, place):
    """The next cache and token; each layer reads a slot and writes a new one."""

    def layer(x, inputs):
        weights, slot = inputs
        query, *new = parts(x, weights, slot.shape[1:])
        new = jnp.stack(new).astype(slot.dtype)
        slot = jax.lax.dynamic_update_slice(slot, new, (0, 0, place, 0, 0))
        return attend(x, query, slot, place, weights), slot

    slots = jnp.moveaxis(cache, 1, 0)
    x, slots = jax.lax.scan(layer, x, (weights, slots))
    return jnp.moveaxis(slots, 0, 1), x


def step_by_carry(weights, cache, x, place):
    """The same; the cache is carried, and each layer writes one place of it."""

    def layer(state, inputs):
        cache, x = state
        i, weights = inputs
        query, *new = parts(x, weights, cache.shape[2:])
        new = jnp.stack(new)[:, None].astype(cache.dtype)
        cache = jax.lax.dynamic_update_slice(cache, new, (0, i, 0, place, 0, 0))
        slot = jax.lax.dynamic_index_in_dim(cache, i, 1, keepdims=False)
        return (cache, attend(x, query, slot, place, weights)), None

    layers = jnp.arange(cache.shape[1])
    return jax.lax.scan(layer, (cache, x), (layers, weights))[0]
