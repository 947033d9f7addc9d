# ===- train-scan.py - Training with a loop over layers -----------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A training step that scans over layers and keeps what each computes for later.

Two loops: the first writes the residuals, a slot per layer, which the second
reads on the way back. Weights in bfloat16, Adam's moments in float32.
"""

import functools

import jax

from lib import sizes, training, transformer

SIZES = {
    "tiny": transformer.SIZES["tiny"],
    "small": transformer.SIZES["small"],
    "large": dict(layers=4, width=512, heads=8, words=8192, length=512, batch=8),
}
VARIANTS = {
    "not-donated": {"donate": False},
    "remat": {"policy": "nothing_saveable"},
    "remat-dots": {"policy": "dots_saveable"},
    "remat-dots-no-batch": {"policy": "dots_with_no_batch_dims_saveable"},
    "state-bf16": {"state": "bfloat16"},
    "weights-f32": {"dtype": "float32"},
    "batch-half": {"batch": 0.5},
    "length-half": {"length": 0.5},
    "layers-double": {"layers": 2},
    "query-chunks": {"query_chunks": 8},
    "loss-chunks": {"loss_chunks": 8},
    "unroll": {"unroll": 2},
    "unrolled": {"scanned": False},
}


def build(
    size,
    donate=True,
    policy=None,
    state="float32",
    dtype="bfloat16",
    batch=1,
    length=1,
    layers=1,
    query_chunks=1,
    loss_chunks=1,
    unroll=1,
    scanned=True,
):
    config = sizes.scaled(SIZES[size], batch=batch, length=length, layers=layers)
    loss = transformer.loss_of(
        config,
        policy=policy,
        query_chunks=query_chunks,
        loss_chunks=loss_chunks,
        unroll=unroll,
        scanned=scanned,
    )

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def train_scan(state, tokens):
        return training.adam_step(loss, state, tokens)

    weights = transformer.weights(config, dtype)
    return train_scan, (
        training.adam_state(weights, state),
        transformer.tokens(config),
    )
