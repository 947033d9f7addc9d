# ===- inference.py - A prompt through all layers -----------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""The forward pass alone, in bfloat16: nothing of a layer outlives the next one."""

import jax

from lib import sizes, transformer

SIZES = transformer.SIZES
VARIANTS = {
    "unrolled": {"scanned": False},
    "batch-double": {"batch": 2},
    "query-chunks": {"query_chunks": 8},
    "float32": {"dtype": "float32"},
    "last-only": {"last": True},
    "hidden-half": {"hidden": 0.5},
}


def build(
    size,
    scanned=True,
    batch=1,
    query_chunks=1,
    dtype="bfloat16",
    last=False,
    hidden=1,
):
    config = sizes.scaled(SIZES[size], batch=batch)
    config["hidden"] = int(4 * config["width"] * hidden)

    @jax.jit
    def inference(weights, tokens):
        x = transformer.predict(
            weights,
            tokens[:, :-1],
            config["heads"],
            scanned=scanned,
            query_chunks=query_chunks,
        )
        return (x[:, -1:] if last else x) @ weights["words"].T

    return inference, (transformer.weights(config, dtype), transformer.tokens(config))
