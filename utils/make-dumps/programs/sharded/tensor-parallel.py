# ===- tensor-parallel.py - Each product on several devices -------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Tensor parallel training: each product is cut, and its parts are summed.

The variant `sequence-cut` also cuts what lies between the products.
"""

import functools

import jax

from lib import meshes, sizes, training, transformer

DEVICES = 4
SIZES = transformer.SIZES
VARIANTS = {
    "donated": {"donate": True},
    "sequence-cut": {"sequence_cut": True},
    "remat": {"policy": "nothing_saveable"},
    "remat-dots-no-batch": {"policy": "dots_with_no_batch_dims_saveable"},
    "and-data": {"data": 2},
    "batch-half": {"batch": 0.5},
}
CUTS = {
    "words": ("model", None),
    "attention": (None, None, "model"),
    "projection": (None, "model", None),
    "widen": (None, None, "model"),
    "narrow": (None, "model", None),
}


def build(
    size, target, donate=False, sequence_cut=False, policy=None, data=1, batch=1
):
    config = sizes.scaled(SIZES[size], batch=batch)
    mesh = target.mesh((data, DEVICES // data), ("data", "model"))
    wrap = meshes.constrain(mesh, "data", "model" if sequence_cut else None)
    loss = transformer.loss_of(config, policy=policy, wrap=wrap)
    weights = meshes.placed(mesh, transformer.weights(config, "bfloat16"), CUTS)
    places = jax.tree_util.tree_map(lambda v: v.sharding, weights)

    @functools.partial(
        jax.jit, donate_argnums=(0,) if donate else (), out_shardings=places
    )
    def tensor_parallel(weights, tokens):
        return training.sgd(weights, jax.grad(loss)(weights, tokens))

    shape = transformer.tokens(config).shape
    return tensor_parallel, (weights, meshes.array(mesh, shape, "int32", "data"))
