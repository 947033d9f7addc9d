//===- PrintedInstructions.h - Texts that a dump repeats --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_PRINTEDINSTRUCTIONS_H
#define HLOMEM_LIB_ANALYSIS_PRINTEDINSTRUCTIONS_H

#include "hlomem/IR/Value.h"

namespace hlomem {

/// Whether \p V, which stands behind \p Before under `Used values:`, is a
/// further leaf of the same instruction: a dump that does not contradict itself
/// prints the same text again. Looks at no text, however long.
inline bool isFurtherLeaf(const Value &Before, const Value &V) {
  return V.getDefinition().hasIndex() && Before.getDefinition().hasIndex() &&
         V.getInstructionText().size() == Before.getInstructionText().size() &&
         V.getInstructionName() == Before.getInstructionName();
}

/// Calls \p Visit(V) for the first leaf of each instruction in \p Values, which
/// stand in the order of `Used values:`, until it returns false. Returns
/// whether it never did.
template <typename RangeT, typename CallableT>
bool visitPrintedInstructions(const RangeT &Values, CallableT Visit) {
  const Value *Before = nullptr;
  for (const Value *V : Values) {
    if ((!Before || !isFurtherLeaf(*Before, *V)) && !Visit(*V))
      return false;
    Before = V;
  }
  return true;
}

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_PRINTEDINSTRUCTIONS_H
