//===- PassInstrumentation.cpp - Callbacks around passes ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassInstrumentation.h"

using namespace llvm;

namespace hlomem {

bool PassInstrumentation::runBeforePass(StringRef Pass, const Module &M,
                                        bool IsRequired) const {
  bool ShouldRun = true;
  if (!IsRequired)
    for (const ShouldRunPassCallback &C : ShouldRunOptionalPass)
      ShouldRun &= C(Pass, M);
  if (ShouldRun) {
    for (const BeforePassCallback &C : BeforePass)
      C(Pass, M);
  } else {
    for (const SkippedPassCallback &C : SkippedPass)
      C(Pass, M);
  }
  return ShouldRun;
}

void PassInstrumentation::runAfterPass(
    StringRef Pass, const Module &M, const PreservedAnalyses &Preserved) const {
  for (const AfterPassCallback &C : AfterPass)
    C(Pass, M, Preserved);
}

void PassInstrumentation::runAfterPassChecks(StringRef Pass, const Module &M,
                                             const PreservedAnalyses &Preserved,
                                             PassContext &C) const {
  for (const AfterPassCheckCallback &Check : AfterPassChecks)
    Check(Pass, M, Preserved, C);
}

} // namespace hlomem
