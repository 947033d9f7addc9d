# ===- transformer.py - A training step of a transformer ----------------===#
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

from lib import sizes, training, transformer as parts

SIZES = {
    "tiny": dict(layers=2, width=64, heads=4, words=256, length=32, batch=2),
    "small": dict(layers=4, width=256, heads=8, words=8192, length=128, batch=4),
    "large": dict(layers=24, width=1024, heads=16, words=50304, length=1024, batch=8),
    "huge": dict(layers=96, width=12288, heads=96, words=50304, length=2048, batch=8),
}
VARIANTS = {
    "not-donated": {"donate": False},
    "state-bf16": {"state": "bfloat16"},
    "batch-half": {"batch": 0.5},
    "length-half": {"length": 0.5},
    "layers-half": {"layers": 0.5},
    "query-chunks": {"query_chunks": 4},
    "loss-chunks": {"loss_chunks": 4},
}


def build(
    size,
    donate=True,
    state="float32",
    batch=1,
    length=1,
    layers=1,
    query_chunks=1,
    loss_chunks=1,
):
    config = sizes.scaled(SIZES[size], batch=batch, length=length, layers=layers)
    scanned = size in ("large", "huge")
    loss = parts.loss_of(
        config,
        scanned=scanned,
        policy="nothing_saveable" if scanned else None,
        query_chunks=query_chunks,
        loss_chunks=loss_chunks,
    )

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def transformer(state, tokens):
        return training.adam_step(loss, state, tokens)

    weights = parts.weights(config)
    return transformer, (training.adam_state(weights, state), parts.tokens(config))
