//===- PeakWhatIf.cpp - The peak of another assignment --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/PeakWhatIf.h"
#include "CoveredLength.h"
#include "hlomem/Analysis/Liveness.h"
#include "hlomem/Analysis/LoopAnalysis.h"
#include "hlomem/Analysis/MemoryTimeline.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace hlomem {

namespace {

using WideInt = __int128;

/// [Begin, End) of an allocation.
struct Interval {
  uint64_t Begin = 0;
  uint64_t End = 0;
};

/// Bytes of one allocation that are occupied for some time.
struct Occupied {
  Interval Where;
  LiveRange When;
};

using OccupiedList = std::vector<Occupied>;

/// What the changes concern of one allocation: bytes, and values that come.
struct Concerned {
  std::vector<Interval> Windows;
  std::vector<const AssignmentChange *> Incoming;
};

} // namespace

static void mergeWindows(std::vector<Interval> &Windows) {
  llvm::sort(Windows, [](Interval L, Interval R) {
    return std::tie(L.Begin, L.End) < std::tie(R.Begin, R.End);
  });
  std::vector<Interval> Merged;
  for (Interval W : Windows)
    if (!Merged.empty() && W.Begin <= Merged.back().End)
      Merged.back().End = std::max(Merged.back().End, W.End);
    else
      Merged.push_back(W);
  Windows = std::move(Merged);
}

// The parts of a slice that lie in the windows.
static void addClipped(ArrayRef<Interval> Windows, Interval Slice,
                       LiveRange When, OccupiedList &List) {
  const auto *From =
      lower_bound(Windows, Slice.Begin,
                  [](Interval W, uint64_t Begin) { return W.End <= Begin; });
  for (; From != Windows.end() && From->Begin < Slice.End; ++From)
    List.push_back(
        {{std::max(From->Begin, Slice.Begin), std::min(From->End, Slice.End)},
         When});
}

// Adds Sign times the bytes that are occupied to the changes from each time to
// the next.
static void sweep(const OccupiedList &List, int Sign,
                  std::vector<WideInt> &Changes) {
  std::vector<uint64_t> EndPoints;
  std::vector<std::tuple<Time, bool, Interval>> Events;
  for (const Occupied &O : List) {
    EndPoints.push_back(O.Where.Begin);
    EndPoints.push_back(O.Where.End);
    Events.emplace_back(O.When.Begin, true, O.Where);
    Events.emplace_back(O.When.End + 1, false, O.Where);
  }
  stable_sort(Events, [](const auto &L, const auto &R) {
    return std::get<Time>(L) < std::get<Time>(R);
  });
  CoveredLength Covered(std::move(EndPoints));
  for (auto &[T, Begins, Where] : Events) {
    if (T >= Changes.size())
      break;
    uint64_t Before = Covered.get();
    if (Begins)
      Covered.add(Where.Begin, Where.End);
    else
      Covered.remove(Where.Begin, Where.End);
    Changes[T] += Sign * (WideInt(Covered.get()) - WideInt(Before));
  }
}

Bytes PeakWhatIf::getPeak(MemorySpace Space,
                          ArrayRef<AssignmentChange> Changes) {
  MapVector<const Allocation *, Concerned> Blocks;
  DenseMap<const Value *, const AssignmentChange *> ByValue;
  for (const AssignmentChange &C : Changes) {
    const Value &V = *C.V;
    ByValue[&V] = &C;
    Blocks[&V.getAllocation()].Windows.push_back(
        {V.getOffset().count(), V.getEndOffset().count()});
    if (!C.Block)
      continue;
    Concerned &Target = Blocks[C.Block];
    Target.Windows.push_back(
        {C.Offset.count(), (C.Offset + V.getSize()).count()});
    Target.Incoming.push_back(&C);
  }

  const std::vector<Bytes> &Now = Timeline.getSpace(Space).Live;
  std::vector<WideInt> Difference(Now.size());
  for (auto &[Block, Concern] : Blocks) {
    mergeWindows(Concern.Windows);
    OccupiedList Before, After;
    for (const Value &V : Block->values()) {
      Interval Slice = {V.getOffset().count(), V.getEndOffset().count()};
      if (std::optional<LiveRange> R = Live.getRange(V))
        addClipped(Concern.Windows, Slice, *R, Before);
      const AssignmentChange *C = ByValue.lookup(&V);
      std::optional<LiveRange> R = C ? C->Range : Live.getRange(V);
      if (R && (!C || !C->Block))
        addClipped(Concern.Windows, Slice, *R, After);
      if (C && C->Again && !C->Block)
        addClipped(Concern.Windows, Slice, *C->Again, After);
    }
    for (const AssignmentChange *C : Concern.Incoming) {
      Interval Slice = {C->Offset.count(),
                        (C->Offset + C->V->getSize()).count()};
      for (std::optional<LiveRange> R : {C->Range, C->Again})
        if (R)
          addClipped(Concern.Windows, Slice, *R, After);
    }
    sweep(Before, -1, Difference);
    sweep(After, 1, Difference);
  }

  WideInt Sum = 0, Peak = 0;
  for (auto [Live, Change] : zip_equal(Now, Difference)) {
    Sum += Change;
    Peak = std::max(Peak, WideInt(Live.count()) + Sum);
  }
  return Peak < WideInt(Bytes::overflow().count())
             ? Bytes(static_cast<uint64_t>(Peak))
             : Bytes::overflow();
}

Bytes PeakWhatIf::getSaving(MemorySpace Space,
                            ArrayRef<AssignmentChange> Changes) {
  return differenceOrZero(Timeline.getSpace(Space).Peak.Size,
                          getPeak(Space, Changes));
}

Bytes PeakWhatIf::getSaving(ArrayRef<AssignmentChange> Changes) {
  std::map<MemorySpace, std::vector<AssignmentChange>> BySpace;
  for (const AssignmentChange &Change : Changes)
    BySpace[Change.V->getAllocation().getMemorySpace()].push_back(Change);
  Bytes Saved;
  for (const auto &[Space, OfSpace] : BySpace)
    Saved += getSaving(Space, OfSpace);
  return Saved;
}

AssignmentChange withoutLoopCopy(const Liveness &Live, const Loop &L,
                                 const LoopCopy &Copy) {
  AssignmentChange Change = {Copy.Copy, std::nullopt, nullptr, Bytes()};
  std::optional<LiveRange> Leaf = Live.getRange(*L.Leaves[Copy.Leaf].Body);
  if (Leaf && Leaf->End + 1 < Copy.WrittenAt)
    Change.Range = LiveRange{Leaf->End + 1, Copy.WrittenAt - 1};
  return Change;
}

std::vector<AssignmentChange> withoutLoopCopies(const Liveness &Live,
                                                const Loop &L) {
  std::vector<AssignmentChange> Changes;
  SmallSet<size_t, 8> Kept;
  for (const LoopCopy &Copy : L.Copies) {
    Changes.push_back(withoutLoopCopy(Live, L, Copy));
    // Two copies of one leaf need it once.
    if (!Kept.insert(Copy.Leaf).second)
      Changes.back().Range = std::nullopt;
  }
  return Changes;
}

} // namespace hlomem
