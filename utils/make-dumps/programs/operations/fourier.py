# ===- fourier.py - Fourier transforms ----------------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Fourier transforms: spectra in complex64 beside the real arrays they come from."""

import functools

import jax
import jax.numpy as jnp

SIZES = {"tiny": 16, "small": 64, "large": 4096}
VARIANTS = {
    "donated": {"donate": True},
    "complex": {"real": False},
    "one-dimension": {"both": False},
    "batch-half": {"batch": 1},
}


def build(size, donate=False, real=True, both=True, batch=2):
    n = SIZES[size]
    axes = (1, 2) if both else (2,)
    there = jnp.fft.rfftn if real else jnp.fft.fftn
    back = jnp.fft.irfftn if real else jnp.fft.ifftn

    @functools.partial(jax.jit, donate_argnums=(0,) if donate else ())
    def fourier(field, scale):
        spectrum = there(field, axes=axes)
        return back(spectrum * scale, axes=axes), jnp.abs(spectrum).max()

    dtype = jnp.float32 if real else jnp.complex64
    return fourier, (
        jax.ShapeDtypeStruct((batch, n, n), dtype),
        jax.ShapeDtypeStruct((), jnp.float32),
    )
