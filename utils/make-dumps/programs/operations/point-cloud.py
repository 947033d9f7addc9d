# ===- point-cloud.py - Rows of three numbers ---------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Rows of three numbers gathered and scattered: a dimension that layouts pad.

The variant `columns` holds the same numbers in three arrays.
"""

import functools

import jax
import jax.numpy as jnp

SIZES = {
    "tiny": dict(points=256, pairs=1024),
    "small": dict(points=8192, pairs=32768),
    "large": dict(points=1 << 20, pairs=1 << 21),
}
VARIANTS = {
    "donated": {"donate": True},
    "columns": {"columns": True},
    "pairs-half": {"pairs": 0.5},
}


def build(size, donate=False, columns=False, pairs=1):
    points, pairs = SIZES[size]["points"], int(SIZES[size]["pairs"] * pairs)

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def point_cloud(places, first, second):
        if columns:
            differences = [p[first] - p[second] for p in places]
            distance = sum(d * d for d in differences)
            forces = [d / (1.0 + distance) for d in differences]
            return [p.at[first].add(f) for p, f in zip(places, forces)]
        difference = places[first] - places[second]
        distance = (difference * difference).sum(axis=1, keepdims=True)
        return places.at[first].add(difference / (1.0 + distance))

    places = jax.ShapeDtypeStruct((points, 3), jnp.float32)
    if columns:
        places = [jax.ShapeDtypeStruct((points,), jnp.float32)] * 3
    indices = jax.ShapeDtypeStruct((pairs,), jnp.int32)
    return point_cloud, (places, indices, indices)
