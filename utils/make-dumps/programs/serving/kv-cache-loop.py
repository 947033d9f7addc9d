# ===- kv-cache-loop.py - Many tokens, one cache ------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Decoding many tokens in a loop that carries the cache: it is updated in place.

Not donated, the cache is copied once, before the loop.
"""

import functools

import jax

from lib import decoding, sizes

SIZES = decoding.SIZES
VARIANTS = {
    "donated": {"donate": True},
    "slots": {"carry": False},
    "float32": {"dtype": "float32"},
    "batch-half": {"batch": 0.5},
    "until": {"bounded": False},
}


def build(size, donate=False, carry=True, dtype="bfloat16", batch=1, bounded=True):
    config = sizes.scaled(SIZES[size], batch=batch)
    step = decoding.step_by_carry if carry else decoding.step_by_slots

    @functools.partial(jax.jit, donate_argnums=(1,) if donate else ())
    def kv_cache_loop(weights, cache, x):
        def token(place, state):
            return step(weights, *state, place)

        def unfinished(state):
            place, (_, x) = state
            return (place < config["length"]) & (x[0, 0] < 1)

        def next_token(state):
            place, state = state
            return place + 1, token(place, state)

        if bounded:
            return jax.lax.fori_loop(0, config["length"], token, (cache, x))
        return jax.lax.while_loop(unfinished, next_token, (0, (cache, x)))

    return kv_cache_loop, (
        decoding.weights(config),
        decoding.cache(config, dtype),
        decoding.token(config),
    )
