# ===- transformer.py - A training step ----------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A training step of a transformer: loss, gradient and Adam, the state donated.

tiny and small write the layers out; large scans over them and computes their
activations again, as does huge, which has the proportions of a model with 175
billion parameters. Nothing is run, so no size needs the memory that it tells of.
"""

import functools

import jax
import jax.numpy as jnp

# Parameters, about: 0.1 million, 5 million, 350 million, 175 billion.
SIZES = {
    "tiny": dict(layers=2, width=64, heads=4, words=256, length=32, batch=2),
    "small": dict(layers=4, width=256, heads=8, words=8192, length=128, batch=4),
    "large": dict(layers=24, width=1024, heads=16, words=50304, length=1024, batch=8),
    "huge": dict(layers=96, width=12288, heads=96, words=50304, length=2048, batch=8),
}


def parameters(layers, width, words, length, **_):
    """The shapes; those of the layers with the number of layers in front."""
    shapes = {
        "words": (words, width),
        "places": (length, width),
        "norms": (layers, 2, width),
        "attention": (layers, width, 3 * width),
        "projection": (layers, width, width),
        "widen": (layers, width, 4 * width),
        "narrow": (layers, 4 * width, width),
    }
    return {
        name: jax.ShapeDtypeStruct(shape, jnp.float32)
        for name, shape in shapes.items()
    }


def normalize(x, scale):
    mean = x.mean(axis=-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(axis=-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-5) * scale


def attend(x, weights, heads):
    batch, length, width = x.shape
    queries, keys, values = jnp.split(x @ weights["attention"], 3, axis=-1)
    parts = (batch, length, heads, width // heads)
    queries, keys, values = (v.reshape(parts) for v in (queries, keys, values))
    scores = jnp.einsum("bqhd,bkhd->bhqk", queries, keys) * (width // heads) ** -0.5
    seen = jnp.tril(jnp.ones((length, length), jnp.bool_))
    scores = jax.nn.softmax(jnp.where(seen, scores, -1e9), axis=-1)
    mixed = jnp.einsum("bhqk,bkhd->bqhd", scores, values)
    return mixed.reshape(x.shape) @ weights["projection"]


def layer(heads, x, weights):
    x = x + attend(normalize(x, weights["norms"][0]), weights, heads)
    hidden = jax.nn.gelu(normalize(x, weights["norms"][1]) @ weights["widen"])
    return x + hidden @ weights["narrow"]


def loss(weights, tokens, layers, heads, scanned):
    x = weights["words"][tokens[:, :-1]] + weights["places"]
    stacked = {k: v for k, v in weights.items() if k not in ("words", "places")}
    one = functools.partial(layer, heads)
    if scanned:
        kept = jax.checkpoint(one)
        x, _ = jax.lax.scan(lambda x, w: (kept(x, w), None), x, stacked)
    else:
        for i in range(layers):
            x = one(x, {k: v[i] for k, v in stacked.items()})
    scores = jax.nn.log_softmax(x @ weights["words"].T, axis=-1)
    return -jnp.take_along_axis(scores, tokens[:, 1:, None], axis=-1).mean()


def build(size):
    config = SIZES[size]
    scanned = size in ("large", "huge")

    @functools.partial(jax.jit, donate_argnums=(0,))
    def transformer(state, tokens):
        weights, first, second, step = state
        value, gradient = jax.value_and_grad(loss)(
            weights, tokens, config["layers"], config["heads"], scanned
        )
        step = step + 1
        first = {k: 0.9 * m + 0.1 * gradient[k] for k, m in first.items()}
        second = {k: 0.99 * v + 0.01 * gradient[k] ** 2 for k, v in second.items()}
        rate = 1e-3 * jnp.sqrt(1 - 0.99**step) / (1 - 0.9**step)
        weights = {
            k: w - rate * first[k] / (jnp.sqrt(second[k]) + 1e-8)
            for k, w in weights.items()
        }
        return (weights, first, second, step), value

    weights = parameters(**config)
    step = jax.ShapeDtypeStruct((), jnp.float32)
    tokens = (config["batch"], config["length"] + 1)
    return transformer, (
        (weights, weights, weights, step),
        jax.ShapeDtypeStruct(tokens, jnp.int32),
    )
