//===- Twin.cpp - A plugin with the symbols of another one ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Pass/PassPlugin.h"

using namespace llvm;

// As in Greeter.cpp, but with another pass.
namespace greeter {

struct GreetPass : hlomem::PassInfoMixin<GreetPass> {
  static hlomem::PassInfo info() { return {"twin", "Write a word", {}, true}; }
  hlomem::PreservedAnalyses run(hlomem::Module &, hlomem::AnalysisManager &,
                                hlomem::PassContext &C) {
    C.document() << "twin\n";
    return hlomem::PreservedAnalyses::all();
  }
};

Error registerGreetPass(hlomem::PassBuilder &PB) {
  return PB.registerPass<GreetPass>();
}

Error registerGreeterPasses(hlomem::PassBuilder &PB) {
  return registerGreetPass(PB);
}

} // namespace greeter

// A function of the program has this name.
namespace hlomem {
Error registerPeakPass(PassBuilder &PB) {
  return greeter::registerGreeterPasses(PB);
}
} // namespace hlomem

HLOMEM_PASS_PLUGIN("twin", "1.0", hlomem::registerPeakPass)
