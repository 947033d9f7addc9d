# ===- convolution.py - Convolutions of images --------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Convolutions of images whose result has their size, or a part of it."""

import jax


def convolve(x, kernel, stride=1, layout="NHWC"):
    """The layout is that of the images; a kernel is HWIO."""
    return jax.lax.conv_general_dilated(
        x, kernel, (stride, stride), "SAME", dimension_numbers=(layout, "HWIO", layout)
    )
