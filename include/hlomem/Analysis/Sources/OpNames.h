//===- OpNames.h - What an op_name tells of an operation --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Recognizes JAX's transformations in op_names. JAX names an operation after
/// the transformations that it comes from: `jit(step)/jvp(model)/exp` of a
/// function that is differentiated, `jit(step)/transpose(jvp(model))/mul` of
/// its gradient, and `.../checkpoint/...` or `.../rematted_computation/...` of
/// what jax.checkpoint computes again (jax/_src/ad_checkpoint.py).
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_SOURCES_OPNAMES_H
#define HLOMEM_ANALYSIS_SOURCES_OPNAMES_H

#include "llvm/ADT/StringRef.h"

namespace hlomem {

/// Returns true if the operation is part of a gradient.
inline bool isOfBackwardPass(llvm::StringRef OpName) {
  return OpName.contains("transpose(");
}

/// Returns true if the operation is part of the function that is
/// differentiated.
inline bool isOfForwardPass(llvm::StringRef OpName) {
  return OpName.contains("jvp(") && !isOfBackwardPass(OpName);
}

/// Returns true if the operation is under jax.checkpoint.
inline bool isCheckpointed(llvm::StringRef OpName) {
  return OpName.contains("checkpoint") ||
         OpName.contains("rematted_computation");
}

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_SOURCES_OPNAMES_H
