//===- AdvisePass.cpp - The pass 'advise' ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advise/Advise.inc"
#include "hlomem/Analysis/Memory/FitVerdict.h"
#include "hlomem/Analysis/Sources/OpNames.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/Passes/WhatIf/AdvisedChanges.h"
#include "hlomem/Passes/WhatIf/ArrayRewrites.h"
#include "hlomem/Passes/WhatIf/LayerCheckpoint.h"
#include "hlomem/Passes/WhatIf/SpaceChange.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/DisplayText.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem {

namespace {

// The remarks of one module.
class AdviceReport : public AdvisePass {
public:
  explicit AdviceReport(const AdvisePass &P) : AdvisePass(P) {}

  void run();

private:
  using Tried = AdvisedChanges::Tried;

  void reportHead() const;
  void reportChanges();
  void reportRuns() const;
  bool reportLayers() const;

  template <typename RowT>
  void emitRow(Fit Verdict, AdvisedChanges::Numbers N,
               const ChangeNames::Place &Fullest, uint64_t Class,
               std::string Name) const;
  Fit judge(const Tried &F) const;
  template <typename RowT> void emitChanges(const Tried &F) const;
  template <typename RowT> void emitRun(const ScaledRun &R) const;
  void emitAlone(const Tried &F) const;

  const AdvisedChanges Found{*this, Options.Effort, Options.Top};
  const ChangeTrial &T = Found.trial();
  const ChangeNames &Names = Found.names();
};

} // namespace

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// A place is a column among others: "transformer.py:144".
static constexpr unsigned LongestPlace = 18;

/// What stands under the title "fits".
static StringRef getFitWord(Fit F) {
  return F == Fit::DoesNotFit ? "no" : getFitName(F);
}

/// Judges \p F; a set with a change that alone makes the program fit makes it
/// fit too, whatever its precision.
Fit AdviceReport::judge(const Tried &F) const {
  auto Judge = [this](const Tried &Of) {
    return judgeChange(*this, T, T.getPrecision(Of.Changes), Of.Result);
  };
  Fit Own = Judge(F);
  // The bound of a set allows for the errors of its numbers.
  if (Own == Fit::DoesNotFit &&
      is_contained({Fit::Fits, Fit::Close},
                   judgeFit(Found.getNumbers(F).Needed, M, AM).Kind))
    Own = Fit::Close;
  const bool HasOne = any_of(Found.alone(), [&](const Tried &Of) {
    return (Of.Changes & ~F.Changes) == 0 && Judge(Of) == Fit::Fits;
  });
  return Own == Fit::Close && HasOne ? Fit::Fits : Own;
}

template <typename RowT>
void AdviceReport::emitRow(Fit Verdict, AdvisedChanges::Numbers N,
                           const ChangeNames::Place &Fullest, uint64_t Class,
                           std::string Name) const {
  const StringRef Fits =
      getFitLimit(M, AM) && Verdict != Fit::Unknown ? getFitWord(Verdict) : "?";
  RowT Row;
  Row.Precision = std::move(N.Precision);
  Row.Saves = N.Saves;
  Row.Needed = N.Needed;
  Row.AtLeast = N.AtLeast;
  Row.AtMost = N.AtMost;
  Row.Fits = Fits.str();
  Row.FullestAt = shortenMiddle(Fullest.Text, LongestPlace);
  Row.Instruction = Fullest.Instruction;
  Row.Class = Class;
  Row.Change = std::move(Name);
  emit(Row);
}

template <typename RowT> void AdviceReport::emitChanges(const Tried &F) const {
  emitRow<RowT>(judge(F), Found.getNumbers(F), Names.findFullest(F.Changes),
                getChangeClass(F.Changes), Names.getName(F.Changes));
}

void AdviceReport::emitAlone(const Tried &F) const {
  switch (Change(Log2_32(F.Changes))) {
  case Change::Donate:
    return emitChanges<remark::DonateArguments>(F);
  case Change::Carry:
    return emitChanges<remark::CarryState>(F);
  case Change::Checkpoint:
    return emitChanges<remark::CheckpointLoops>(F);
  case Change::CheckpointKeepingDots:
    return emitChanges<remark::CheckpointLoopsKeepingDots>(F);
  case Change::NarrowState:
    return emitChanges<remark::NarrowState>(F);
  case Change::OffloadState:
    return emitChanges<remark::OffloadState>(F);
  }
  llvm_unreachable("no change");
}

template <typename RowT> void AdviceReport::emitRun(const ScaledRun &R) const {
  Fit Verdict = judgeChange(*this, T, R.Precision, *R.Result);
  // What is computed of the arguments may be sharded too.
  if (R.What == ScaledRun::Kind::Shard && Verdict == Fit::DoesNotFit)
    Verdict = Fit::Unknown;
  emitRow<RowT>(Verdict, Found.getNumbers(*R.Result, R.Precision), R.Fullest,
                ScaledRun::Class, R.Name);
}

void AdviceReport::reportHead() const {
  std::string Verdict;
  if (getFitLimit(M, AM)) {
    FitVerdict V = judgeFit(T.getBase().Needed, M, AM);
    Verdict = ("; " + getFitName(V.Kind)).str();
  }
  emit(remark::AdviceHead{.Space = Backend.name(0),
                          .Needed = T.getBase().Needed,
                          .Floor = T.getBase().Floor,
                          .FullestAt = Names.findFullest(0).Text,
                          .Verdict = Verdict});
}

/// Reports the rewrites of arrays, which need no replay; returns false if there
/// are none.
static bool reportRewrites(const PassRun &Run) {
  const std::vector<ArrayRewrite> Rewrites = findArrayRewrites(Run);
  for (const ArrayRewrite &R : Rewrites) {
    Run.emit(remark::AdviceWithoutNumber{.Change = R.Name.str(),
                                         .Class = R.Class,
                                         .AtMost = R.Bound,
                                         .Why = R.Why.str()});
    Run.emit(remark::AdvisedHow{.Change = R.Name.str(), .How = R.How});
  }
  return !Rewrites.empty();
}

void AdviceReport::reportChanges() {
  for (const Tried &F : Found.alone())
    emitAlone(F);
  for (const Tried &F : Found.together())
    emitChanges<remark::ChangesTogether>(F);
  reportRuns();
  for (const Tried &F : Found.together())
    if (F.IsOnlyTogether)
      emit(remark::AdviceOnlyTogether{.Changes = Names.getName(F.Changes)});
  // Each that a row names.
  SmallSetVector<ChangeSet, ChangeCount> Named;
  ChangeSet AllNamed = 0;
  for (const Tried &F : concat<const Tried>(Found.alone(), Found.together())) {
    AllNamed |= F.Changes;
    for (unsigned N = 0; N != ChangeCount; ++N)
      if (ChangeSet Single = getSet(Change(N)); F.Changes & Single)
        Named.insert(Single);
  }
  for (const AdvisedChanges::Unknown &U : Found.unknowns())
    if (U.Changes != 0) {
      AllNamed |= U.Changes;
      Named.insert(U.Changes);
    }
  for (ChangeSet Single : Named)
    emit(remark::AdvisedHow{
        .Change = Names.getName(Single),
        .How = Names.describe(Change(Log2_32(Single)), AllNamed & ~Single)});
  for (const ScaledRun &R : Found.runs())
    emit(remark::AdvisedHow{.Change = R.Name, .How = R.How});
  for (const AdvisedChanges::Unknown &U : Found.unknowns())
    if (!U.How.empty())
      emit(remark::AdvisedHow{.Change = U.Name, .How = U.How});
  const bool HasRewrites = reportRewrites(*this);
  const bool HasLayers = reportLayers();
  if (!Found.anyApplies() && !HasLayers && !HasRewrites)
    emit(remark::AdviceNone{});
  if (!Found.useless().empty())
    emit(remark::AdviceUseless{.Changes = join(Found.useless(), ", ")});
  for (const AdvisedChanges::Unknown &U : Found.unknowns())
    emit(remark::AdviceWithoutNumber{
        .Change = U.Name, .Class = U.Class, .AtMost = U.Bound, .Why = U.Why});
  auto IsWidenedSet = [&](const Tried &F) {
    return T.isWidened(T.getPrecision(F.Changes), F.Result);
  };
  const uint64_t OwnRemat = T.getProgram(0).getOwnRemat().Count;
  if (Found.getRematEffect() == OwnRematEffect::Unbounded)
    emit(remark::AdviceUnbounded{.Count = OwnRemat});
  else if (Found.getRematEffect() == OwnRematEffect::Unsure ||
           any_of(concat<const Tried>(Found.alone(), Found.together()),
                  IsWidenedSet) ||
           any_of(Found.runs(), [&](const ScaledRun &R) {
             return T.isWidened(R.Precision, *R.Result);
           }))
    emit(remark::AdviceRematerialized{.Count = OwnRemat});
  SmallVector<std::string> Untried(Found.untried());
  if (Found.countUntriedSets() != 0)
    Untried.push_back(countText(Found.countUntriedSets(), "set"));
  if (!Untried.empty())
    emit(remark::AdviceUntried{.Changes = join(Untried, ", "),
                               .Effort = Found.getEffort()});
}

/// Reports checkpoints that no loop takes; returns false if there are none.
bool AdviceReport::reportLayers() const {
  const std::optional<LayerCheckpoint> Of = findLayerCheckpoint(*this, Found);
  if (!Of)
    return false;
  if (Of->Count != 0)
    emit(remark::AdviceKeptForBackward{.Size = Of->Size,
                                       .AtLeast = Of->AtLeast,
                                       .AtMost = Of->AtMost,
                                       .Count = Of->Count});
  else
    emit(remark::AdviceWithoutNumber{.Change = Of->Name.str(),
                                     .Class = LayerCheckpoint::Class,
                                     .AtMost = Of->Size,
                                     .Why = Of->Why.str()});
  emit(remark::AdvisedHow{.Change = Of->Name.str(),
                          .How = Names.describeLayers(Of->Code, Of->What) +
                                 Of->Cost});
  return true;
}

void AdviceReport::reportRuns() const {
  for (const ScaledRun &R : Found.runs())
    switch (R.What) {
    case ScaledRun::Kind::Batch:
      emitRun<remark::HalfBatch>(R);
      break;
    case ScaledRun::Kind::Length:
      emitRun<remark::HalfLength>(R);
      break;
    case ScaledRun::Kind::Shard:
      emitRun<remark::ShardArguments>(R);
      break;
    }
}

void AdviceReport::run() {
  reportHead();
  reportChanges();
}

void AdvisePass::run() {
  if (Error E = checkReplayed(Replayed, Backend.get())) {
    refuse<remark::AdviceUnknown>(*this, std::move(E));
    reportRewrites(*this);
  } else {
    AdviceReport(*this).run();
  }
}

HLOMEM_PASS(Advise, AdvisePass)

} // namespace hlomem
