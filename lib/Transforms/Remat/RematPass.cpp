//===- RematPass.cpp - The pass 'remat' -----------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Remat/Remat.inc"
#include "hlomem/PassUtils/LoopSelection.h"
#include "hlomem/PassUtils/ReplayEdit.h"
#include "hlomem/Replay/Rematerialization.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace hlomem {

using replay::RematPolicy;
using replay::ResidualStack;

namespace {

class RematPass : public RematBase<RematPass> {
public:
  using RematBase::RematBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);

private:
  Expected<std::vector<ResidualStack>>
  selectStacks(const replay::RecordedAssignment &Record) const;
  RematPolicy getPolicy() const;
};

} // namespace

RematPolicy RematPass::getPolicy() const {
  switch (Options.Kept) {
  case RematOptions::KeptKind::NothingSaveable:
    return RematPolicy::Nothing;
  case RematOptions::KeptKind::DotsSaveable:
    return RematPolicy::Dots;
  case RematOptions::KeptKind::DotsWithNoBatchDimsSaveable:
    return RematPolicy::DotsWithoutBatch;
  }
  llvm_unreachable("no policy");
}

/// The stacks of the loops that the option names, which need not have any.
Expected<std::vector<ResidualStack>>
RematPass::selectStacks(const replay::RecordedAssignment &Record) const {
  Expected<BitVector> Loops =
      selectLoops(Record.getProgram(), name(), Options.Loops);
  if (!Loops)
    return Loops.takeError();
  std::vector<ResidualStack> Stacks = replay::findResidualStacks(Record);
  erase_if(Stacks,
           [&](const ResidualStack &S) { return !Loops->test(S.Writer); });
  return Stacks;
}

/// Behind "computed again".
static std::string describeKept(uint64_t Size) {
  return Size == 0 ? ""
                   : " and " + toExactString(Bytes(Size)) + " kept instead";
}

PreservedAnalyses RematPass::run(Module &M, AnalysisManager &AM,
                                 PassContext &C) {
  auto Refuse = [&](StringRef Why) {
    return refuse<remark::NothingRematerialized>(M, C, Why);
  };
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  if (!Replayed.Found)
    return Refuse(Replayed.WhyNone);
  const replay::RecordedAssignment &Record = Replayed.Found->getRecord();
  Expected<std::vector<ResidualStack>> Stacks = selectStacks(Record);
  if (!Stacks)
    return fail(C, Stacks.takeError());
  const auto &Backend = AM.getResult<BackendAnalysis>();
  const replay::Prediction Kind =
      Options.Kept == RematOptions::KeptKind::NothingSaveable
          ? replay::Prediction::remat
          : replay::Prediction::rematpolicy;
  if (std::string Why =
          whyNotEdited(Replayed, Backend.get(), Kind, Options.IsUnmeasured);
      !Why.empty())
    return Refuse(Why);
  Expected<replay::Rematerialization> Edited = replay::rematerialize(
      Record, *Stacks, getPolicy(), *Replayed.Found->getBest().How);
  // What a policy keeps may have no place that is known.
  if (!Edited)
    return Refuse(toString(Edited.takeError()));
  if (Edited->Count == 0)
    return Refuse(Stacks->empty()
                      ? "no loop keeps an array that another one only reads"
                      : "what the loops keep is what they carry and what the "
                        "policy keeps");
  if (std::string Why = replay::whyTooSmall(
          Record.allocations(), Edited->Allocations, Kind, Backend.get());
      !Why.empty())
    return Refuse(Why);
  Expected<std::unique_ptr<Module>> After =
      makeEditedModule(*Replayed.Found, *Edited);
  if (!After)
    return fail(C, After.takeError());
  for (const SpaceChange &S :
       findSpaceChanges(Record, Edited->Allocations, Backend))
    if (S.isWorthTelling())
      C.emit(getLoc(M),
             remark::LoopsRematerialized{
                 .Space = S.Space,
                 .Count = Edited->Count,
                 .Size = Bytes(Edited->Size),
                 .Instead = describeKept(Edited->KeptSize),
                 .After = S.After,
                 .Before = S.Before,
                 .Difference = S.Difference,
                 .Way = S.Way,
                 .Precision = replay::getPrecision(Kind, Backend.get()),
                 .Condition = describePresets(Backend.get()).str()});
  M.replaceBy(std::move(*After));
  return PreservedAnalyses::none();
}

Error registerRematPass(PassBuilder &PB) {
  return PB.registerPass<RematPass>();
}

} // namespace hlomem
