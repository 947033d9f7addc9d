# ===- deep.py - Up to a hundred layers, written out --------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""A training step whose layers are all written out: a schedule of great length.

The program grows with the number of layers, which a loop would hide.
"""

import functools

import jax

from lib import sizes, training, transformer

SIZES = {
    "tiny": dict(layers=3, width=32, heads=2, words=128, length=16, batch=2),
    "small": dict(layers=12, width=128, heads=4, words=1024, length=64, batch=2),
    "large": dict(layers=48, width=1024, heads=16, words=32000, length=512, batch=4),
    "huge": dict(layers=100, width=2048, heads=16, words=32000, length=1024, batch=4),
}
VARIANTS = {
    "donated": {"donate": True},
    "remat": {"policy": "nothing_saveable"},
    "scanned": {"scanned": True},
    "batch-half": {"batch": 0.5},
}


def build(size, donate=False, policy=None, scanned=False, batch=1):
    config = sizes.scaled(SIZES[size], batch=batch)
    loss = transformer.loss_of(config, policy=policy, scanned=scanned)

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def deep(weights, tokens):
        return training.sgd(weights, jax.grad(loss)(weights, tokens))

    return deep, (transformer.weights(config), transformer.tokens(config))
