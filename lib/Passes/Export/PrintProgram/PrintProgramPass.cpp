//===- PrintProgramPass.cpp - The pass 'print-program' --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrintProgram/PrintProgram.inc"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "hlomem/Passes/Selection/ValueSelection.h"

using namespace llvm;

namespace hlomem {

void PrintProgramPass::run() {
  raw_ostream &OS = C.document();
  const auto &Text = AM.getResult<ProgramAnalysis>();
  if (!Text.Program)
    return void(fail(explainAbsence(Text)));
  const ProgramSource &P = *Text.Program;
  if (!Options.OfValue)
    return P.print(OS);
  Expected<const Value *> V = selectValue(*this, *Options.OfValue);
  if (!V)
    return void(fail(V.takeError()));
  if (std::optional<SourceInstruction> Center =
          P.find((*V)->getInstructionName()))
    printNeighbourhood(P, *Center, Options.Depth, Options.Called, OS);
  else
    fail("the HLO text has no '" + (*V)->getInstructionName() + "'");
}

HLOMEM_PASS(PrintProgram, PrintProgramPass)

} // namespace hlomem
