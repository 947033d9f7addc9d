//===- PeakWhatIf.cpp - The peak of another assignment --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/PeakWhatIf.h"
#include "OccupiedBytes.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/ADT/IntervalIndex.h"
#include "hlomem/Support/ADT/RangeMaximum.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include <map>
#include <set>

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

/// What an edit concerns of one allocation: bytes, and a part of time.
struct Concerned {
  /// What lies there afterwards of the values that it changes.
  OccupiedList After;
  std::vector<Interval> Windows;
  Time Begin = std::numeric_limits<Time>::max();
  Time End = 0;

  void add(LiveRange R) {
    Begin = std::min(Begin, R.Begin);
    End = std::max(End, R.End + 1);
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

/// Live bytes, of which the most in a part of time is asked for again and
/// again.
class IndexedCurve {
public:
  /// \p Curve must outlive this.
  explicit IndexedCurve(const LiveCurve &Curve)
      : Curve(Curve),
        Peaks(map_to_vector(Curve.steps(),
                            std::mem_fn(&LiveCurve::Step::Live))) {}

  Time getEnd() const { return Curve.getEnd(); }
  /// From \p Begin up to \p End, without it. \pre There is a time.
  Bytes getPeak(Time Begin, Time End) const {
    return Peaks.get(Curve.findStep(Begin), Curve.findStep(End - 1) + 1);
  }

private:
  const LiveCurve &Curve;
  /// By step.
  RangeMaximum<Bytes> Peaks;
};

/// More bytes, or fewer, from a time on.
using ChangeAtTime = std::pair<Time, WideInt>;

} // namespace

struct PeakWhatIf::Indices {
  DenseMap<const Allocation *, IndexedBlock> Blocks;
  std::map<MemorySpace, IndexedCurve> Curves;
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
static WideInt findPeak(const IndexedCurve &Curve,
                        std::vector<ChangeAtTime> Changes) {
  stable_sort(Changes, less_first());
  WideInt Sum = 0, Peak = 0;
  Time From = 0;
  auto Reach = [&](Time To) {
    if (From < To)
      Peak = std::max(Peak, WideInt(Curve.getPeak(From, To).count()) + Sum);
    From = To;
  };
  for (auto [T, Change] : Changes) {
    Reach(std::min(T, Curve.getEnd()));
    Sum += Change;
  }
  Reach(Curve.getEnd());
  return Peak;
}

namespace {

/// Finds what an edit concerns in one memory space.
class ConcernFinder {
public:
  ConcernFinder(const AssignmentEdit &E, const Liveness &Live,
                MemorySpace Space);

  /// By allocation.
  MapVector<AssignmentEdit::AllocationNumber, Concerned> Blocks;
  /// The values that are not as they were.
  DenseSet<const Value *> Changed;

private:
  void add(const Value &V);
  static Interval slice(Bytes Offset, Bytes Size) {
    return {Offset.count(), (Offset + Size).count()};
  }

  const AssignmentEdit &E;
  const Liveness &Live;
  const MemorySpace Space;
};

} // namespace

ConcernFinder::ConcernFinder(const AssignmentEdit &E, const Liveness &Live,
                             MemorySpace Space)
    : E(E), Live(Live), Space(Space) {
  for (const auto &[V, Change] : E.values())
    if (V->isAllocated())
      add(*V);
  // Bytes that become those of a thread, or of the device.
  for (const auto &[A, Change] : E.allocations()) {
    size_t Number = A - E.getModule().allocations().data();
    if (A->isThreadLocal() != E.isThreadLocal(Number))
      for (const Value &V : A->values())
        add(V);
  }
}

void ConcernFinder::add(const Value &V) {
  if (!Changed.insert(&V).second)
    return;
  std::optional<LiveRange> Range = Live.getRange(V);
  const Allocation &A = V.getAllocation();
  if (Range && A.getMemorySpace() == Space && !A.isThreadLocal()) {
    Concerned &Old = Blocks[&A - E.getModule().allocations().data()];
    Old.Windows.push_back(slice(V.getOffset(), V.getSize()));
    Old.add(*Range);
  }
  const AssignmentEdit::ValueChange *Change = E.find(V);
  if (Change && Change->IsRemoved)
    return;
  AssignmentEdit::Place Where = E.getPlace(V);
  if (E.getMemorySpace(Where.Allocation) != Space ||
      E.isThreadLocal(Where.Allocation))
    return;
  SmallVector<LiveRange, 2> Ranges;
  if (Change && Change->Ranges)
    Ranges = *Change->Ranges;
  else if (Range)
    Ranges.push_back(*Range);
  Concerned &New = Blocks[Where.Allocation];
  New.Windows.push_back(slice(Where.Offset, E.getSize(V)));
  for (LiveRange R : Ranges) {
    New.add(R);
    New.After.push_back({New.Windows.back(), R});
  }
}

Bytes PeakWhatIf::getPresentPeak(MemorySpace Space) const {
  return binary_search(Timeline.spaces(), Space)
             ? Timeline.getSpace(Space).Peak.Size
             : Bytes();
}

Bytes PeakWhatIf::getPeak(MemorySpace Space, const AssignmentEdit &E) {
  if (getPresentPeak(Space).isOverflow())
    return Bytes::overflow();
  ConcernFinder Concerns(E, Live, Space);
  ArrayRef<Allocation> Allocations = E.getModule().allocations();
  std::vector<ChangeAtTime> Differences;
  for (auto &[Number, Concern] : Concerns.Blocks) {
    mergeWindows(Concern.Windows);
    OccupiedList Before, After;
    if (Number < Allocations.size()) {
      const Allocation *Block = &Allocations[Number];
      auto Index = I->Blocks.find(Block);
      if (Index == I->Blocks.end())
        Index =
            I->Blocks.try_emplace(Block, IndexedBlock::of(*Block, Live)).first;
      bool Counted =
          Block->getMemorySpace() == Space && !Block->isThreadLocal();
      for (const Value *V : Index->second.find(Concern)) {
        Interval Slice = {V->getOffset().count(), V->getEndOffset().count()};
        LiveRange R = *Live.getRange(*V);
        if (Counted)
          addClipped(Concern.Windows, Slice, R, Before);
        if (!Concerns.Changed.contains(V))
          addClipped(Concern.Windows, Slice, R, After);
      }
    }
    for (const Occupied &O : Concern.After)
      addClipped(Concern.Windows, O.Where, O.When, After);
    sweep(Before, -1, Differences);
    sweep(After, 1, Differences);
  }

  if (Live.getEndOfProgram() == 0)
    return Bytes();
  auto Curve = I->Curves.find(Space);
  if (Curve == I->Curves.end())
    Curve = I->Curves.try_emplace(Space, Curves.getSpace(Space)).first;
  WideInt Peak = findPeak(Curve->second, std::move(Differences));
  return Peak < WideInt(Bytes::overflow().count())
             ? Bytes(static_cast<uint64_t>(Peak))
             : Bytes::overflow();
}

Bytes PeakWhatIf::getDecrease(MemorySpace Space, const AssignmentEdit &E) {
  Bytes Now = getPresentPeak(Space);
  if (Now.isOverflow())
    return Bytes();
  return differenceOrZero(Now, getPeak(Space, E));
}

Bytes PeakWhatIf::getDecrease(const AssignmentEdit &E) {
  std::set<MemorySpace> Spaces;
  for (const auto &[V, Change] : E.values())
    if (V->isAllocated()) {
      Spaces.insert(V->getAllocation().getMemorySpace());
      if (Change.Where)
        Spaces.insert(E.getMemorySpace(Change.Where->Allocation));
    }
  for (const auto &[A, Change] : E.allocations())
    Spaces.insert(A->getMemorySpace());
  Bytes Before, After;
  for (MemorySpace Space : Spaces)
    if (Bytes Now = getPresentPeak(Space); !Now.isOverflow()) {
      Before += Now;
      After += getPeak(Space, E);
    }
  return Before.isOverflow() ? Bytes() : differenceOrZero(Before, After);
}

/// When the value of \p Copy has to be there if nothing copies it.
static SmallVector<LiveRange, 1>
withoutCopy(const Liveness &Live, const Loop &L, const LoopCopy &Copy) {
  std::optional<LiveRange> Leaf = Live.getRange(*L.Leaves[Copy.Leaf].Body);
  if (Leaf && Leaf->End + 1 < Copy.WrittenAt)
    return {LiveRange{Leaf->End + 1, Copy.WrittenAt - 1}};
  return {};
}

void removeLoopCopy(const Liveness &Live, const Loop &L, const LoopCopy &Copy,
                    AssignmentEdit &E) {
  E.setLiveRanges(*Copy.Copy, withoutCopy(Live, L, Copy));
}

void removeLoopCopies(const Liveness &Live, const Loop &L, AssignmentEdit &E) {
  SmallSet<size_t, 8> Kept;
  for (const LoopCopy &Copy : L.Copies) {
    // Two copies of one leaf need it once.
    bool IsFirst = Kept.insert(Copy.Leaf).second;
    if (E.find(*Copy.Copy) || Copy.Copy->getAllocation().isThreadLocal())
      continue;
    if (IsFirst)
      removeLoopCopy(Live, L, Copy, E);
    else
      E.setLiveRanges(*Copy.Copy, {});
  }
}

} // namespace hlomem
