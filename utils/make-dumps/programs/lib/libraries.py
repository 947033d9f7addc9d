# ===- libraries.py - Models of public libraries -------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""What programs of models of public libraries share, without these libraries."""

import contextlib
import unittest.mock

import jax
import jax.numpy as jnp
from jax.sharding import NamedSharding, PartitionSpec


@contextlib.contextmanager
def seen(target, mesh):
    """While a library looks for its devices: those that are compiled for."""
    devices = unittest.mock.patch.object(jax, "devices", lambda *_: target.devices)
    with devices, mesh:
        yield


def placed(mesh, arrays, axes=None):
    """The arrays of a tree, cut as a tree of PartitionSpecs says, or not at all."""

    def place(v, spec=None):
        sharding = NamedSharding(mesh, spec or PartitionSpec())
        return jax.ShapeDtypeStruct(v.shape, v.dtype, sharding=sharding)

    trees = [arrays] if axes is None else [arrays, axes]
    return jax.tree_util.tree_map(place, *trees)


def cross_entropy(logits, labels):
    logits = jax.nn.log_softmax(logits.astype(jnp.float32))
    return -jnp.take_along_axis(logits, labels[..., None], -1).mean()


def next_word_loss(model_of):
    """The loss of a decoder of Tunix, which is made of its weights."""

    def loss(weights, tokens):
        count, length = tokens.shape
        places = jnp.broadcast_to(jnp.arange(length), tokens.shape)
        mask = jnp.tril(jnp.ones((count, length, length), bool))
        logits, _ = model_of(weights)(tokens, places, None, mask)
        return cross_entropy(logits[:, :-1], tokens[:, 1:])

    return loss
