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
#include "hlomem/PassUtils/ValueSelection.h"

using namespace llvm;

namespace hlomem {

namespace {

class PrintProgramRun : public PrintProgramPass {
public:
  using PrintProgramPass::PrintProgramPass;

  void run();

private:
  Error write() const;
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

Error PrintProgramRun::write() const {
  raw_ostream &OS = C.document();
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

void PrintProgramRun::run() {
  if (Error E = write())
    C.fail(std::move(E));
}

HLOMEM_PASS(PrintProgram, PrintProgramRun)

} // namespace hlomem
