//===- PrintProgramPass.cpp - The pass 'print-program' --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Neighbourhood.h"
#include "PrintProgram/PrintProgram.inc"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/PassUtils/ValueSelection.h"

using namespace llvm;

namespace hlomem {

namespace {

class PrintProgramPass : public PrintProgramBase<PrintProgramPass> {
public:
  using PrintProgramBase::PrintProgramBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);

private:
  Error write(const Module &M, AnalysisManager &AM, raw_ostream &OS) const;
};

} // namespace

static CalledParts getCalledParts(PrintProgramOptions::CalledKind Called) {
  using Kind = PrintProgramOptions::CalledKind;
  switch (Called) {
  case Kind::None:
    return CalledParts::None;
  case Kind::Applied:
    return CalledParts::Applied;
  case Kind::All:
    return CalledParts::All;
  }
  llvm_unreachable("called parts of no kind");
}

Error PrintProgramPass::write(const Module &M, AnalysisManager &AM,
                              raw_ostream &OS) const {
  const auto &Text = AM.getResult<ProgramAnalysis>();
  if (!Text.Program)
    return createStringError("pass '" + name() + "': " + explainAbsence(Text));
  const HloProgram &P = *Text.Program;
  if (!Options.OfValue) {
    P.print(OS);
    return Error::success();
  }
  Expected<const Value *> V = selectValue(M, name(), *Options.OfValue);
  if (!V)
    return V.takeError();
  const HloInstruction *Center = P.findInstruction((*V)->getInstructionName());
  if (!Center)
    return createStringError("pass '" + name() + "': the HLO text has no '" +
                             (*V)->getInstructionName() + "'");
  printNeighbourhood(P, *Center, Options.Depth, getCalledParts(Options.Called),
                     OS);
  return Error::success();
}

PreservedAnalyses PrintProgramPass::run(Module &M, AnalysisManager &AM,
                                        PassContext &C) {
  if (Error E = write(M, AM, C.document()))
    C.fail(std::move(E));
  return PreservedAnalyses::all();
}

Error registerPrintProgramPass(PassBuilder &PB) {
  return PB.registerPass<PrintProgramPass>();
}

} // namespace hlomem
