# ===- element-types.py - Every type of element -------------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Arguments and results of every type, from one bit to sixteen bytes an element.

Types of four bits may be packed, two to a byte, or not.
"""

import jax
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 128, "large": 4096}
VARIANTS = {"donated": {"donate": True}, "vectors": {"rank": 1}}
# What is missing in a release of JAX, or on a device, is left out.
TYPES = (
    "bool",
    "int4 uint4 int8 uint8 int16 uint16 int32 uint32",
    "float8_e4m3fn float8_e5m2 float8_e4m3b11fnuz float8_e4m3fnuz float8_e5m2fnuz",
    "float16 bfloat16 float32 complex64",
)


def build(size, donate=False, rank=2):
    n = SIZES[size]
    names = [t for line in TYPES for t in line.split() if hasattr(jnp, t)]

    def element_types(arrays):
        def change(x):
            if x.dtype == jnp.bool_:
                return jnp.logical_not(x)
            if jnp.issubdtype(x.dtype, jnp.complexfloating):
                return x * 1j
            wide = jnp.int32 if jnp.issubdtype(x.dtype, jnp.integer) else jnp.float32
            return jnp.flip(x.astype(wide) * 2, axis=0).astype(x.dtype)

        return {name: change(x) for name, x in arrays.items()}

    arrays = {t: jax.ShapeDtypeStruct((n,) * rank, getattr(jnp, t)) for t in names}
    donated = (0,) if donate else ()
    return jax.jit(element_types, donate_argnums=donated), (arrays,)
