//===- StatePairs.h - Arguments and the results that replace them *- C++
//-*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_STATEPAIRS_H
#define HLOMEM_ANALYSIS_PROGRAM_STATEPAIRS_H

#include "hlomem/IR/HloGraph.h"

namespace hlomem {

/// Represents an argument and the result that replaces it for the next call.
struct StatePair {
  /// Identifies a leaf of one of the entry computation's parameters.
  HloPlace Argument;
  /// Identifies a leaf of the entry computation's root.
  HloPlace Result;
};

/// Returns the pairs of \p G: those that share memory, and beside them each
/// result in its order with the first argument of its element type and
/// dimensions that is left, as JAX would pair them if all arguments were
/// donated.
SmallVector<StatePair> findStatePairs(const HloGraph &G);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_STATEPAIRS_H
