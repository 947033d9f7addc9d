//===- HloLiveRanges.cpp - When values of a program are live --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "llvm/ADT/DenseSet.h"

using namespace llvm;

namespace hlomem {

ScheduledRanges::ScheduledRanges(const HloSchedule &S, HloLiveRangeRules Rules)
    : S(S), Rules(Rules) {
  EndsOfPositions.reserve(S.getEnd());
  EndsOfUses.reserve(S.getEnd());
  for (Time T = 0; T != S.getEnd(); ++T) {
    // What is at the root of a computation lives until the caller takes it.
    const ScheduledComputation &C = S.getOwner(T);
    EndsOfPositions.push_back(!C.Root ? Doubt : S.isRootAt(T) ? C.End : T);
    EndsOfUses.push_back(findEndOfUse(T));
  }
}

// A call reads where its computation does, which stands before it, and a loop
// where its body begins.
Time ScheduledRanges::findEndOfUse(Time User) const {
  Opcode Op = S.at(User).Op;
  if (Op != Opcode::While && (Op != Opcode::Call || !Rules.IgnoresCalls))
    return User;
  ArrayRef<ComputationId> Callees = S.getCallees(User);
  if (Callees.size() != (Op == Opcode::While ? 2 : 1))
    return Doubt;
  if (!S[Callees.back()].isScheduled())
    return User;
  return Op == Opcode::While ? S.getTime(S[Callees.back()].FirstParameter) : 0;
}

// What runs asynchronously, and what that calls, may run until it is waited
// for.
LiveRange ScheduledRanges::getDefinition(Time Defined) const {
  const ScheduledComputation &Owner = S.getOwner(Defined);
  bool IsParameter = S.at(Defined).Op == Opcode::Parameter;
  LiveRange R = {IsParameter ? Owner.Begin : Defined, EndsOfPositions[Defined]};
  if (!Owner.AsyncContext)
    return R;
  const ScheduledComputation &Async = S[Owner.AsyncContext];
  R.End = std::max(R.End, Async.AsyncDone.value_or(Owner.End));
  if (Rules.BeginsAsync == AsyncBegin::Computation)
    R.Begin = std::min(R.Begin, S[Async.AsyncCaller].Begin);
  else if (Rules.BeginsAsync == AsyncBegin::Start && &Async == &Owner)
    R.Begin = std::max(R.Begin, Async.AsyncStart.value_or(Async.End));
  return R;
}

bool ScheduledRanges::extend(LiveRange &R, ArrayRef<Time> Positions,
                             ArrayRef<Time> Uses) const {
  auto ExtendTo = [&R](ArrayRef<Time> At, ArrayRef<Time> Ends) {
    for (Time T : At) {
      if (T == HloSchedule::NotScheduled)
        continue;
      if (Ends[T] == Doubt)
        return false;
      R.End = std::max(R.End, Ends[T]);
    }
    return true;
  };
  return ExtendTo(Positions, EndsOfPositions) && ExtendTo(Uses, EndsOfUses);
}

namespace {

class RangeFinder {
public:
  RangeFinder(const HloDataflow &D, const HloSchedule &S,
              HloLiveRangeRules Rules)
      : D(D), S(S), Ranges(S, Rules) {
    const HloGraph &G = D.getGraph();
    for (const InputOutputAlias &A : G.inputOutputAliases())
      Aliased.insert({G.getEntry().Parameters[A.Parameter], A.ParameterLeaf});
  }

  std::optional<LiveRange> find(ValueId Value);
  HloPlace findEndPosition(ValueId Value);

private:
  const HloDataflow &D;
  const HloSchedule &S;
  const ScheduledRanges Ranges;
  /// Arguments that results take over.
  DenseSet<HloPlace> Aliased;
  // Of the value that is looked at.
  SmallVector<HloUse> Uses;
  SmallVector<Time> PositionTimes;
  SmallVector<Time> UseTimes;
};

} // namespace

HloPlace RangeFinder::findEndPosition(ValueId Value) {
  HloPlace Last = D.definitions()[Value];
  Time Defined = S.getTime(Last.Instruction);
  if (Defined == HloSchedule::NotScheduled)
    return Last;
  Time End = Ranges.getDefinition(Defined).End;
  for (HloPlace P : D.getPositions(Value).drop_front())
    if (Time T = S.getTime(P.Instruction);
        T != HloSchedule::NotScheduled && Ranges.getEndOfPosition(T) > End) {
      End = Ranges.getEndOfPosition(T);
      Last = P;
    }
  return Last;
}

std::optional<LiveRange> RangeFinder::find(ValueId Value) {
  HloPlace Definition = D.definitions()[Value];
  Time Defined = S.getTime(Definition.Instruction);
  if (Defined == HloSchedule::NotScheduled)
    return std::nullopt;
  LiveRange Range = Ranges.getDefinition(Defined);
  // What the caller of the program lends it, and does not give away.
  if (S.isArgumentAt(Defined) && !Aliased.contains(Definition)) {
    Range.End = S.getEnd();
    return Range;
  }
  PositionTimes.clear();
  for (HloPlace P : D.getPositions(Value).drop_front())
    PositionTimes.push_back(S.getTime(P.Instruction));
  Uses.clear();
  UseTimes.clear();
  D.getUses(Value, Uses);
  for (const HloUse &U : Uses)
    UseTimes.push_back(S.getTime(U.User));
  // A graph leaves nothing in doubt.
  Ranges.extend(Range, PositionTimes, UseTimes);
  return Range;
}

IdVector<ValueId, HloPlace> findEndPositions(const HloDataflow &D,
                                             const HloSchedule &Schedule,
                                             HloLiveRangeRules Rules) {
  RangeFinder Finder(D, Schedule, Rules);
  IdVector<ValueId, HloPlace> Positions;
  for (ValueId V : D.definitions().ids())
    Positions.push_back(Finder.findEndPosition(V));
  return Positions;
}

IdVector<ValueId, std::optional<LiveRange>>
computeLiveRanges(const HloDataflow &D, const HloBuffers &Buffers,
                  const HloSchedule &Schedule, HloLiveRangeRules Rules) {
  IdVector<ValueId, std::optional<LiveRange>> Ranges(D.definitions().size());
  RangeFinder Finder(D, Schedule, Rules);
  for (ValueId V : Ranges.ids())
    Ranges[V] = Finder.find(V);
  // The values of a buffer take turns: one lasts at least as long as those
  // before it, and they no longer than to where it begins.
  SmallVector<ValueId> Members;
  for (BufferId B : Buffers.ids()) {
    Members.clear();
    copy_if(Buffers.getValues(B), std::back_inserter(Members),
            [&](ValueId V) { return Ranges[V].has_value(); });
    llvm::sort(Members, [&](ValueId X, ValueId Y) {
      return std::tuple(Ranges[X]->Begin, Ranges[X]->End, X) <
             std::tuple(Ranges[Y]->Begin, Ranges[Y]->End, Y);
    });
    for (size_t I = 1; I < Members.size(); ++I) {
      LiveRange &Before = *Ranges[Members[I - 1]];
      LiveRange &After = *Ranges[Members[I]];
      After.End = std::max(Before.End, After.End);
      Before.End = std::min(Before.End, After.Begin);
    }
  }
  return Ranges;
}

} // namespace hlomem
