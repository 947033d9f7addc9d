//===- PeakWhatIf.cpp - The peak of another assignment --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/PeakWhatIf.h"
#include "CoveredLength.h"
#include "hlomem/Analysis/Dataflow/LoopAnalysis.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/ADT/IntervalIndex.h"
#include "hlomem/Support/ADT/RangeMaximum.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include <limits>
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

/// What the changes concern of one allocation: bytes, and a part of time.
struct Concerned {
  std::vector<const AssignmentChange *> Changes;
  std::vector<Interval> Windows;
  Time Begin = std::numeric_limits<Time>::max();
  Time End = 0;

  void add(std::optional<LiveRange> R) {
    if (!R)
      return;
    Begin = std::min(Begin, R->Begin);
    End = std::max(End, R->End + 1);
  }
};

/// The values of an allocation that have a live range, by place and by time.
struct IndexedBlock {
  std::vector<const Value *> Values;
  IntervalIndex ByOffset;
  IntervalIndex ByTime;

  static IndexedBlock of(const Allocation &A, const Liveness &Live);
  std::vector<const Value *> find(const Concerned &Concern) const;
};

/// More bytes, or fewer, from a time on.
using ChangeAtTime = std::pair<Time, WideInt>;

} // namespace

struct PeakWhatIf::Indices {
  DenseMap<const Allocation *, IndexedBlock> Blocks;
  /// Live bytes.
  std::map<MemorySpace, RangeMaximum<Bytes>> Curves;
};

PeakWhatIf::PeakWhatIf(const Liveness &Live, const MemoryTimeline &Timeline,
                       LiveCurves &Curves)
    : Live(Live), Timeline(Timeline), Curves(Curves),
      I(std::make_unique<Indices>()) {}

PeakWhatIf::~PeakWhatIf() = default;

IndexedBlock IndexedBlock::of(const Allocation &A, const Liveness &Live) {
  std::vector<const Value *> Values;
  std::vector<IntervalIndex::Entry> Places, Times;
  for (const Value &V : A.values()) {
    std::optional<LiveRange> R = Live.getRange(V);
    if (!R)
      continue;
    auto Id = static_cast<uint32_t>(Values.size());
    Values.push_back(&V);
    Places.push_back({V.getOffset().count(), V.getEndOffset().count(), Id});
    Times.push_back({R->Begin, R->End + 1, Id});
  }
  return {std::move(Values), IntervalIndex(std::move(Places)),
          IntervalIndex(std::move(Times))};
}

// All that may have bytes in the windows in that part of time, by whichever
// index has fewer.
std::vector<const Value *> IndexedBlock::find(const Concerned &Concern) const {
  if (Concern.Begin >= Concern.End)
    return {};
  std::vector<uint32_t> Ids;
  auto Add = [&Ids](uint32_t Id) { Ids.push_back(Id); };
  size_t InWindows = 0;
  for (Interval W : Concern.Windows)
    InWindows += ByOffset.count(W.Begin, W.End);
  if (InWindows < ByTime.count(Concern.Begin, Concern.End))
    for (Interval W : Concern.Windows)
      ByOffset.forEach(W.Begin, W.End, Add);
  else
    ByTime.forEach(Concern.Begin, Concern.End, Add);
  llvm::sort(Ids);
  Ids.erase(llvm::unique(Ids), Ids.end());
  std::vector<const Value *> Found;
  for (uint32_t Id : Ids)
    Found.push_back(Values[Id]);
  return Found;
}

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
                  std::vector<ChangeAtTime> &Changes) {
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
    uint64_t Before = Covered.get();
    if (Begins)
      Covered.add(Where.Begin, Where.End);
    else
      Covered.remove(Where.Begin, Where.End);
    Changes.emplace_back(T, Sign * (WideInt(Covered.get()) - WideInt(Before)));
  }
}

// The largest sum of the live bytes and the changes up to then.
static WideInt findPeak(const RangeMaximum<Bytes> &Curve, size_t Times,
                        std::vector<ChangeAtTime> Changes) {
  stable_sort(Changes, less_first());
  WideInt Sum = 0, Peak = 0;
  Time From = 0;
  auto Reach = [&](Time To) {
    if (From < To)
      Peak = std::max(Peak, WideInt(Curve.get(From, To).count()) + Sum);
    From = To;
  };
  for (auto [T, Change] : Changes) {
    Reach(std::min<Time>(T, Times));
    Sum += Change;
  }
  Reach(Times);
  return Peak;
}

Bytes PeakWhatIf::getPeak(MemorySpace Space,
                          ArrayRef<AssignmentChange> Changes) {
  if (Timeline.getSpace(Space).Peak.Size.isOverflow())
    return Bytes::overflow();
  MapVector<const Allocation *, Concerned> Blocks;
  DenseSet<const Value *> Moved;
  for (const AssignmentChange &C : Changes) {
    const Value &V = *C.V;
    Moved.insert(&V);
    Concerned &Concern = Blocks[&V.getAllocation()];
    Concern.Windows.push_back(
        {V.getOffset().count(), V.getEndOffset().count()});
    Concern.Changes.push_back(&C);
    Concern.add(Live.getRange(V));
    Concern.add(C.Range);
    Concern.add(C.Again);
  }

  std::vector<ChangeAtTime> Differences;
  for (auto &[Block, Concern] : Blocks) {
    mergeWindows(Concern.Windows);
    auto Index = I->Blocks.find(Block);
    if (Index == I->Blocks.end())
      Index =
          I->Blocks.try_emplace(Block, IndexedBlock::of(*Block, Live)).first;
    OccupiedList Before, After;
    for (const Value *V : Index->second.find(Concern)) {
      Interval Slice = {V->getOffset().count(), V->getEndOffset().count()};
      LiveRange R = *Live.getRange(*V);
      addClipped(Concern.Windows, Slice, R, Before);
      if (!Moved.contains(V))
        addClipped(Concern.Windows, Slice, R, After);
    }
    for (const AssignmentChange *C : Concern.Changes) {
      Interval Slice = {C->V->getOffset().count(),
                        C->V->getEndOffset().count()};
      for (std::optional<LiveRange> R : {C->Range, C->Again})
        if (R)
          addClipped(Concern.Windows, Slice, *R, After);
    }
    sweep(Before, -1, Differences);
    sweep(After, 1, Differences);
  }

  if (Live.getEndOfProgram() == 0)
    return Bytes();
  auto Curve = I->Curves.find(Space);
  if (Curve == I->Curves.end())
    Curve = I->Curves.try_emplace(Space, Curves.getSpace(Space)).first;
  WideInt Peak =
      findPeak(Curve->second, Live.getEndOfProgram(), std::move(Differences));
  return Peak < WideInt(Bytes::overflow().count())
             ? Bytes(static_cast<uint64_t>(Peak))
             : Bytes::overflow();
}

Bytes PeakWhatIf::getDecrease(MemorySpace Space,
                              ArrayRef<AssignmentChange> Changes) {
  Bytes Now = Timeline.getSpace(Space).Peak.Size;
  if (Now.isOverflow())
    return Bytes();
  return differenceOrZero(Now, getPeak(Space, Changes));
}

Bytes PeakWhatIf::getDecrease(ArrayRef<AssignmentChange> Changes) {
  std::map<MemorySpace, std::vector<AssignmentChange>> BySpace;
  for (const AssignmentChange &Change : Changes)
    BySpace[Change.V->getAllocation().getMemorySpace()].push_back(Change);
  Bytes Decrease;
  for (const auto &[Space, OfSpace] : BySpace)
    Decrease += getDecrease(Space, OfSpace);
  return Decrease;
}

AssignmentChange withoutLoopCopy(const Liveness &Live, const Loop &L,
                                 const LoopCopy &Copy) {
  AssignmentChange Change = {Copy.Copy, std::nullopt};
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
