//===- AdvisePass.cpp - The pass 'advise' ---------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Advise/Advise.inc"
#include "Advise/KeptForBackward.h"
#include "hlomem/Analysis/Memory/FitVerdict.h"
#include "hlomem/Passes/WhatIf/ChangeNames.h"
#include "hlomem/Passes/WhatIf/ScaledRuns.h"
#include "hlomem/Passes/WhatIf/SpaceChange.h"
#include "hlomem/Support/CountText.h"
#include "hlomem/Support/DisplayText.h"
#include "hlomem/WhatIf/Precision.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace llvm;

namespace hlomem {

namespace {

// The remarks of one module.
class AdviceReport : public AdvisePass {
public:
  explicit AdviceReport(const AdvisePass &P) : AdvisePass(P) {}

  void run();

private:
  struct Tried {
    ChangeSet Changes = 0;
    TriedChanges Result;
    /// No part of it is worth telling.
    bool IsOnlyTogether = false;
  };

  void sortByNeed(std::vector<Tried> &Found) const;
  void addUnknown(const std::string &Name, std::string Why, Bytes Bound);
  void tryAlone();
  void tryRuns();
  void tryTogether();
  void dropLesserCheckpoints();
  void reportHead() const;
  void reportChanges();
  void reportRuns() const;
  Bytes getSaving(const TriedChanges &R) const {
    return differenceOrZero(T.getBase().Needed, R.Needed);
  }
  /// A hundredth of what is needed, or more.
  bool isWorthTelling(Bytes Saving) const {
    return !Saving.isZero() && Saving >= T.getBase().Needed / 100;
  }
  bool addsSomethingEach(ChangeSet Changes, const TriedChanges &R);
  bool helpsOnlyTogether(ChangeSet Changes);

  template <typename RowT>
  void emitRow(const TriedChanges &R, StringRef Precision,
               const ChangeNames::Place &Fullest, uint64_t Class,
               std::string Name) const;
  template <typename RowT> void emitChanges(const Tried &F) const;
  template <typename RowT> void emitRun(const ScaledRun &R) const;
  void emitAlone(const Tried &F) const;

  ChangeTrial T = makeChangeTrial(*this);
  const ChangeNames Names{*this, T};
  /// What is worth telling, the best first.
  std::vector<Tried> Alone, Together;
  std::vector<ScaledRun> Runs;
  struct Unknown {
    std::string Name, Why;
    Bytes Bound;
  };
  std::vector<Unknown> Unknowns;
  SmallVector<std::string> Useless, Untried;
  uint64_t UntriedSets = 0;
  /// 0 for any.
  const uint64_t Effort = T.limitEffort(Options.Effort);
  /// Where no loop keeps anything.
  KeptForBackward Kept;
  /// Of the changes of classes 1 to 3.
  bool AnyApplies = false;
};

} // namespace

//===----------------------------------------------------------------------===//
// Trials
//===----------------------------------------------------------------------===//

/// What needs least first; of the same need what costs less. A bound stands
/// where half of it would: it says what is saved at best.
void AdviceReport::sortByNeed(std::vector<Tried> &Found) const {
  auto GetRank = [&](const Tried &F) {
    Bytes Unsure =
        T.describePrecision(T.getPrecision(F.Changes), F.Result) == "at most"
            ? getSaving(F.Result) / 2
            : Bytes();
    return std::pair(F.Result.Needed + Unsure, getChangeClass(F.Changes));
  };
  std::ranges::stable_sort(Found, {}, GetRank);
}

/// Layers come several times; a twentieth is worth the time of a checkpoint.
static constexpr uint64_t LeastKept = 4, LeastKeptPart = 20;

/// What saves less than a hundredth at best needs no number.
void AdviceReport::addUnknown(const std::string &Name, std::string Why,
                              Bytes Bound) {
  const Bytes Most = T.getBase().Needed;
  if (!isWorthTelling(std::min(Bound, Most)))
    return Useless.push_back(Name);
  // What XLA may place in VMEM then comes on top.
  Bound += getLeastError(Backend.get());
  Unknowns.push_back({Name, std::move(Why), std::min(Bound, Most)});
}

void AdviceReport::tryAlone() {
  // What costs nothing or saves most, as long as there is effort left.
  for (Change C :
       {Change::Donate, Change::Carry, Change::Checkpoint, Change::NarrowState,
        Change::OffloadState, Change::CheckpointKeepingDots})
    if (ChangeSet Single = getSet(C); T.getPrecision(Single) != "unknown")
      T.getResult(Single);
  for (unsigned N = 0; N != ChangeCount; ++N) {
    ChangeSet Changes = getSet(Change(N));
    std::string Name = Names.getName(Changes);
    if (!T.mayApply(Change(N)))
      continue;
    const std::optional<TriedChanges> &R = T.getResult(Changes);
    if (R && T.getPrecision(Changes) != "unknown") {
      Bytes More = differenceOrZero(R->Needed, T.getBase().Needed);
      if (isWorthTelling(getSaving(*R)))
        Alone.push_back({Changes, *R});
      else if (isWorthTelling(More))
        Useless.push_back(Name + " (needs " + toHumanString(More) + " more)");
      else
        Useless.push_back(Name);
    } else if (T.isSkipped(Changes)) {
      Untried.push_back(Name);
    } else if (std::string Why = T.getWhyUnknown(Change(N)); !Why.empty()) {
      addUnknown(Name, std::move(Why), T.getBound(Change(N)));
    } else {
      Useless.push_back(Name);
    }
  }
  if (!T.mayApply(Change::Checkpoint)) {
    KeptForBackward Found = findKeptForBackward(*this, T);
    if (Found.Count >= LeastKept &&
        Found.Size >= T.getBase().Needed / LeastKeptPart)
      Kept = Found;
  }
  AnyApplies = !Alone.empty() || !Useless.empty() || !Unknowns.empty() ||
               !Untried.empty() || Kept.Count != 0;
  sortByNeed(Alone);
}

void AdviceReport::tryRuns() {
  for (ScaledRun &R : tryScaledRuns(*this, T, Names, Untried))
    if (!R.Result)
      addUnknown(R.Name, std::move(R.WhyUnknown), R.Bound);
    else if (isWorthTelling(getSaving(*R.Result)))
      Runs.push_back(std::move(R));
    else
      Useless.push_back(R.Name);
}

/// One of them that adds nothing is not told again.
bool AdviceReport::addsSomethingEach(ChangeSet Changes, const TriedChanges &R) {
  for (unsigned N = 0; N != ChangeCount; ++N)
    if (ChangeSet Less = Changes & ~getSet(Change(N)); Less != Changes) {
      const std::optional<TriedChanges> &Without = T.getResult(Less);
      if (Without && (R.Needed >= Without->Needed ||
                      !isWorthTelling(Without->Needed - R.Needed)))
        return false;
    }
  return true;
}

/// Any of them that is left out leaves less than a hundredth.
bool AdviceReport::helpsOnlyTogether(ChangeSet Changes) {
  // All sets of some of them.
  for (ChangeSet Some = (Changes - 1) & Changes; Some != 0;
       Some = (Some - 1) & Changes) {
    const std::optional<TriedChanges> &R = T.getResult(Some);
    if (!R || isWorthTelling(getSaving(*R)))
      return false;
  }
  return true;
}

/// A set that keeps dots says little beside the same one that keeps nothing.
void AdviceReport::dropLesserCheckpoints() {
  if (Options.Top == 0)
    return;
  constexpr ChangeSet Dots = getSet(Change::CheckpointKeepingDots);
  constexpr ChangeSet Nothing = getSet(Change::Checkpoint);
  SmallVector<ChangeSet> Sets;
  for (const Tried &F : Together)
    Sets.push_back(F.Changes);
  erase_if(Together, [&](const Tried &F) {
    return (F.Changes & Dots) &&
           is_contained(Sets, (F.Changes & ~Dots) | Nothing);
  });
}

void AdviceReport::tryTogether() {
  std::vector<ChangeSet> Sets;
  for (ChangeSet Changes = 1; Changes != 1u << ChangeCount; ++Changes)
    if (!isPowerOf2_32(Changes) && T.getPrecision(Changes) != "unknown")
      Sets.push_back(Changes);
  // Small ones first, as long as there is effort left.
  std::ranges::stable_sort(Sets, {}, [](ChangeSet S) { return popcount(S); });
  for (ChangeSet Changes : Sets) {
    const std::optional<TriedChanges> &R = T.getResult(Changes);
    UntriedSets += T.isSkipped(Changes);
    if (!R || !isWorthTelling(getSaving(*R)) ||
        T.describePrecision(T.getPrecision(Changes), *R) == "unknown")
      continue;
    bool IsOnly = helpsOnlyTogether(Changes);
    if (IsOnly || addsSomethingEach(Changes, *R))
      Together.push_back({Changes, *R, IsOnly});
  }
  std::ranges::stable_sort(Together, {}, &Tried::Changes);
  sortByNeed(Together);
  dropLesserCheckpoints();
  if (Options.Top != 0 && Together.size() > Options.Top)
    Together.resize(Options.Top);
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// A place is a column among others: "transformer.py:144".
static constexpr unsigned LongestPlace = 18;

/// What stands under the title "fits".
static StringRef getFitWord(Fit F) {
  return F == Fit::DoesNotFit ? "no" : getFitName(F);
}

template <typename RowT>
void AdviceReport::emitRow(const TriedChanges &R, StringRef Precision,
                           const ChangeNames::Place &Fullest, uint64_t Class,
                           std::string Name) const {
  StringRef Fits = "?";
  if (getFitLimit(M, AM))
    Fits = getFitWord(judgeChange(*this, T, Precision, R));
  RowT Row;
  Row.Precision = T.describePrecision(Precision, R);
  // A bound is the high end of the range.
  Bytes Needed = Row.Precision == "at most" && Precision != "at most"
                     ? T.getLeastNeeded(Precision, R)
                     : R.Needed;
  Row.Saves = differenceOrZero(T.getBase().Needed, Needed);
  Row.Needed = Needed;
  Row.Fits = Fits.str();
  Row.FullestAt = shortenMiddle(Fullest.Text, LongestPlace);
  Row.Instruction = Fullest.Instruction;
  Row.Class = Class;
  Row.Change = std::move(Name);
  emit(Row);
}

template <typename RowT> void AdviceReport::emitChanges(const Tried &F) const {
  emitRow<RowT>(F.Result, T.getPrecision(F.Changes),
                Names.findFullest(F.Changes), getChangeClass(F.Changes),
                Names.getName(F.Changes));
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
  emitRow<RowT>(*R.Result, R.Precision, R.Fullest, ScaledRun::Class, R.Name);
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

void AdviceReport::reportChanges() {
  for (const Tried &F : Alone)
    emitAlone(F);
  for (const Tried &F : Together)
    emitChanges<remark::ChangesTogether>(F);
  reportRuns();
  for (const Tried &F : Together)
    if (F.IsOnlyTogether)
      emit(remark::AdviceOnlyTogether{.Changes = Names.getName(F.Changes)});
  // Each that a row names.
  SmallSetVector<ChangeSet, ChangeCount> Named;
  ChangeSet AllNamed = 0;
  for (const Tried &F : concat<const Tried>(Alone, Together)) {
    AllNamed |= F.Changes;
    for (unsigned N = 0; N != ChangeCount; ++N)
      if (ChangeSet Single = getSet(Change(N)); F.Changes & Single)
        Named.insert(Single);
  }
  for (ChangeSet Single : Named)
    emit(remark::AdvisedHow{
        .Change = Names.getName(Single),
        .How = Names.describe(Change(Log2_32(Single)), AllNamed & ~Single)});
  for (const ScaledRun &R : Runs)
    emit(remark::AdvisedHow{.Change = R.Name, .How = R.How});
  if (!AnyApplies)
    emit(remark::AdviceNone{});
  if (!Useless.empty())
    emit(remark::AdviceUseless{.Changes = join(Useless, ", ")});
  std::ranges::stable_sort(Unknowns, std::greater(), &Unknown::Bound);
  for (const Unknown &U : Unknowns)
    emit(remark::AdviceWithoutNumber{
        .Change = U.Name, .AtMost = U.Bound, .Why = U.Why});
  auto IsWidened = [&](StringRef Precision, const TriedChanges &R) {
    return Precision != "at most" &&
           T.describePrecision(Precision, R) == "at most";
  };
  auto IsWidenedSet = [&](const Tried &F) {
    return IsWidened(T.getPrecision(F.Changes), F.Result);
  };
  if (any_of(concat<const Tried>(Alone, Together), IsWidenedSet) ||
      any_of(Runs, [&](const ScaledRun &R) {
        return IsWidened(R.Precision, *R.Result);
      }))
    emit(remark::AdviceRematerialized{.Count =
                                          T.getProgram(0).getOwnRemat().Count});
  emitIfAny(
      remark::AdviceKeptForBackward{.Size = Kept.Size, .Count = Kept.Count});
  if (UntriedSets != 0)
    Untried.push_back(countText(UntriedSets, "set"));
  if (!Untried.empty())
    emit(remark::AdviceUntried{.Changes = join(Untried, ", "),
                               .Effort = Effort});
}

void AdviceReport::reportRuns() const {
  for (const ScaledRun &R : Runs)
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
  if (Error E = checkPredictable(Replayed, Backend.get(),
                                 /*KeepsPresets=*/true))
    T.forbid(toString(std::move(E)));
  tryAlone();
  tryRuns();
  tryTogether();
  reportHead();
  reportChanges();
}

void AdvisePass::run() {
  if (Error E = checkReplayed(Replayed, Backend.get()))
    refuse<remark::AdviceUnknown>(*this, std::move(E));
  else
    AdviceReport(*this).run();
}

HLOMEM_PASS(Advise, AdvisePass)

} // namespace hlomem
