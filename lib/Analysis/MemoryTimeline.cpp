//===- MemoryTimeline.cpp - Live bytes over time --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/MemoryTimeline.h"
#include "CoveredLength.h"
#include "hlomem/Analysis/Liveness.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>
#include <numeric>

using namespace llvm;

namespace hlomem {

AnalysisKey MemoryTimelineAnalysis::Key;

MemoryTimeline MemoryTimelineAnalysis::run(const Module &M,
                                           AnalysisManager &AM) {
  return MemoryTimeline(M, AM.getResult<LivenessAnalysis>());
}

namespace {

// Wide enough for the sum over any number of allocations: Bytes then stays at
// its maximum where it would wrap around.
using WideBytes = unsigned __int128;

Bytes toBytes(WideBytes N) {
  return N < Bytes::overflow().count() ? Bytes(static_cast<uint64_t>(N))
                                       : Bytes::overflow();
}

// Adds what one allocation holds to the changes of its space: Changes[t] is the
// difference of live bytes from t - 1 to t, modulo 2^128.
class AllocationSweep {
public:
  AllocationSweep(const Allocation &A, const Liveness &Live,
                  std::vector<WideBytes> &Changes)
      : A(A), Live(Live), Changes(Changes) {}

  PeakLoad run() { return A.isArena() ? runArena() : runSingleValue(); }

private:
  Time endOfProgram() const { return Changes.size(); }

  // A value's bytes while it is live.
  struct Slice {
    uint64_t Begin;
    uint64_t End;
    LiveRange Range;
  };

  std::optional<LiveRange> findRange(const Value &V) const {
    std::optional<LiveRange> R = Live.getRange(V);
    return R && R->Begin < endOfProgram() ? R : std::nullopt;
  }

  void change(Time T, uint64_t Before, uint64_t After) {
    if (T < endOfProgram())
      Changes[T] += WideBytes(After) - Before;
  }

  PeakLoad runSingleValue() {
    if (A.values().empty())
      return {};
    const Value &V = A.values().front();
    std::optional<LiveRange> R = findRange(V);
    if (!R)
      return {};
    change(R->Begin, 0, V.getSize().count());
    change(R->End + 1, V.getSize().count(), 0);
    return {V.getSize(), V.getSize().isZero() ? 0 : R->Begin};
  }

  PeakLoad runArena() {
    std::vector<Slice> Slices;
    std::vector<uint64_t> EndPoints;
    for (const Value &V : A.values()) {
      std::optional<LiveRange> R = findRange(V);
      if (!R)
        continue;
      Slices.push_back({V.getOffset().count(), V.getEndOffset().count(), *R});
      EndPoints.push_back(Slices.back().Begin);
      EndPoints.push_back(Slices.back().End);
    }
    std::vector<Slice> ByBegin = sortByTime(Slices, &LiveRange::Begin);
    std::vector<Slice> ByEnd = sortByTime(Slices, &LiveRange::End);

    CoveredLength Covered(std::move(EndPoints));
    PeakLoad Load;
    auto Ending = ByEnd.begin();
    for (auto Starting = ByBegin.begin(); Starting != ByBegin.end();) {
      Time Now = Starting->Range.Begin;
      // Those that end before Now leave in the order of their ends, each at the
      // moment after its last.
      while (Ending->Range.End < Now) {
        Time Gone = Ending->Range.End + 1;
        if (Gone == Now)
          break;
        leave(Covered, Ending, ByEnd.end(), Gone);
      }
      uint64_t Before = Covered.get();
      for (; Ending->Range.End < Now; ++Ending)
        Covered.remove(Ending->Begin, Ending->End);
      for (; Starting != ByBegin.end() && Starting->Range.Begin == Now;
           ++Starting)
        Covered.add(Starting->Begin, Starting->End);
      change(Now, Before, Covered.get());
      if (Bytes(Covered.get()) > Load.Size)
        Load = {Bytes(Covered.get()), Now};
    }
    while (Ending != ByEnd.end())
      leave(Covered, Ending, ByEnd.end(), Ending->Range.End + 1);
    return Load;
  }

  // Counting beats comparing where there are about as many slices as times.
  std::vector<Slice> sortByTime(const std::vector<Slice> &Slices,
                                Time LiveRange::*Key) const {
    std::vector<Slice> Sorted;
    if (Slices.size() < endOfProgram() / 8) {
      Sorted = Slices;
      llvm::sort(Sorted, [Key](const Slice &L, const Slice &R) {
        return L.Range.*Key < R.Range.*Key;
      });
      return Sorted;
    }
    std::vector<uint32_t> Places(endOfProgram() + 2);
    for (const Slice &S : Slices)
      ++Places[S.Range.*Key + 1];
    std::partial_sum(Places.begin(), Places.end(), Places.begin());
    Sorted.resize(Slices.size());
    for (const Slice &S : Slices)
      Sorted[Places[S.Range.*Key]++] = S;
    return Sorted;
  }

  // Removes all that are live for the last time at Gone - 1.
  template <typename IteratorT>
  void leave(CoveredLength &Covered, IteratorT &Ending, IteratorT Last,
             Time Gone) {
    uint64_t Before = Covered.get();
    for (; Ending != Last && Ending->Range.End + 1 == Gone; ++Ending)
      Covered.remove(Ending->Begin, Ending->End);
    change(Gone, Before, Covered.get());
  }

  const Allocation &A;
  const Liveness &Live;
  std::vector<WideBytes> &Changes;
};

// Else the load of 0 means nothing.
bool hasLoad(const Allocation &A, const Liveness &Live) {
  auto HasBytes = [](const Value &V) { return !V.getSize().isZero(); };
  return none_of(A.values(), HasBytes) ||
         any_of(A.values(), [&](const Value &V) {
           return HasBytes(V) && Live.getRange(V);
         });
}

// Values of the allocation without a live range.
void addUnknown(const Allocation &A, const Liveness &Live,
                SpaceTimeline &Space) {
  std::vector<uint64_t> EndPoints;
  auto IsUnknown = [&Live](const Value &V) {
    return !Live.getRange(V) && !V.getSize().isZero();
  };
  for (const Value &V : make_filter_range(A.values(), IsUnknown)) {
    ++Space.UnknownValues;
    EndPoints.push_back(V.getOffset().count());
    EndPoints.push_back(V.getEndOffset().count());
  }
  if (EndPoints.empty())
    return;
  CoveredLength Covered(std::move(EndPoints));
  for (const Value &V : make_filter_range(A.values(), IsUnknown))
    Covered.add(V.getOffset().count(), V.getEndOffset().count());
  Space.UnknownBytes += Bytes(Covered.get());
}

void findPeak(SpaceTimeline &Space) {
  for (auto [T, Live] : enumerate(Space.Live))
    if (Live > Space.Peak.Size)
      Space.Peak = {Live, static_cast<Time>(T)};
}

} // namespace

MemoryTimeline::MemoryTimeline(const Module &M, const Liveness &Live) {
  for (const Allocation &A : M.allocations())
    if (!A.isThreadLocal())
      Numbers.push_back(A.getMemorySpace());
  llvm::sort(Numbers);
  Numbers.erase(llvm::unique(Numbers), Numbers.end());
  Spaces.resize(Numbers.size());
  Loads.resize(M.allocations().size());
  HasLoad.resize(M.allocations().size());
  HoldsValues.resize(M.allocations().size());
  First = M.allocations().data();

  // One space after the other, so that one buffer serves all of them.
  std::vector<const Allocation *> BySpace;
  for (const Allocation &A : M.allocations())
    if (!A.isThreadLocal())
      BySpace.push_back(&A);
  stable_sort(BySpace, [](const Allocation *L, const Allocation *R) {
    return L->getMemorySpace() < R->getMemorySpace();
  });
  std::vector<WideBytes> Changes;
  All.Live.resize(Live.getEndOfProgram());
  auto Next = BySpace.begin();
  for (auto [Number, Space] : zip_equal(Numbers, Spaces)) {
    Changes.assign(Live.getEndOfProgram(), 0);
    for (; Next != BySpace.end() && (*Next)->getMemorySpace() == Number;
         ++Next) {
      const Allocation &A = **Next;
      if (!Space.Loc.isValid())
        Space.Loc = A.getLoc();
      Space.Allocated += A.getSize();
      Loads[&A - First] = AllocationSweep(A, Live, Changes).run();
      HasLoad[&A - First] = hasLoad(A, Live);
      HoldsValues[&A - First] = A.holdsItsValues();
      addUnknown(A, Live, Space);
      if (!A.isArena())
        continue;
      if (std::optional<Bytes> Fragmentation = getFragmentation(A))
        Space.Fragmentation += *Fragmentation;
      else
        Space.UnknownArenas += A.getSize();
    }

    WideBytes Now = 0;
    Space.Live.reserve(Changes.size());
    for (auto [Change, Sum] : zip_equal(Changes, All.Live)) {
      Now += Change;
      Space.Live.push_back(toBytes(Now));
      Sum += toBytes(Now);
    }
    findPeak(Space);
    All.Allocated += Space.Allocated;
    All.UnknownValues += Space.UnknownValues;
    All.UnknownBytes += Space.UnknownBytes;
    All.Fragmentation += Space.Fragmentation;
    All.UnknownArenas += Space.UnknownArenas;
  }
  findPeak(All);
}

const SpaceTimeline &MemoryTimeline::getSpace(MemorySpace Space) const {
  auto Found = lower_bound(Numbers, Space);
  assert(Found != Numbers.end() && *Found == Space && "no such memory space");
  return Spaces[Found - Numbers.begin()];
}

const PeakLoad &MemoryTimeline::getLoad(const Allocation &A) const {
  return Loads[&A - First];
}

bool MemoryTimeline::isLoadKnown(const Allocation &A) const {
  return HasLoad[&A - First];
}

std::optional<Bytes>
MemoryTimeline::getFragmentation(const Allocation &A) const {
  if (!isLoadKnown(A) || !HoldsValues[&A - First])
    return std::nullopt;
  return A.getSize() - getLoad(A).Size;
}

} // namespace hlomem
