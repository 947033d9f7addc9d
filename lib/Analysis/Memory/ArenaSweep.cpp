//===- ArenaSweep.cpp - Live bytes of an arena over time ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaSweep.h"
#include "hlomem/Support/ADT/RadixSort.h"
#include "hlomem/Support/Parallel.h"

using namespace llvm;

namespace hlomem {

namespace {

class Sweep {
public:
  Sweep(ArrayRef<OccupiedSlice> Slices, LiveChanges &Changes, unsigned Threads);

  PeakLoad run();

private:
  // Past every time.
  static constexpr Time Never = std::numeric_limits<Time>::max();

  /// The most that is live from one time up to another.
  PeakLoad runPart(Time From, Time To) const;
  SmallVector<Time> splitTime() const;

  ArrayRef<OccupiedSlice> Slices;
  LiveChanges &Changes;
  unsigned Threads;
  std::vector<uint32_t> ByBegin;
  std::vector<uint32_t> ByEnd;
  std::optional<SlicePlaces> Places;
};

} // namespace

Sweep::Sweep(ArrayRef<OccupiedSlice> Slices, LiveChanges &Changes,
             unsigned Threads)
    : Slices(Slices), Changes(Changes),
      Threads(countParts(Threads, Slices.size())) {
  parallelFor(this->Threads, 3, [&](size_t Order) {
    if (Order == 0)
      ByBegin = getSortedPositions(
          Slices.size(), [&](uint32_t I) { return Slices[I].Range.Begin; });
    else if (Order == 1)
      ByEnd = getSortedPositions(
          Slices.size(), [&](uint32_t I) { return Slices[I].Range.End; });
    else
      Places.emplace(Slices);
  });
}

PeakLoad Sweep::runPart(Time From, Time To) const {
  auto BeginsBefore = [&](Time T) {
    return [this, T](uint32_t I) { return Slices[I].Range.Begin < T; };
  };
  auto Starting = partition_point(ByBegin, BeginsBefore(From));
  auto Ending = partition_point(ByEnd, [&](uint32_t I) {
    return From != 0 && Slices[I].Range.End < From - 1;
  });
  OccupiedBytes Occupied(Slices, *Places);
  for (uint32_t I : make_range(ByBegin.begin(), Starting))
    if (Slices[I].Range.End >= From - 1)
      Occupied.add(I);

  PeakLoad Load;
  while (true) {
    // One leaves at the moment after its last.
    Time NextBegin =
        Starting == ByBegin.end() ? Never : Slices[*Starting].Range.Begin;
    Time NextEnd =
        Ending == ByEnd.end() ? Never : Slices[*Ending].Range.End + 1;
    Time Now = std::min(NextBegin, NextEnd);
    if (Now >= To || Now >= Changes.getTimes())
      return Load;
    uint64_t Before = Occupied.get();
    for (; Ending != ByEnd.end() && Slices[*Ending].Range.End + 1 == Now;
         ++Ending)
      Occupied.remove(*Ending);
    for (; Starting != ByBegin.end() && Slices[*Starting].Range.Begin == Now;
         ++Starting)
      Occupied.add(*Starting);
    Changes.change(Now, Before, Occupied.get());
    if (Bytes(Occupied.get()) > Load.Size)
      Load = {Bytes(Occupied.get()), Now};
  }
}

// Into parts in each of which as many begin.
SmallVector<Time> Sweep::splitTime() const {
  SmallVector<Time> Borders = {0};
  for (unsigned Part = 1; Part < Threads; ++Part) {
    Time T = Slices[ByBegin[ByBegin.size() * Part / Threads]].Range.Begin;
    if (T > Borders.back())
      Borders.push_back(T);
  }
  Borders.push_back(Never);
  return Borders;
}

PeakLoad Sweep::run() {
  uint64_t Most = 0;
  for (const OccupiedSlice &S : Slices)
    Most = std::max(Most, S.End);
  // Each comes once and goes once.
  Changes.announce(Bytes(Most), 2 * Slices.size());
  SmallVector<Time> Borders =
      Changes.takesThreads() ? splitTime() : SmallVector<Time>{0, Never};
  std::vector<PeakLoad> Loads(Borders.size() - 1);
  parallelFor(Threads, Loads.size(), [&](size_t Part) {
    Loads[Part] = runPart(Borders[Part], Borders[Part + 1]);
  });
  // The earliest of the largest.
  return *max_element(Loads, [](const PeakLoad &L, const PeakLoad &R) {
    return L.Size < R.Size;
  });
}

PeakLoad sweepArena(ArrayRef<OccupiedSlice> Slices, LiveChanges &Changes,
                    unsigned Threads) {
  return Sweep(Slices, Changes, Threads).run();
}

} // namespace hlomem
