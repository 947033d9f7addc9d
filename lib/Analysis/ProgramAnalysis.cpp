//===- ProgramAnalysis.cpp - The HLO text beside a dump -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/ProgramAnalysis.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

AnalysisKey ProgramAnalysis::Key;

ProgramText ProgramAnalysis::run(const Module &M, AnalysisManager &AM) {
  ProgramText Result;
  Expected<std::shared_ptr<const HloProgram>> Program = M.readProgram();
  if (Program)
    Result.Program = std::move(*Program);
  else
    Result.Problem = toString(Program.takeError());
  return Result;
}

} // namespace hlomem
