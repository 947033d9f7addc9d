# ===- convolutions.py - Convolutions of several kinds ------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Convolutions by stride, by group, dilated, transposed and in one dimension."""

import jax
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 16, "large": 256}
VARIANTS = {"bfloat16": {"dtype": "bfloat16"}, "batch-double": {"batch": 8}}


def build(size, dtype="float32", batch=4):
    n = SIZES[size]
    width = 16

    @jax.jit
    def convolutions(x, kernel, deep, line):
        numbers = ("NHWC", "HWIO", "NHWC")

        def convolve(x, kernel, strides=(1, 1), **options):
            return jax.lax.conv_general_dilated(
                x, kernel, strides, "SAME", dimension_numbers=numbers, **options
            )

        return {
            "strided": convolve(x, kernel, (2, 2)),
            "grouped": convolve(x, deep, feature_group_count=width),
            "dilated": convolve(x, kernel, rhs_dilation=(2, 2)),
            "transposed": jax.lax.conv_transpose(x, kernel, (2, 2), "SAME"),
            "line": jax.lax.conv(
                jnp.moveaxis(x[:, 0], 2, 1), line, window_strides=(1,), padding="SAME"
            ),
        }

    return convolutions, (
        jax.ShapeDtypeStruct((batch, n, n, width), dtype),
        jax.ShapeDtypeStruct((3, 3, width, width), dtype),
        jax.ShapeDtypeStruct((3, 3, 1, width), dtype),
        jax.ShapeDtypeStruct((width, width, 5), dtype),
    )
