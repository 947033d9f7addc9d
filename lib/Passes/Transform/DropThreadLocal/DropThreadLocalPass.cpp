//===- DropThreadLocalPass.cpp - Device memory only -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DropThreadLocal/DropThreadLocal.inc"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Analysis/Sources/UserSourceAnalysis.h"
#include "hlomem/IR/AssignmentEdit.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses DropThreadLocalPass::run() {
  if (!M.tellsAllocations()) {
    emit(remark::ThreadLocalUnknown{});
    return PreservedAnalyses::all();
  }
  const Bytes Before = M.getTotalSize();
  Bytes Size;
  uint64_t Count = 0, ValueCount = 0;
  AssignmentEdit Edit(M);
  for (const Allocation &A : M.allocations())
    if (A.isThreadLocal()) {
      Size += A.getSize();
      ValueCount += A.values().size();
      ++Count;
      Edit.remove(A);
    }
  if (!M.apply(Edit)) {
    emit(remark::NoThreadLocal{});
    return PreservedAnalyses::all();
  }
  emit(remark::DroppedThreadLocal{.Allocations = Count,
                                  .Values = ValueCount,
                                  .Size = Size,
                                  .After = M.getTotalSize(),
                                  .Before = Before});
  // All others speak of allocations and values, which have new addresses.
  return PreservedAnalyses::none()
      .preserve<BackendAnalysis>()
      .preserve<ProgramAnalysis>()
      .preserve<UserSourceAnalysis>();
}

HLOMEM_PASS(DropThreadLocal, DropThreadLocalPass)

} // namespace hlomem
