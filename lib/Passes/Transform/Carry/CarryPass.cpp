//===- CarryPass.cpp - The pass 'carry' -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Carry/Carry.inc"
#include "hlomem/Passes/Transform/WhatIfTransform.h"
#include "hlomem/WhatIf/Loops/Carrying.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses CarryPass::run() {
  return runLoopEdit<remark::StateCarried, remark::NothingCarried>(
      *this, Prediction::carry, Options,
      [&](const RecordedAssignment &Record, const AssignerPolicy &How,
          const InstructionSet &Loops) -> Expected<Carrying> {
        std::vector<ScannedState> States =
            findScannedStates(Record, AM.getResult<BackendAnalysis>().get());
        erase_if(States,
                 [&](const ScannedState &S) { return !Loops[S.getLoop()]; });
        if (States.empty())
          return unavailable("no loop reads slices of its state and writes the "
                             "new ones to another array");
        if (!Options.IsUnmeasured && holdCallersState(States))
          return unavailable("not all of the state is donated, and the cost of "
                             "copying it varies; donate it first");
        return carry(Record, States, How);
      },
      [](remark::StateCarried &, const Carrying &) {});
}

HLOMEM_PASS(Carry, CarryPass)

} // namespace hlomem
