# ===- transformer.py - The parts of a decoder --------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The parts of a transformer, which the programs put together in different ways.

The weights are a dictionary of arrays; those of the layers have the number of
layers for a first dimension. A configuration is a dictionary with the keys
layers, width, heads, words, length and batch, and hidden where it is not four times
the width.
"""

import functools

import jax
import jax.numpy as jnp

from lib import training

SIZES = {
    "tiny": dict(layers=2, width=64, heads=4, words=512, length=64, batch=4),
    "small": dict(layers=4, width=128, heads=4, words=2048, length=128, batch=8),
    "large": dict(layers=24, width=2048, heads=16, words=32000, length=2048, batch=8),
    "huge": dict(layers=100, width=8192, heads=64, words=32000, length=2048, batch=8),
}


def weights(config, dtype="float32"):
    """The shapes of all weights."""
    layers, width = config["layers"], config["width"]
    hidden = config.get("hidden", 4 * width)
    shapes = {
        "words": (config["words"], width),
        "places": (config["length"], width),
        "norms": (layers, 2, width),
        "attention": (layers, width, 3 * width),
        "projection": (layers, width, width),
        "widen": (layers, width, hidden),
        "narrow": (layers, hidden, width),
    }
    return {k: jax.ShapeDtypeStruct(shape, dtype) for k, shape in shapes.items()}


def tokens(config):
    """The shape of a batch; each row has one token more, which is only predicted."""
    return jax.ShapeDtypeStruct((config["batch"], config["length"] + 1), jnp.int32)


def normalize(x, scale):
    y = x.astype(jnp.float32)
    mean = y.mean(axis=-1, keepdims=True)
    variance = ((y - mean) ** 2).mean(axis=-1, keepdims=True)
    return ((y - mean) * jax.lax.rsqrt(variance + 1e-5)).astype(x.dtype) * scale


def mix(queries, keys, values, first=0):
    """Causal attention of [batch, length, heads, depth]; `first` places the queries."""
    scores = jnp.einsum("bqhd,bkhd->bhqk", queries, keys) * queries.shape[-1] ** -0.5
    places = first + jnp.arange(queries.shape[1])
    seen = places[:, None] >= jnp.arange(keys.shape[1])
    scores = jnp.where(seen, scores.astype(jnp.float32), -1e9)
    scores = jax.nn.softmax(scores, axis=-1).astype(values.dtype)
    return jnp.einsum("bhqk,bkhd->bqhd", scores, values)


def mix_in_chunks(queries, keys, values, chunks):
    """The same with the scores of a part of the queries at a time."""
    batch, length, heads, depth = queries.shape
    parts = queries.reshape(batch, chunks, length // chunks, heads, depth)

    @jax.checkpoint
    def part(inputs):
        queries, first = inputs
        return mix(queries, keys, values, first)

    firsts = jnp.arange(chunks) * (length // chunks)
    mixed = jax.lax.map(part, (parts.swapaxes(0, 1), firsts))
    return mixed.swapaxes(0, 1).reshape(queries.shape)


def attend(x, weights, heads, chunks=1):
    batch, length, width = x.shape
    parts = jnp.split(x @ weights["attention"], 3, axis=-1)
    parts = [v.reshape(batch, length, heads, width // heads) for v in parts]
    mixed = mix(*parts) if chunks == 1 else mix_in_chunks(*parts, chunks)
    return mixed.reshape(x.shape) @ weights["projection"]


def layer(x, weights, heads, chunks=1):
    x = x + attend(normalize(x, weights["norms"][0]), weights, heads, chunks)
    hidden = jax.nn.gelu(normalize(x, weights["norms"][1]) @ weights["widen"])
    return x + hidden @ weights["narrow"]


def run_layers(x, stacked, one, scanned, unroll=1, group=1):
    """All layers: written out, or as a loop, or as a loop over groups of layers."""
    if not scanned:
        for i in range(stacked["norms"].shape[0]):
            x = one(x, {k: v[i] for k, v in stacked.items()})
        return x

    def step(x, weights):
        return one(x, weights), None

    if group == 1:
        return jax.lax.scan(step, x, stacked, unroll=unroll)[0]

    @jax.checkpoint
    def steps(x, weights):
        return jax.lax.scan(step, x, weights)

    def grouped(v):
        return v.reshape((v.shape[0] // group, group) + v.shape[1:])

    return jax.lax.scan(steps, x, {k: grouped(v) for k, v in stacked.items()})[0]


def predict(
    weights,
    tokens,
    heads,
    scanned=True,
    policy=None,
    unroll=1,
    group=1,
    query_chunks=1,
    wrap=lambda x: x,
):
    """What the last layer says at each place. `wrap` is applied between layers."""
    x = wrap(weights["words"][tokens] + weights["places"])
    stacked = {k: v for k, v in weights.items() if k not in ("words", "places")}

    def one(x, weights):
        return wrap(layer(x, weights, heads, query_chunks))

    one = training.checkpointed(one, policy)
    return run_layers(x, stacked, one, scanned, unroll, group)


def cross_entropy(x, words, targets, chunks=1):
    """The loss; with chunks, with the logits of a part of the places at a time."""

    def part(inputs):
        x, targets = inputs
        scores = jax.nn.log_softmax((x @ words.T).astype(jnp.float32), axis=-1)
        return -jnp.take_along_axis(scores, targets[..., None], axis=-1).sum()

    if chunks == 1:
        return part((x, targets)) / targets.size

    def cut(v):
        cut = (v.shape[0], chunks, v.shape[1] // chunks) + v.shape[2:]
        return v.reshape(cut).swapaxes(0, 1)

    losses = jax.lax.map(jax.checkpoint(part), (cut(x), cut(targets)))
    return losses.sum() / targets.size


def loss(weights, tokens, heads, loss_chunks=1, **options):
    x = predict(weights, tokens[:, :-1], heads, **options)
    return cross_entropy(x, weights["words"], tokens[:, 1:], loss_chunks)


def loss_of(config, **options):
    """The loss as a function of weights and tokens alone."""
    return functools.partial(loss, heads=config["heads"], **options)
