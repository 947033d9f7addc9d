//===- PrintPass.cpp - The module as a dump -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Export/DumpWriter.h"
#include "hlomem/Passes/Pass.h"
#include "hlomem/Passes/PassBuilder.h"

#define GEN_PASS_DEF_PRINT
#include "hlomem/Passes/Passes.inc"

using namespace llvm;

namespace hlomem {

namespace {

class PrintPass : public PrintBase<PrintPass> {
public:
  using PrintBase::PrintBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C) {
    writeDump(M, C.document());
    return PreservedAnalyses::all();
  }
};

} // namespace

Error registerPrintPass(PassBuilder &PB) {
  return PB.registerPass<PrintPass>();
}

} // namespace hlomem
