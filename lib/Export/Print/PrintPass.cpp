//===- PrintPass.cpp - The module as a dump -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Print/Print.inc"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Pass/PassBuilder.h"
#include "hlomem/Proto/ProtoModule.h"

using namespace llvm;

namespace hlomem {

namespace {

class PrintPass : public PrintBase<PrintPass> {
public:
  using PrintBase::PrintBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);
};

} // namespace

static DumpPart getPart(PrintOptions::PartKind Part) {
  using Kind = PrintOptions::PartKind;
  switch (Part) {
  case Kind::Named:
    return DumpPart::Named;
  case Kind::All:
    return DumpPart::All;
  case Kind::Allocations:
    return DumpPart::Allocations;
  case Kind::Values:
    return DumpPart::Values;
  case Kind::LiveRange:
    return DumpPart::LiveRange;
  }
  llvm_unreachable("a part of no kind");
}

PreservedAnalyses PrintPass::run(Module &M, AnalysisManager &, PassContext &C) {
  if (const ProtoProvenance *P = getProtoProvenance(M);
      P && P->IsAssignmentAlone) {
    C.fail(createStringError("pass 'print': a buffer assignment without its "
                             "program has neither names nor shapes to print"));
    return PreservedAnalyses::all();
  }
  if (Error E = writeDump(M, C.document(), getPart(Options.Part)))
    C.fail(createStringError("pass 'print': " + toString(std::move(E))));
  return PreservedAnalyses::all();
}

Error registerPrintPass(PassBuilder &PB) {
  return PB.registerPass<PrintPass>();
}

} // namespace hlomem
