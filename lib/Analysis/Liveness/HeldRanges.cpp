//===- HeldRanges.cpp - Until when bytes are needed -----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Liveness/HeldRanges.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

/// When a value is read, and where it is the result of a branch.
struct HeldRanges::Reads {
  const Value &V;
  /// Ascending.
  SmallVector<Time, 8> Uses;
  ArrayRef<Time> Positions;

  /// The last read in \p R, or none.
  std::optional<Time> findLastIn(LiveRange R) const {
    const Time *Behind = upper_bound(Uses, R.End);
    if (Behind == Uses.begin() || Behind[-1] < R.Begin)
      return std::nullopt;
    return Behind[-1];
  }
};

HeldRanges::HeldRanges(const Module &M, const ScheduleIndex &Times,
                       const HloSchedule *Schedule)
    : M(M), Times(Times), Schedule(Schedule) {
  if (!Schedule)
    return;
  for (Time T = 0; T != Schedule->getEnd(); ++T)
    for (ComputationId C : Schedule->getCallees(T))
      Callers.try_emplace(C, T);
}

std::vector<HeldRange> HeldRanges::asPrinted(const Allocation &A) {
  std::vector<HeldRange> Held;
  for (const Value &V : A.values())
    if (V.getLiveRange() && !V.getSize().isZero())
      Held.push_back({&V, *V.getLiveRange()});
  return Held;
}

std::vector<HeldRange> HeldRanges::asNeeded(const Allocation &A) const {
  std::vector<HeldRange> Held;
  for (const Value &V : A.values()) {
    if (!V.getLiveRange() || V.getSize().isZero())
      continue;
    size_t First = Held.size();
    addNeeded(V, Held);
    leaveOtherBranches(V.getLiveRange()->Begin, Held, First);
  }
  return Held;
}

/// Takes from the ranges in \p Held, from \p First on, the branches that do not
/// run where the one does that \p Definition is in. XLA cuts the range of a
/// branch's result where the next value of its buffer begins, which may be in
/// another branch.
void HeldRanges::leaveOtherBranches(Time Definition,
                                    std::vector<HeldRange> &Held,
                                    size_t First) const {
  if (!Schedule || Definition >= Schedule->getEnd())
    return;
  ComputationId Own = Schedule->at(Definition).Computation;
  for (auto Caller = Callers.find(Own); Caller != Callers.end();
       Caller = Callers.find(Own)) {
    const ScheduledInstruction &Call = Schedule->at(Caller->second);
    ArrayRef<ComputationId> Branches;
    if (Call.Op == Opcode::Conditional)
      Branches = Schedule->getCallees(Caller->second);
    for (ComputationId B : Branches) {
      const ScheduledComputation &C = (*Schedule)[B];
      for (size_t I = First; B != Own && I != Held.size(); ++I) {
        LiveRange R = Held[I].Range;
        if (R.Begin >= C.Begin || R.End < C.Begin)
          continue;
        Held[I].Range.End = C.Begin - 1;
        if (R.End >= C.End)
          Held.push_back({Held[I].V, {C.End, R.End}, /*IsResumed=*/true});
      }
    }
    Own = Call.Computation;
  }
}

/// The end of \p R, or what is before the conditional that ends it: where reads
/// are unknown, so is which of its branches needs the value.
Time HeldRanges::findEndBeforeBranches(LiveRange R) const {
  if (!Schedule || R.End >= Schedule->getEnd())
    return R.End;
  Time End = R.End;
  ComputationId Own = Schedule->at(R.End).Computation;
  for (auto Caller = Callers.find(Own); Caller != Callers.end();
       Caller = Callers.find(Own)) {
    const ScheduledInstruction &Call = Schedule->at(Caller->second);
    if (Call.Op == Opcode::Conditional) {
      Time FirstBranch = Caller->second;
      for (ComputationId B : Schedule->getCallees(Caller->second))
        FirstBranch = std::min(FirstBranch, (*Schedule)[B].Begin);
      if (FirstBranch <= R.Begin)
        break;
      End = FirstBranch - 1;
    }
    Own = Call.Computation;
  }
  return End;
}

/// The end of \p R, of \p V, or the conditional that reads V, if that ends with
/// a read in one of its branches: they stand in the schedule before it.
Time HeldRanges::findLastReader(const Value &V, LiveRange R) const {
  if (!Schedule)
    return R.End;
  for (Time T : Times.getUses(V)) {
    if (T == ScheduleIndex::NotScheduled || T <= R.End ||
        findOpcodeAt(M, Schedule, T) != Opcode::Conditional)
      continue;
    for (ComputationId B : Schedule->getCallees(T))
      if (const ScheduledComputation &C = (*Schedule)[B];
          C.Begin <= R.End && R.End < C.End)
        return T;
  }
  return R.End;
}

/// When \p V is read or held for the last time, if that is before \p R ends.
/// XLA prints what a loop carries as live for as long as what the loop was
/// given, up to the next value of the buffer: in between it may be out of VMEM.
Time HeldRanges::findOwnEnd(const Value &V, LiveRange R) const {
  if (!Schedule || !V.isPhi() || !V.hasUses())
    return R.End;
  Time Last = R.Begin;
  for (Time T : Times.getUses(V)) {
    if (T == ScheduleIndex::NotScheduled)
      return R.End;
    Last = std::max(Last, T);
  }
  for (Time T : Times.getPositions(V)) {
    if (T == ScheduleIndex::NotScheduled)
      continue;
    const ScheduledComputation &C = Schedule->getOwner(T);
    if (!C.Root)
      return R.End;
    Last = std::max(Last, Schedule->isRootAt(T) ? C.End : T);
  }
  return std::min(R.End, Last);
}

void HeldRanges::addNeeded(const Value &V, std::vector<HeldRange> &Held) const {
  LiveRange R = *V.getLiveRange();
  R.End = findOwnEnd(V, R);
  R.End = V.hasUses() ? findLastReader(V, R) : findEndBeforeBranches(R);
  if (R.Begin == R.End ||
      findOpcodeAt(M, Schedule, R.End) != Opcode::Conditional) {
    Held.push_back({&V, R});
    return;
  }
  if (!V.hasUses())
    return;
  if (!is_contained(Times.getUses(V), R.End)) {
    Held.push_back({&V, R});
    return;
  }
  if (!Schedule)
    return;
  Reads All = {V, {}, Times.getPositions(V)};
  copy_if(Times.getUses(V), std::back_inserter(All.Uses),
          [&](Time T) { return T != ScheduleIndex::NotScheduled; });
  llvm::sort(All.Uses);
  size_t First = Held.size();
  hold(All, R, Held);
  for (HeldRange &H : drop_begin(Held, First))
    H.IsResumed = H.Range.Begin != R.Begin;
}

// Calls go no deeper than conditionals are nested in the structure, which is
// limited.
void HeldRanges::hold(const Reads &R, LiveRange Within,
                      std::vector<HeldRange> &Held) const {
  std::optional<Time> Last = R.findLastIn(Within);
  if (!Last)
    return;
  Opcode Reader = Schedule->at(*Last).Op;
  ArrayRef<ComputationId> Branches = Schedule->getCallees(*Last);
  // A loop, which comes after its body, has the bytes from its beginning on.
  if (Reader == Opcode::While)
    for (ComputationId B : Branches)
      Last = std::min(*Last, std::max((*Schedule)[B].Begin, Within.Begin));
  if (Reader != Opcode::Conditional)
    Branches = {};
  Time FirstBranch = *Last;
  for (ComputationId B : Branches)
    FirstBranch = std::min(FirstBranch, (*Schedule)[B].Begin);
  if (Branches.empty() || FirstBranch <= Within.Begin) {
    Held.push_back({&R.V, {Within.Begin, *Last}});
    return;
  }
  Held.push_back({&R.V, {Within.Begin, FirstBranch - 1}});
  for (ComputationId B : Branches) {
    const ScheduledComputation &C = (*Schedule)[B];
    if (!C.isScheduled())
      continue;
    LiveRange InBranch = {C.Begin, C.End - 1};
    // What a branch returns is needed afterwards too.
    bool IsReturned = any_of(R.Positions, [&](Time T) {
      return T != ScheduleIndex::NotScheduled && InBranch.contains(T) &&
             Schedule->at(T).Computation == B &&
             (Schedule->isRootAt(T) || !C.Root);
    });
    if (IsReturned) {
      Held.push_back({&R.V, InBranch});
      Held.push_back({&R.V, {*Last, *Last}});
    } else {
      hold(R, InBranch, Held);
    }
  }
}

} // namespace hlomem
