//===- MemoryTimeline.cpp - Live bytes over time --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/MemoryTimeline.h"
#include "ArenaSweep.h"
#include "CoveredLength.h"
#include "hlomem/Analysis/Liveness.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Parallel.h"
#include "llvm/ADT/STLExtras.h"
#include <cassert>

using namespace llvm;

namespace hlomem {

AnalysisKey MemoryTimelineAnalysis::Key;

MemoryTimeline MemoryTimelineAnalysis::run(const Module &M,
                                           AnalysisManager &AM) {
  return MemoryTimeline(M, AM.getResult<LivenessAnalysis>());
}

namespace {

Bytes toBytes(WideBytes N) {
  return N < Bytes::overflow().count() ? Bytes(static_cast<uint64_t>(N))
                                       : Bytes::overflow();
}

// What one look at each value of an allocation tells.
struct ValueFacts {
  bool AnyBytes = false;
  /// Of those with bytes.
  bool AnyKnown = false;
  bool AnyUnknown = false;
  /// Allocation::holdsItsValues().
  bool AllFit = true;

  void add(const ValueFacts &O) {
    AnyBytes |= O.AnyBytes;
    AnyKnown |= O.AnyKnown;
    AnyUnknown |= O.AnyUnknown;
    AllFit &= O.AllFit;
  }
  /// Else the load of 0 means nothing.
  bool hasLoad() const { return !AnyBytes || AnyKnown; }
};

// Reads the values of one allocation after another.
class AllocationReader {
public:
  AllocationReader(const Liveness &Live, unsigned Threads)
      : Live(Live), Threads(Threads) {}

  ValueFacts read(const Allocation &A);
  /// By value; without bytes where it is never live.
  ArrayRef<OccupiedSlice> slices() const { return Slices; }

private:
  ValueFacts readPart(const Allocation &A, size_t Begin, size_t End);

  // Fewer are read before a thread has started.
  static constexpr size_t MinValuesOfThread = 1 << 15;

  const Liveness &Live;
  unsigned Threads;
  std::vector<OccupiedSlice> Slices;
};

ValueFacts AllocationReader::readPart(const Allocation &A, size_t Begin,
                                      size_t End) {
  ValueFacts Facts;
  for (size_t I = Begin; I != End; ++I) {
    const Value &V = A.values()[I];
    Facts.AllFit &= V.getEndOffset() <= A.getSize();
    Slices[I] = OccupiedSlice();
    if (V.getSize().isZero())
      continue;
    Facts.AnyBytes = true;
    std::optional<LiveRange> R = Live.getRange(V);
    (R ? Facts.AnyKnown : Facts.AnyUnknown) = true;
    if (R && R->Begin < Live.getEndOfProgram())
      Slices[I] = {V.getOffset().count(), V.getEndOffset().count(), *R};
  }
  return Facts;
}

ValueFacts AllocationReader::read(const Allocation &A) {
  size_t Count = A.values().size();
  Slices.resize(Count);
  if (Threads == 1 || Count < MinValuesOfThread)
    return readPart(A, 0, Count);
  std::vector<ValueFacts> Parts(Threads);
  parallelFor(Threads, Threads, [&](size_t Part) {
    Parts[Part] =
        readPart(A, Count * Part / Threads, Count * (Part + 1) / Threads);
  });
  ValueFacts Facts;
  for (const ValueFacts &Part : Parts)
    Facts.add(Part);
  return Facts;
}

// The load of an allocation with one value at most, which is in Slices if it is
// ever live.
PeakLoad addSingleValue(const Allocation &A, ArrayRef<OccupiedSlice> Slices,
                        MutableArrayRef<WideBytes> Changes) {
  if (Slices.empty() || Slices[0].End == 0)
    return {};
  Bytes Size = A.values().front().getSize();
  LiveRange R = Slices[0].Range;
  Changes[R.Begin] += Size.count();
  if (R.End + 1 < Changes.size())
    Changes[R.End + 1] -= Size.count();
  return {Size, R.Begin};
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
  AllocationReader Reader(Live, M.getThreadCount());
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
      ValueFacts Facts = Reader.read(A);
      Loads[&A - First] =
          A.isArena() ? sweepArena(Reader.slices(), Changes, M.getThreadCount())
                      : addSingleValue(A, Reader.slices(), Changes);
      HasLoad[&A - First] = Facts.hasLoad();
      HoldsValues[&A - First] = Facts.AllFit;
      if (Facts.AnyUnknown)
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

bool MemoryTimeline::holdsItsValues(const Allocation &A) const {
  return HoldsValues[&A - First];
}

std::optional<Bytes>
MemoryTimeline::getFragmentation(const Allocation &A) const {
  if (!isLoadKnown(A) || !holdsItsValues(A))
    return std::nullopt;
  return A.getSize() - getLoad(A).Size;
}

} // namespace hlomem
