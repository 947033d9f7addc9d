//===- Mistaken.cpp - A plugin with the mistake that a test asks for ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Pass/PassPlugin.h"
#include <cstdlib>

using namespace llvm;

namespace {

StringRef getMistake() {
  const char *Mistake = std::getenv("HLOMEM_TEST_MISTAKE");
  return Mistake ? Mistake : "";
}

struct TakenPass : hlomem::PassInfoMixin<TakenPass> {
  static hlomem::PassInfo info() { return {"peak", "Take a name", {}}; }
  hlomem::PreservedAnalyses run(hlomem::Module &, hlomem::AnalysisManager &,
                                hlomem::PassContext &) {
    return hlomem::PreservedAnalyses::all();
  }
};

Error registerMistake(hlomem::PassBuilder &PB) {
  if (getMistake() == "taken-pass")
    return PB.registerPass<TakenPass>();
  if (getMistake() == "taken-analysis")
    return PB.registerAnalysis<hlomem::LivenessAnalysis>(
        {"liveness", "Take a name"});
  if (getMistake() == "taken-alias")
    return PB.registerPipelineAlias("default", "peak", "Take a name");
  if (getMistake() == "wrong-alias")
    return PB.registerPipelineAlias("wrong", "peak,frog", "Name no pass");
  if (getMistake() == "taken-format")
    return PB.registerRemarkFormat({"json", {}});
  if (getMistake() == "auto-format")
    return PB.registerRemarkFormat({"auto", {}});
  return joinErrors(
      createStringError(inconvertibleErrorCode(), "no licence was found;"),
      createStringError(inconvertibleErrorCode(), "it is Sunday"));
}

} // namespace

// HLOMEM_PASS_PLUGIN makes none of these mistakes.
extern "C" const hlomem::PassPluginInfo *hlomemGetPassPluginInfo() {
  static hlomem::PassPluginInfo Info = {HLOMEM_PLUGIN_API_VERSION, "mistaken",
                                        "1.0", registerMistake,
                                        &HLOMEM_PLUGIN_ABI_SYMBOL};
  if (getMistake() == "no-info")
    return nullptr;
  if (getMistake() == "no-name")
    Info.PluginName = "";
  if (getMistake() == "no-callback")
    Info.RegisterCallback = nullptr;
  if (getMistake() == "other-api")
    ++Info.APIVersion;
  return &Info;
}
