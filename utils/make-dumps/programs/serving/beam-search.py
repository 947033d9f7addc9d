# ===- beam-search.py - A cache that changes hands ----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Beams that change places: the whole cache is gathered again after each token."""

import functools

import jax
import jax.numpy as jnp

from lib import sizes

SIZES = {
    "tiny": dict(beams=4, length=16, width=32, words=64),
    "small": dict(beams=4, length=256, width=256, words=512),
    "large": dict(beams=32, length=4096, width=2048, words=32000),
}
VARIANTS = {
    "donated": {"donate": True},
    "one-step": {"steps": 1},
    "parents": {"gather": False},
    "vocabulary-double": {"vocabulary": 2},
}


def build(size, donate=False, steps=None, gather=True, vocabulary=1):
    config = sizes.scaled(SIZES[size], words=vocabulary)
    beams, length, width = (config[k] for k in ("beams", "length", "width"))

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def beam_search(cache, words, scores):
        def step(place, state):
            cache, scores = state
            x = cache.mean(axis=1)
            more = jax.nn.log_softmax(x @ words.T) + scores[:, None]
            scores, best = jax.lax.top_k(more.reshape(-1), beams)
            parents, chosen = best // words.shape[0], best % words.shape[0]
            if gather:
                cache = cache[parents]
            row = words[chosen] + x[parents]
            row = row[:, None]
            return jax.lax.dynamic_update_slice(cache, row, (0, place, 0)), scores

        return jax.lax.fori_loop(0, steps or length, step, (cache, scores))

    return beam_search, (
        jax.ShapeDtypeStruct((beams, length, width), jnp.float32),
        jax.ShapeDtypeStruct((config["words"], width), jnp.float32),
        jax.ShapeDtypeStruct((beams,), jnp.float32),
    )
