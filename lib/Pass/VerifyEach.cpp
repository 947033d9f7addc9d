//===- VerifyEach.cpp - Verification after every change -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyEach.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/PassContext.h"
#include "hlomem/Pass/PassInstrumentation.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Verifier/Verifier.h"
#include "llvm/ADT/STLExtras.h"
#include <memory>
#include <optional>

using namespace llvm;

namespace hlomem {

static VerifierResult verify(const Module &M) {
  VerifierOptions OneOfEach;
  OneOfEach.MaxPerRule = 1;
  return verifyModule(M, OneOfEach);
}

static Error makeError(StringRef Pass, const VerifierResult &Result,
                       bool WasSound) {
  const Violation *First = find_if(Result.violations(), [](const Violation &V) {
    return V.Severity == RuleSeverity::Error;
  });
  std::string Message = ("the module contradicts itself after pass '" + Pass +
                         (WasSound ? "'" : "', as it did before the first one"))
                            .str();
  raw_string_ostream OS(Message);
  OS << ": " << First->Message << " [" << getInfo(First->Rule).Name << ']';
  if (uint64_t More = Result.getCount(RuleSeverity::Error) - 1)
    OS << " and " << countText(More, "error") << " more";
  return createStringError(OS.str());
}

namespace {

/// What is known of one module between passes.
struct ModuleState {
  /// No pass is to blame for what was wrong from the beginning.
  std::optional<bool> WasSound;
  uint64_t EditCount = 0;
};

} // namespace

void registerVerifyEach(PassInstrumentation &PI, bool StartsVerified,
                        bool ForgivesUnsoundStart) {
  auto State = std::make_shared<ModuleState>();
  if (StartsVerified)
    State->WasSound = true;
  PI.registerBeforePassCallback([State](StringRef, const Module &M) {
    if (!State->WasSound)
      State->WasSound = verify(M).isSound();
    State->EditCount = M.getEditCount();
  });
  // Not left to what the pass says that it preserved: a pass may be wrong.
  PI.registerAfterPassCheckCallback([=](StringRef Pass, const Module &M,
                                        const PreservedAnalyses &,
                                        PassContext &C) {
    if (C.isDoubtful())
      State->WasSound = false;
    if (M.getEditCount() == State->EditCount ||
        (ForgivesUnsoundStart && State->WasSound == false))
      return;
    VerifierResult Result = verify(M);
    if (Result.isSound())
      return;
    C.markUnsound();
    C.fail(makeError(Pass, Result, State->WasSound.value_or(true)));
  });
}

} // namespace hlomem
