//===- CarryPass.cpp - The pass 'carry' -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Carry/Carry.inc"
#include "hlomem/PassUtils/ProgramSelection.h"
#include "hlomem/PassUtils/ReplayEdit.h"
#include "hlomem/Replay/Carrying.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem {

using replay::ScannedState;

PreservedAnalyses CarryPass::run() {
  const auto Kind = replay::Prediction::carry;
  return runEdit<remark::NothingCarried>(
      M, AM, C,
      [&](const replay::RecordedAssignment &Record,
          const replay::Policy &How) -> Expected<replay::Carrying> {
        Expected<BitVector> Loops =
            selectLoops(Record.getProgram(), name(), Options.Loops);
        if (!Loops)
          return Loops.takeError();
        std::vector<ScannedState> States = replay::findScannedStates(
            Record, AM.getResult<BackendAnalysis>().get());
        erase_if(States, [&](const ScannedState &S) {
          return !Loops->test(S.getLoop());
        });
        if (Error E = checkEdit(AM, Kind, Options.IsUnmeasured))
          return E;
        if (States.empty())
          return unavailable("no loop reads slices of its state and writes the "
                             "new ones to another array");
        if (!Options.IsUnmeasured && replay::holdCallersState(States))
          return unavailable("not all of the state is donated, and the cost of "
                             "copying it varies; donate it first");
        Expected<replay::Carrying> Edited = replay::carry(Record, States, How);
        if (!Edited)
          return unavailable(toString(Edited.takeError()));
        return Edited;
      },
      [&](const replay::RecordedAssignment &Record,
          const replay::Carrying &Edited) {
        reportSpaces<remark::StateCarried>(
            M, AM, C, Record, Edited.Allocations, Kind,
            [&](remark::StateCarried &R, MemorySpace) {
              R.Count = Edited.Count;
              R.Size = Edited.Size;
              return false;
            });
      });
}

HLOMEM_PASS(Carry, CarryPass)

} // namespace hlomem
