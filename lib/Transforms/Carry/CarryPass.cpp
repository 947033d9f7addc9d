//===- CarryPass.cpp - The pass 'carry' -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Carry/Carry.inc"
#include "hlomem/PassUtils/LoopSelection.h"
#include "hlomem/PassUtils/ReplayEdit.h"
#include "hlomem/Replay/Carrying.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem {

using replay::ScannedState;

namespace {

class CarryPass : public CarryBase<CarryPass> {
public:
  using CarryBase::CarryBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);
};

} // namespace

PreservedAnalyses CarryPass::run(Module &M, AnalysisManager &AM,
                                 PassContext &C) {
  auto Refuse = [&](StringRef Why) {
    return refuse<remark::NothingCarried>(M, C, Why);
  };
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  if (!Replayed.Found)
    return Refuse(Replayed.WhyNone);
  const replay::RecordedAssignment &Record = Replayed.Found->getRecord();
  Expected<BitVector> Loops =
      selectLoops(Record.getProgram(), name(), Options.Loops);
  if (!Loops)
    return fail(C, Loops.takeError());
  const auto &Backend = AM.getResult<BackendAnalysis>();
  std::vector<ScannedState> States =
      replay::findScannedStates(Record, Backend.get());
  erase_if(States,
           [&](const ScannedState &S) { return !Loops->test(S.getLoop()); });
  const auto Kind = replay::Prediction::carry;
  if (std::string Why =
          whyNotEdited(Replayed, Backend.get(), Kind, Options.IsUnmeasured);
      !Why.empty())
    return Refuse(Why);
  if (States.empty())
    return Refuse(
        "no loop reads slices of its state and writes the new ones to "
        "another array");
  if (!Options.IsUnmeasured && replay::holdCallersState(States))
    return Refuse("not all of the state is donated, and the cost of copying it "
                  "varies; donate it first");
  Expected<replay::Carrying> Edited =
      replay::carry(Record, States, *Replayed.Found->getBest().How);
  if (!Edited)
    return Refuse(toString(Edited.takeError()));
  Expected<std::unique_ptr<Module>> After =
      makeEditedModule(*Replayed.Found, *Edited);
  if (!After)
    return fail(C, After.takeError());
  for (const SpaceChange &S :
       findSpaceChanges(Record, Edited->Allocations, Backend))
    if (S.isWorthTelling())
      C.emit(getLoc(M),
             remark::StateCarried{
                 .Space = S.Space,
                 .Count = Edited->Count,
                 .Size = Bytes(Edited->Size),
                 .After = S.After,
                 .Before = S.Before,
                 .Difference = S.Difference,
                 .Way = S.Way,
                 .Precision = replay::getPrecision(Kind, Backend.get()),
                 .Condition = describePresets(Backend.get()).str()});
  M.replaceBy(std::move(*After));
  return PreservedAnalyses::none();
}

Error registerCarryPass(PassBuilder &PB) {
  return PB.registerPass<CarryPass>();
}

} // namespace hlomem
