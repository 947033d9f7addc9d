//===- TestPasses.cpp - Passes for the tests ------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"

#include "TestPassRegistry.inc"
#include "TestPasses.inc"

using namespace hlomem;

namespace {

class PeakPass : public test::PeakBase<PeakPass> {
public:
  using PeakBase::PeakBase;
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &) {
    return PreservedAnalyses::all();
  }
};

class RenamePass : public test::RenameBase<RenamePass> {
public:
  using RenameBase::RenameBase;
  PreservedAnalyses run(Module &, AnalysisManager &, PassContext &) {
    return PreservedAnalyses::none();
  }
};

} // namespace

llvm::Error test::registerPeakPass(PassBuilder &PB) {
  return PB.registerPass<PeakPass>();
}

llvm::Error test::registerRenamePass(PassBuilder &PB) {
  return PB.registerPass<RenamePass>();
}
