//===- MemoryTimeline.cpp - Live bytes over time --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "LiveChanges.h"
#include "OccupiedBytes.h"
#include "SpaceSweep.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/ScopedMemory.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

AnalysisKey MemoryTimelineAnalysis::Key;

MemoryTimeline MemoryTimelineAnalysis::run(const Module &M,
                                           AnalysisManager &AM) {
  return MemoryTimeline(M, AM.getResult<LivenessAnalysis>(), &AM);
}

namespace {

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

// From Begin up to End.
void addTimes(SpaceTimeline &Space, Time Begin, Time End, Bytes Live) {
  Space.ByteTime += Live * (End - Begin);
  if (Live > Space.Peak.Size)
    Space.Peak = {Live, Begin};
}

} // namespace

MemoryTimeline::MemoryTimeline(const Module &M, const Liveness &Live,
                               AnalysisManager *AM) {
  for (const Allocation &A : M.allocations())
    if (!A.isThreadLocal())
      Numbers.push_back(A.getMemorySpace());
  llvm::sort(Numbers);
  Numbers.erase(llvm::unique(Numbers), Numbers.end());
  Spaces.resize(Numbers.size());
  Loads.resize(M.allocations().size());
  HasLoad.resize(M.allocations().size());
  HoldsValues.resize(M.allocations().size());
  HoldsScoped.resize(M.allocations().size());
  First = M.allocations().data();

  // One sweep serves all spaces, one after the other.
  SpaceSweep Sweep(M, Live);
  ScopedReservations Scoped(M, AM);
  const std::optional<PrintedPeak> &Printed = getClaims(M).Peak;
  LiveChanges Sums(Live.getEndOfProgram());
  // Not the least is saved where many spaces change at all times.
  Sums.announce(Bytes(), Live.getEndOfProgram());
  for (auto [Number, Space] : zip_equal(Numbers, Spaces)) {
    for (const Allocation *Next : M.allocationsIn(Number)) {
      const Allocation &A = *Next;
      if (A.isThreadLocal())
        continue;
      if (!Space.Loc.isValid())
        Space.Loc = A.getLoc();
      Space.Allocated += A.getSize();
      AllocationLoad Facts = Sweep.add(A);
      Loads[&A - First] = Facts.Load;
      HasLoad[&A - First] = Facts.isKnown();
      HoldsValues[&A - First] = Facts.AllFit;
      if (Facts.AnyUnknown)
        addUnknown(A, Live, Space);
      HoldsScoped[&A - First] =
          A.getSize() > Facts.Load.Size && Scoped.mayBeIn(A).value_or(false);
      if (!A.isArena() && !HoldsScoped[&A - First])
        continue;
      if (std::optional<Bytes> Fragmentation = getFragmentation(A))
        Space.Fragmentation += *Fragmentation;
      else
        Space.UnknownArenas += A.getSize();
    }
    Sums.announce(Sweep.getMost(), 0);
    Bytes Before;
    Sweep.take([&, &Space = Space](Time Begin, Time End, Bytes Size) {
      addTimes(Space, Begin, End, Size);
      Sums.change(Begin, Before.count(), Size.count());
      Before = Size;
    });
    All.Allocated += Space.Allocated;
    All.UnknownValues += Space.UnknownValues;
    All.UnknownBytes += Space.UnknownBytes;
    All.Fragmentation += Space.Fragmentation;
    All.UnknownArenas += Space.UnknownArenas;
  }
  Sums.take([&](Time Begin, Time End, Bytes Sum) {
    addTimes(All, Begin, End, Sum);
    if (Printed && Begin <= Printed->At && Printed->At < End)
      LiveAtPrintedPeak = Sum;
  });
}

const SpaceTimeline &MemoryTimeline::getSpace(MemorySpace Space) const {
  static const SpaceTimeline Empty;
  auto Found = lower_bound(Numbers, Space);
  return Found != Numbers.end() && *Found == Space
             ? Spaces[Found - Numbers.begin()]
             : Empty;
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

bool MemoryTimeline::holdsScopedMemory(const Allocation &A) const {
  return HoldsScoped[&A - First];
}

std::optional<Bytes>
MemoryTimeline::getFragmentation(const Allocation &A) const {
  if (!isLoadKnown(A) || !holdsItsValues(A) || holdsScopedMemory(A))
    return std::nullopt;
  return A.getSize() - getLoad(A).Size;
}

} // namespace hlomem
