# ===- dynamic-shapes.py - Sizes known when it runs ---------------------===#
#
# Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
# Exceptions. See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# ===----------------------------------------------------------------------===
"""Arrays of a bounded size of which the true size is an argument.

JAX has no name for them; a primitive of its own writes the operation of StableHLO.
"""

import jax
import jax.numpy as jnp

SIZES = {"tiny": 8, "small": 128, "large": 4096}
VARIANTS = {"bfloat16": {"dtype": "bfloat16"}, "rows-double": {"factor": 2}}


def gram_primitive():
    """x.T @ tanh(x) of the first rows of x, whose number is an operand."""
    from jax.extend import core
    from jax.extend.mlir import ir
    from jax.extend.mlir.dialects import stablehlo as hlo
    from jax.interpreters import mlir

    primitive = core.Primitive("gram_of_rows")

    @primitive.def_abstract_eval
    def gram_shape(x, rows):
        return x.update(shape=(x.shape[1], x.shape[1]))

    def lower(context, x, rows):
        bounded = hlo.set_dimension_size(x, rows, 0)
        element = ir.RankedTensorType(x.type).element_type
        result = ir.RankedTensorType.get(context.avals_out[0].shape, element)
        numbers = hlo.DotDimensionNumbers.get(
            lhs_batching_dimensions=[],
            rhs_batching_dimensions=[],
            lhs_contracting_dimensions=[0],
            rhs_contracting_dimensions=[0],
        )
        return [hlo.dot_general(result, bounded, hlo.tanh(bounded), numbers)]

    mlir.register_lowering(primitive, lower)
    return primitive


def unsupported(target):
    if target.platform == "gpu":
        return "XLA has no dynamic shapes on a GPU"
    return None


def build(size, dtype="float32", factor=1):
    n = SIZES[size]

    @jax.jit
    def dynamic_shapes(x, rows):
        return gram_primitive().bind(x, rows)

    return dynamic_shapes, (
        jax.ShapeDtypeStruct((factor * 4 * n, n), dtype),
        jax.ShapeDtypeStruct((), jnp.int32),
    )
