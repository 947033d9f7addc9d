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

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Returns true if the operation is part of a gradient. Of a gradient that is
/// differentiated itself, "jvp(transpose(jvp(Dense)))", the outermost decides:
/// the inner one is part of the function.
inline bool isOfBackwardPass(StringRef OpName) {
  const size_t At = OpName.find("transpose(");
  return At != StringRef::npos && At < OpName.find("jvp(");
}

/// Returns true if the operation is part of the function that is
/// differentiated.
inline bool isOfForwardPass(StringRef OpName) {
  return OpName.contains("jvp(") && !isOfBackwardPass(OpName);
}

/// Returns true if the operation is part of the forward pass, and there of a
/// gradient that the function computes.
inline bool isOfInnerGradient(StringRef OpName) {
  return isOfForwardPass(OpName) && OpName.contains("transpose(");
}

/// Returns true if the operation is computed again for a gradient, as
/// jax.checkpoint wants it.
inline bool isRecomputed(StringRef OpName) {
  return OpName.contains("rematted_computation");
}

/// Identifies the pass of training that an operation is part of. The values
/// are bits of a PhaseSet.
enum class Phase : uint8_t { None = 1, Forward = 2, Backward = 4, Other = 8 };

/// Returns the phase that \p OpName tells: None if it is empty, and Other if it
/// tells nothing. What is recomputed for a gradient runs in the backward pass,
/// and so does what TensorFlow's gradient tape adds.
inline Phase getPhase(StringRef OpName) {
  if (OpName.empty())
    return Phase::None;
  if ((isOfBackwardPass(OpName) && OpName.contains("jvp")) ||
      isRecomputed(OpName) || OpName.contains("gradient_tape/"))
    return Phase::Backward;
  return isOfForwardPass(OpName) ? Phase::Forward : Phase::Other;
}

/// Returns the argument of the user's function that \p OpName is or is part of:
/// "params" for "params['w1']".
inline StringRef getRootArgument(StringRef OpName) {
  return OpName.take_until([](char C) { return C == '[' || C == '.'; });
}

/// Returns true if \p OpName is that of an array which equinox.filter_jit has
/// put into a list: that of the first argument, or that of all others.
inline bool isOfEquinox(StringRef OpName) {
  return OpName.starts_with("dynamic_") &&
         (OpName.contains("['first'][") || OpName.contains("['rest']["));
}

/// Returns true if it is in the list of all others.
inline bool isOfEquinoxRest(StringRef OpName) {
  return isOfEquinox(OpName) && OpName.contains("['rest'][");
}

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_SOURCES_OPNAMES_H
