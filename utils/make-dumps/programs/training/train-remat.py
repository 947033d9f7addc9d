# ===- train-remat.py - Training with all layers computed again ---------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A training step whose loop keeps the input of each layer and nothing else.

At size large it needs more than the 15.75 GiB of a TPU v5e; most variants are
changes that are said to help.
"""

import functools

import jax

from lib import sizes, training, transformer

SIZES = transformer.SIZES
VARIANTS = {
    "not-donated": {"donate": False},
    "no-remat": {"policy": None},
    "state-bf16": {"state": "bfloat16"},
    "batch-half": {"batch": 0.5},
    "batch-quarter": {"batch": 0.25},
    "query-chunks": {"query_chunks": 8},
    "loss-chunks": {"loss_chunks": 8},
    "microbatches": {"microbatches": 2},
    "groups": {"group": 2},
}


def build(
    size,
    donate=True,
    policy="nothing_saveable",
    state="float32",
    batch=1,
    query_chunks=1,
    loss_chunks=1,
    microbatches=1,
    group=1,
):
    config = sizes.scaled(SIZES[size], batch=batch)
    loss = transformer.loss_of(
        config,
        policy=policy,
        query_chunks=query_chunks,
        loss_chunks=loss_chunks,
        group=group,
    )

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def train_remat(state, tokens):
        if microbatches == 1:
            return training.adam_step(loss, state, tokens)[0]
        gradient = training.summed_gradient(loss, state[0], tokens, microbatches)
        return training.adam(state, gradient)

    weights = transformer.weights(config, "bfloat16")
    return train_remat, (
        training.adam_state(weights, state),
        transformer.tokens(config),
    )
