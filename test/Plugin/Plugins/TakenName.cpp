//===- TakenName.cpp - A plugin that registers what there is already ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Pass/PassPlugin.h"

using namespace llvm;

namespace {

template <int> struct TakenPass : hlomem::PassInfoMixin<TakenPass<0>> {
  static hlomem::PassInfo info() { return {"peak", "Take a name", {}}; }
  hlomem::PreservedAnalyses run(hlomem::Module &, hlomem::AnalysisManager &,
                                hlomem::PassContext &) {
    return hlomem::PreservedAnalyses::all();
  }
};

} // namespace

static Error registerTaken(hlomem::PassBuilder &PB) {
#if defined(HLOMEM_TEST_TAKEN_PASS)
  return PB.registerPass<TakenPass<0>>();
#elif defined(HLOMEM_TEST_TAKEN_ANALYSIS)
  return PB.registerAnalysis<hlomem::LivenessAnalysis>(
      {"liveness", "Take a name"});
#elif defined(HLOMEM_TEST_TAKEN_ALIAS)
  return PB.registerPipelineAlias("default", "peak", "Take a name");
#elif defined(HLOMEM_TEST_TAKEN_FORMAT)
  return PB.registerRemarkFormat({"json", {}});
#elif defined(HLOMEM_TEST_AUTO_FORMAT)
  return PB.registerRemarkFormat({"auto", {}});
#else
  return PB.registerPipelineAlias("wrong", "peak,frog", "Name no pass");
#endif
}

HLOMEM_PASS_PLUGIN("taker", "1.0", registerTaken)
