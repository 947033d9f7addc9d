//===- TestEdits.h - Edits of one thing, for tests --------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TEST_UNIT_IR_TESTEDITS_H
#define HLOMEM_TEST_UNIT_IR_TESTEDITS_H

#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace hlomem {

inline void setSlice(Module &M, const Value &V, Bytes Offset, Bytes Size) {
  AssignmentEdit E(M);
  E.place(V, {E.getPlace(V).Allocation, Offset});
  E.resize(V, Size);
  M.apply(E);
}

inline void setLiveRange(Module &M, const Value &V, LiveRange R) {
  AssignmentEdit E(M);
  E.setLiveRanges(V, R);
  M.apply(E);
}

inline void setSize(Module &M, const Allocation &A, Bytes Size) {
  AssignmentEdit E(M);
  E.resize(A, Size);
  M.apply(E);
}

/// How many went.
inline size_t
removeAllocations(Module &M,
                  llvm::function_ref<bool(const Allocation &)> ShouldRemove) {
  AssignmentEdit E(M);
  for (const Allocation &A : M.allocations())
    if (ShouldRemove(A))
      E.remove(A);
  size_t Count = E.allocations().size();
  M.apply(E);
  return Count;
}

} // namespace hlomem

#endif // HLOMEM_TEST_UNIT_IR_TESTEDITS_H
