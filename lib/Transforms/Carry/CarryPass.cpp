//===- CarryPass.cpp - The pass 'carry' -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Carry/Carry.inc"
#include "hlomem/PassUtils/ReplayEdit.h"
#include "hlomem/Replay/Carrying.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses CarryPass::run() {
  return runLoopEdit<remark::StateCarried, remark::NothingCarried>(
      *this, replay::Prediction::carry, Options,
      [&](const replay::RecordedAssignment &Record, const replay::Policy &How,
          const InstructionSet &Loops) -> Expected<replay::Carrying> {
        std::vector<replay::ScannedState> States = replay::findScannedStates(
            Record, AM.getResult<BackendAnalysis>().get());
        erase_if(States, [&](const replay::ScannedState &S) {
          return !Loops[S.getLoop()];
        });
        if (States.empty())
          return unavailable("no loop reads slices of its state and writes the "
                             "new ones to another array");
        if (!Options.IsUnmeasured && replay::holdCallersState(States))
          return unavailable("not all of the state is donated, and the cost of "
                             "copying it varies; donate it first");
        return replay::carry(Record, States, How);
      },
      [](remark::StateCarried &, const replay::Carrying &) {});
}

HLOMEM_PASS(Carry, CarryPass)

} // namespace hlomem
