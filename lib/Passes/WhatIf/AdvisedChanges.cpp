//===- AdvisedChanges.cpp - Changes that save memory ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/WhatIf/AdvisedChanges.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/Analysis/Sources/OpNames.h"
#include "hlomem/Analysis/Sources/ValueNames.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/Passes/WhatIf/ArrayRewrites.h"
#include "hlomem/WhatIf/Precision.h"
#include "hlomem/XlaSim/ReplayAnalysis.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem {

AdvisedChanges::AdvisedChanges(const PassRun &Run,
                               std::optional<uint64_t> Effort, uint64_t Top)
    : Run(Run), T(makeChangeTrial(Run)), Names(Run, T),
      RematEffect(getOwnRematEffect(Run, T.getProgram(0).getProgram())),
      Effort(T.limitEffort(Effort)) {
  if (Error E = checkPredictable(Run.AM.getResult<ReplayAnalysis>(),
                                 T.getBackend(), /*KeepsPresets=*/true))
    T.forbid(toString(std::move(E)));
  if (isDifferentiatedAgain())
    T.doubtCheckpoints(
        "a gradient is differentiated again: one checkpoint leaves what the "
        "loop of the first backward pass keeps, and a second one inside of it "
        "does not; recompile to know");
  tryAlone();
  addTwoLoops();
  tryRuns();
  if (predictsChanges(RematEffect))
    tryTogether(Top);
  else
    doubtAll();
  if (RematEffect == OwnRematEffect::GaveUp)
    doubtOtherData();
  std::ranges::stable_sort(Unknowns, std::greater(), &Unknown::Bound);
}

/// Is true if what an instruction of this op_name does was made by transposing:
/// not where a backward pass takes a gradient of its own, as one that computes
/// the forward pass again does, and the instruction is of that one's forward
/// pass.
static bool isTransposed(StringRef OpName) {
  const size_t Last = OpName.rfind("jvp(");
  if (Last == StringRef::npos)
    return OpName.contains("transpose(");
  const size_t Begin = OpName.rfind('/', Last) + 1;
  return OpName.slice(Begin, OpName.find('/', Last)).contains("transpose(");
}

/// Is true if a loop of a gradient that is differentiated keeps arrays. Where
/// the layers of one model have a loop each, that of a later layer hands those
/// of an earlier one the gradients of what it reads, and that is all.
bool AdvisedChanges::isDifferentiatedAgain() const {
  ValueNames &OpNames = *Run.AM.getResult<ValueNamesAnalysis>();
  return any_of(T.stacks(), [&](const ResidualStack &S) {
    StringRef Loop = T.getProgram(0).getProgram()[S.Writer].Name;
    const Value *V = Run.M.findValue(Loop, ShapeIndex());
    return V && isTransposed(OpNames.findOpName(*V)) &&
           isOfInnerGradient(OpNames.findOpName(*V));
  });
}

AdvisedChanges::Numbers AdvisedChanges::getNumbers(const TriedChanges &R,
                                                   StringRef Precision) const {
  Numbers N;
  const Bytes Base = T.getBase().Needed;
  const bool IsWidened = T.isWidened(Precision, R);
  N.Precision = T.describePrecision(Precision, R);
  N.Needed = IsWidened ? T.getLeastNeeded(Precision, R) : R.Needed;
  N.Saves = N.AtMost = differenceOrZero(Base, N.Needed);
  // XLA rematerializes until a program fits, and what fits stays below the
  // limit, however much less it rematerializes then.
  if (const std::optional<Bytes> Limit = T.getLimit();
      IsWidened && Limit && Base > *Limit && aimsAtLimit(Run) &&
      T.getMostNeeded(Precision, R) <= *Limit)
    N.AtLeast = Base - *Limit;
  if (getPercent(N.Precision)) {
    N.AtLeast = differenceOrZero(Base, T.getMostNeeded(Precision, R));
    N.AtMost = differenceOrZero(Base, T.getLeastNeeded(Precision, R));
  }
  return N;
}

/// What needs least first; of the same need what costs less. A bound stands
/// where half of it would: it says what is saved at best.
void AdvisedChanges::sortByNeed(std::vector<Tried> &Found) const {
  auto GetRank = [&](const Tried &F) {
    Bytes Unsure =
        T.describePrecision(T.getPrecision(F.Changes), F.Result) == "at most"
            ? getSaving(F.Result) / 2
            : Bytes();
    return std::pair(F.Result.Needed + Unsure, getChangeClass(F.Changes));
  };
  std::ranges::stable_sort(Found, {}, GetRank);
}

/// What saves less than a hundredth at best needs no number.
void AdvisedChanges::addUnknown(Unknown U) {
  const Bytes Most = T.getBase().Needed;
  if (!isWorthTelling(std::min(U.Bound, Most)))
    return Useless.push_back(std::move(U.Name));
  // What XLA may place in VMEM then comes on top.
  U.Bound = std::min(U.Bound + getLeastError(T.getBackend()), Most);
  Unknowns.push_back(std::move(U));
}

/// Leaves bounds of what was tried, or not even these.
void AdvisedChanges::doubtAll() {
  auto Add = [this](std::string Name, ChangeSet Changes, uint64_t Class,
                    const Numbers &N) {
    addUnknown({std::move(Name), WhyRematerialized.str(), Changes, Class,
                std::max(N.Saves, N.AtMost)});
  };
  for (const Tried &F : Alone)
    Add(Names.getName(F.Changes), F.Changes, getChangeClass(F.Changes),
        getNumbers(F));
  Alone.clear();
  const bool IsUnbounded = RematEffect == OwnRematEffect::Unbounded;
  erase_if(Runs, [&](const ScaledRun &R) {
    if (R.What == ScaledRun::Kind::Shard && !IsUnbounded)
      return false;
    Add(R.Name, /*Changes=*/0, ScaledRun::Class,
        getNumbers(*R.Result, R.Precision));
    return true;
  });
  if (IsUnbounded)
    for (Unknown &U : Unknowns)
      U.Bound = T.getBase().Needed;
}

/// Leaves no number of other data with which the program would not fit either:
/// XLA may rematerialize more of it then.
void AdvisedChanges::doubtOtherData() {
  const Bytes Base = T.getBase().Needed;
  auto GetBound = [&](Bytes Bound) {
    return getBoundWith(RematEffect, Bound, Base, findLeastLimit(Run));
  };
  for (Unknown &U : Unknowns)
    if (U.Class == ScaledRun::Class)
      U.Bound = GetBound(U.Bound);
  erase_if(Runs, [&](const ScaledRun &R) {
    const Numbers N = getNumbers(*R.Result, R.Precision);
    if (R.What == ScaledRun::Kind::Shard ||
        GetBound(std::max(N.Saves, N.AtMost)) != Base)
      return false;
    addUnknown({R.Name, WhyRematerialized.str(), /*Changes=*/0,
                ScaledRun::Class, Base, R.How});
    return true;
  });
}

void AdvisedChanges::tryAlone() {
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
        Useless.push_back(Name + " (would need " + toString(More) + " more)");
      else
        Useless.push_back(Name);
    } else if (T.isSkipped(Changes)) {
      Untried.push_back(Name);
    } else if (std::string Why = T.getWhyUnknown(Change(N)); !Why.empty()) {
      addUnknown({Name, std::move(Why), Changes, getChangeClass(Changes),
                  T.getBound(Change(N))});
    } else {
      Useless.push_back(Name);
    }
  }
  AnyApplies = !Alone.empty() || !Useless.empty() || !Unknowns.empty() ||
               !Untried.empty();
  sortByNeed(Alone);
}

/// With a checkpoint on the body of a long loop what it carries is still kept
/// for each step. Two loops keep it for the steps of the outer one, and for
/// those of one run of the inner one.
void AdvisedChanges::addTwoLoops() {
  constexpr uint64_t LeastSteps = 64;
  // What is carried has to be a tenth of what is needed.
  constexpr uint64_t LeastPart = 10;
  if (Names.findFramework() >= Framework::TensorFlow || isDifferentiatedAgain())
    return;
  auto IsLong = [](const ResidualStack &S) { return S.Count >= LeastSteps; };
  auto IsCarried = [&](const ResidualStack &S) {
    return IsLong(S) && isKept(S, RematPolicy::Nothing);
  };
  const Bytes Base = T.getBase().Needed;
  const Bytes Carried = T.sumStacks(IsCarried);
  if (Carried.isZero() || Carried < Base / LeastPart)
    return;
  // The loop that carries most is told.
  const ResidualStack *Told = nullptr;
  Bytes CarriedByTold;
  DenseSet<InstructionId> Loops;
  for (const ResidualStack &S : make_filter_range(T.stacks(), IsCarried)) {
    if (!Loops.insert(S.Writer).second)
      continue;
    const Bytes CarriedHere = T.sumStacks([&](const ResidualStack &Other) {
      return IsCarried(Other) && Other.Writer == S.Writer;
    });
    if (Told && CarriedHere <= CarriedByTold)
      continue;
    Told = &S;
    CarriedByTold = CarriedHere;
  }
  // Beside what loops keep, XLA makes less of what is read in them.
  const Bytes Most = sumTemporaries(Run.M);
  const Bytes Bound =
      getBoundWith(RematEffect, Most, Base, findLeastLimit(Run));
  addUnknown({"TwoLoops",
              (Bound == Most ? WhyOtherOperations : WhyRematerialized).str(),
              /*Changes=*/0, /*Class=*/2, Bound,
              Names.describeTwoLoops(Told->Writer, Told->Count)});
}

void AdvisedChanges::tryRuns() {
  for (ScaledRun &R : tryScaledRuns(Run, T, Names, Untried))
    if (!R.Result)
      addUnknown({R.Name, std::move(R.WhyUnknown), /*Changes=*/0,
                  ScaledRun::Class, R.Bound, std::move(R.How)});
    else if (isWorthTelling(getSaving(*R.Result)))
      Runs.push_back(std::move(R));
    else
      Useless.push_back(R.Name);
}

/// One of them that adds nothing is not told again.
bool AdvisedChanges::addsSomethingEach(ChangeSet Changes,
                                       const TriedChanges &R) {
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
bool AdvisedChanges::helpsOnlyTogether(ChangeSet Changes) {
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
void AdvisedChanges::dropLesserCheckpoints() {
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

void AdvisedChanges::tryTogether(uint64_t Top) {
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
  if (Top == 0)
    return;
  dropLesserCheckpoints();
  if (Together.size() > Top)
    Together.resize(Top);
}

} // namespace hlomem
