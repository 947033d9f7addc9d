//===- LivePeak.cpp - Where an assigned program is fullest ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/LivePeak.h"
#include <queue>

using namespace llvm;

namespace hlomem {

namespace {

/// What one value holds of an allocation.
struct Held {
  Bytes Offset;
  Bytes Size;
  LiveRange Range;
};

/// Adds up what is live at each time.
class LiveSum {
public:
  explicit LiveSum(Time End) : Begins(End), Ends(End) {}

  /// All that begins at one offset of one allocation: one of them at a time,
  /// but where one takes over what another one gives up.
  void addPlace(MutableArrayRef<Held> Of);
  std::optional<std::pair<Bytes, Time>> findMost() const;

private:
  void add(Time From, Bytes Before, Bytes After) {
    if (From >= Begins.size())
      return;
    if (Before < After)
      Begins[From] += After - Before;
    else
      Ends[From] += Before - After;
  }

  /// What begins and what ends to be live, by time. They are two, so that a sum
  /// that does not fit is one, and no difference of such sums is taken for a
  /// number.
  std::vector<Bytes> Begins;
  std::vector<Bytes> Ends;
};

} // namespace

void LiveSum::addPlace(MutableArrayRef<Held> Of) {
  llvm::sort(Of, [](const Held &L, const Held &R) {
    return L.Range.Begin < R.Range.Begin;
  });
  // What is live, the largest first; what has ended goes when it gets there.
  using Live = std::pair<Bytes, Time>;
  std::priority_queue<Live> Now;
  Bytes Size;
  auto Change = [&](Time At) {
    Bytes Before = std::exchange(Size, Now.empty() ? Bytes() : Now.top().first);
    add(At, Before, Size);
  };
  auto EndBefore = [&](uint64_t At) {
    while (!Now.empty() && uint64_t(Now.top().second) + 1 <= At) {
      Time Last = Now.top().second;
      // A smaller one may have ended before.
      while (!Now.empty() && Now.top().second <= Last)
        Now.pop();
      Change(Last + 1);
    }
  };
  for (const Held &H : Of) {
    EndBefore(H.Range.Begin);
    Now.push({H.Size, H.Range.End});
    Change(H.Range.Begin);
  }
  EndBefore(~uint64_t());
}

std::optional<std::pair<Bytes, Time>> LiveSum::findMost() const {
  std::optional<std::pair<Bytes, Time>> Most;
  Bytes Live;
  for (auto [At, Begin, End] : enumerate(Begins, Ends)) {
    Live += Begin;
    Live -= End;
    if (!Live.isZero() && (!Most || Live > Most->first))
      Most = {Live, static_cast<Time>(At)};
  }
  return Most;
}

std::optional<LivePeak> findLivePeak(const RecordedAssignment &Record,
                                     ArrayRef<ReplayedAllocation> Allocations,
                                     MemorySpace Space,
                                     const AssignerPolicy &P) {
  HloSchedule Schedule(Record.getProgram());
  IdVector<ValueId, std::optional<LiveRange>> Ranges = computeLiveRanges(
      Record.getDataflow(), Record.getBuffers(), Schedule, P.RangeRules);
  LiveSum Sum(Schedule.getEnd());
  std::vector<Held> All;
  for (const ReplayedAllocation &A : Allocations) {
    if (A.Space != Space || A.IsThreadLocal)
      continue;
    All.clear();
    for (const PlacedValue &M : A.Members)
      if (Ranges[M.Value] && !M.Size.isZero())
        All.push_back({M.Offset, M.Size, *Ranges[M.Value]});
    llvm::stable_sort(
        All, [](const Held &L, const Held &R) { return L.Offset < R.Offset; });
    for (MutableArrayRef<Held> Rest(All); !Rest.empty();) {
      size_t Count = 1;
      while (Count != Rest.size() && Rest[Count].Offset == Rest[0].Offset)
        ++Count;
      Sum.addPlace(Rest.take_front(Count));
      Rest = Rest.drop_front(Count);
    }
  }
  std::optional<std::pair<Bytes, Time>> Most = Sum.findMost();
  if (!Most)
    return std::nullopt;
  return LivePeak{Most->first, Most->second, Schedule.order()[Most->second]};
}

std::vector<ValueId>
findLiveTemporaries(const RecordedAssignment &Record,
                    ArrayRef<ReplayedAllocation> Allocations, MemorySpace Space,
                    const AssignerPolicy &P, Time At) {
  HloSchedule Schedule(Record.getProgram());
  IdVector<ValueId, std::optional<LiveRange>> Ranges = computeLiveRanges(
      Record.getDataflow(), Record.getBuffers(), Schedule, P.RangeRules);
  std::vector<ValueId> Live;
  for (const ReplayedAllocation &A : Allocations)
    if (A.Space == Space && A.isTemporary())
      for (const PlacedValue &M : A.Members)
        if (const std::optional<LiveRange> &R = Ranges[M.Value];
            R && R->Begin <= At && At <= R->End)
          Live.push_back(M.Value);
  return Live;
}

} // namespace hlomem
