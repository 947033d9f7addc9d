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
#include "llvm/ADT/STLExtras.h"

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

std::vector<HeldRange> HeldRanges::asPrinted(const Allocation &A) {
  std::vector<HeldRange> Held;
  for (const Value &V : A.values())
    if (V.getLiveRange() && !V.getSize().isZero())
      Held.push_back({&V, *V.getLiveRange()});
  return Held;
}

std::vector<HeldRange> HeldRanges::asNeeded(const Allocation &A) const {
  std::vector<HeldRange> Held;
  for (const Value &V : A.values())
    if (V.getLiveRange() && !V.getSize().isZero())
      addNeeded(V, Held);
  return Held;
}

/// The end of \p R, of \p V, or the conditional that reads V, if that ends with
/// a read in one of its branches: they stand in the schedule before it.
Time HeldRanges::findLastReader(const Value &V, LiveRange R) const {
  if (!Structure || !V.hasUses())
    return R.End;
  for (Time T : ScheduleIndex::of(M).getUses(V)) {
    if (T == ScheduleIndex::NotScheduled || T <= R.End ||
        findOpcodeAt(M, Structure, T) != Opcode::Conditional)
      continue;
    for (uint32_t B : Structure->getCallees(Structure->at(T)))
      if (const ScheduledComputation &C = Structure->getComputation(B);
          C.Begin <= R.End && R.End < C.End)
        return T;
  }
  return R.End;
}

void HeldRanges::addNeeded(const Value &V, std::vector<HeldRange> &Held) const {
  LiveRange R = *V.getLiveRange();
  R.End = findLastReader(V, R);
  if (R.Begin == R.End ||
      findOpcodeAt(M, Structure, R.End) != Opcode::Conditional) {
    Held.push_back({&V, R});
    return;
  }
  if (!V.hasUses())
    return;
  const ScheduleIndex &Times = ScheduleIndex::of(M);
  if (!is_contained(Times.getUses(V), R.End)) {
    Held.push_back({&V, R});
    return;
  }
  if (!Structure)
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
  const ScheduledInstruction &Reader = Structure->at(*Last);
  ArrayRef<uint32_t> Branches;
  if (Reader.Op == Opcode::Conditional)
    Branches = Structure->getCallees(Reader);
  Time FirstBranch = *Last;
  for (uint32_t B : Branches)
    FirstBranch = std::min(FirstBranch, Structure->getComputation(B).Begin);
  if (Branches.empty() || FirstBranch <= Within.Begin) {
    Held.push_back({&R.V, {Within.Begin, *Last}});
    return;
  }
  Held.push_back({&R.V, {Within.Begin, FirstBranch - 1}});
  for (uint32_t B : Branches) {
    const ScheduledComputation &C = Structure->getComputation(B);
    if (C.Begin == C.End)
      continue;
    LiveRange InBranch = {C.Begin, C.End - 1};
    // What a branch returns is needed afterwards too.
    bool IsReturned = any_of(R.Positions, [&](Time T) {
      return T != ScheduleIndex::NotScheduled && InBranch.contains(T) &&
             Structure->at(T).Computation == B &&
             (Structure->at(T).IsRoot || !C.IsRootKnown);
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
