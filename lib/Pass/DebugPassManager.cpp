//===- DebugPassManager.cpp - Passes and analyses as they run -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugPassManager.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/PrintableText.h"

using namespace llvm;

namespace hlomem {

void registerDebugPassManager(PassInstrumentation &PI, raw_ostream &OS) {
  auto Printer = [&OS](StringLiteral What) {
    return [&OS, What](StringRef Name, const Module &M) {
      OS << What << Name << " on " << toPrintable(M.getName()) << '\n';
    };
  };
  PI.registerSkippedPassCallback(Printer("Skipping pass: "));
  PI.registerBeforePassCallback(Printer("Running pass: "));
  PI.registerBeforeAnalysisCallback(Printer("Running analysis: "));
  PI.registerAnalysisInvalidatedCallback(Printer("Invalidating analysis: "));
}

} // namespace hlomem
