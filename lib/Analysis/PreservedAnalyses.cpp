//===- PreservedAnalyses.cpp - What a pass left as it was -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/PreservedAnalyses.h"

namespace hlomem {

PreservedAnalyses &PreservedAnalyses::preserve(const AnalysisKey *ID) {
  if (AllBut)
    Exceptions.erase(ID);
  else
    Exceptions.insert(ID);
  return *this;
}

PreservedAnalyses &PreservedAnalyses::abandon(const AnalysisKey *ID) {
  if (AllBut)
    Exceptions.insert(ID);
  else
    Exceptions.erase(ID);
  return *this;
}

void PreservedAnalyses::intersect(const PreservedAnalyses &Other) {
  // Of the two only one that names what it preserves can make the result do so.
  PreservedAnalyses Result(AllBut && Other.AllBut);
  if (Result.AllBut) {
    Result.Exceptions = Exceptions;
    Result.Exceptions.insert(Other.Exceptions.begin(), Other.Exceptions.end());
  } else {
    for (const AnalysisKey *ID : AllBut ? Other.Exceptions : Exceptions)
      if (isPreserved(ID) && Other.isPreserved(ID))
        Result.Exceptions.insert(ID);
  }
  *this = std::move(Result);
}

} // namespace hlomem
