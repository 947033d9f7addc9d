//===- InstructionIndex.cpp - The gist of all instructions ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "PrintedInstructions.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Parallel.h"

using namespace llvm;

namespace hlomem {

AnalysisKey InstructionIndexAnalysis::Key;

InstructionIndex::InstructionIndex(const Module &M)
    : M(M), First(M.values().data()), ByValue(M.values().size()) {
  ValueOrder Used = M.listedValues();
  auto Continues = [Used](size_t I) {
    return I != 0 && isFurtherLeaf(*Used[I - 1], *Used[I]);
  };
  parallelForParts(countParts(M.getThreadCount(), Used.size()), Used.size(),
                   [&](size_t, size_t Begin, size_t End) {
                     // What begins in another part is looked at there.
                     while (Begin != End && Continues(Begin))
                       ++Begin;
                     if (Begin == End)
                       return;
                     InstructionGist Gist;
                     for (size_t I = Begin;
                          I != Used.size() && (I < End || Continues(I)); ++I) {
                       const Value &V = *Used[I];
                       if (I == Begin || !Continues(I))
                         Gist = getGist(M, V);
                       if (V.isAllocated())
                         ByValue[&V - First] = Gist;
                     }
                   });
}

InstructionGist InstructionIndex::get(const Value &V) const {
  // A value without an allocation is elsewhere in memory.
  return V.isAllocated() ? ByValue[&V - First] : getGist(M, V);
}

InstructionIndex InstructionIndexAnalysis::run(const Module &M,
                                               AnalysisManager &) {
  return InstructionIndex(M);
}

} // namespace hlomem
