//===- HeapPlacement.cpp - Where XLA's heaps put their values -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/HeapPlacement.h"
#include "FastMergeHeap.h"
#include "hlomem/Packing/Occupancy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cassert>
#include <numeric>

using namespace llvm;

namespace hlomem::replay {

/// The positions of the groups, by \p Key and then by position, which is that
/// of the ids.
template <typename KeyT>
static std::vector<uint32_t> sortGroups(const HeapGroups &Groups, KeyT Key) {
  std::vector<uint32_t> Order(Groups.groups().size());
  std::iota(Order.begin(), Order.end(), 0);
  llvm::sort(Order, [&](uint32_t L, uint32_t R) {
    return std::pair(Key(Groups.groups()[L]), L) <
           std::pair(Key(Groups.groups()[R]), R);
  });
  return Order;
}

static uint32_t getLength(HeapInterval I) { return I.End - I.Begin; }

/// The order in which best fit takes the groups. Both keys are descending.
static std::vector<uint32_t> getBestFitOrder(const HeapGroups &Groups,
                                             HeapAlgorithm Algorithm) {
  if (Algorithm == HeapAlgorithm::Spatial)
    // The value's own interval, without those that share its memory.
    return sortGroups(Groups, [&](const HeapGroup &G) {
      return std::pair(-int64_t(G.Size),
                       -int64_t(getLength(Groups.intervals(G).front())));
    });
  return sortGroups(Groups, [](const HeapGroup &G) {
    return std::pair(-int64_t(getLength(G.Span)), -int64_t(G.Size));
  });
}

static void setOffset(const HeapGroups &Groups, const HeapGroup &G,
                      uint64_t Offset, HeapPlacement &Result) {
  for (uint32_t V : Groups.values(G))
    Result.Offsets[V] = Offset;
  Result.Size = std::max(Result.Size, Offset + G.LargestSize);
}

static HeapPlacement placeByBestFit(const HeapGroups &Groups,
                                    HeapAlgorithm Algorithm,
                                    uint64_t Alignment) {
  HeapPlacement Result;
  Result.Algorithm = Algorithm;
  Result.Offsets.resize(Groups.getNumValues());
  packing::Occupancy Taken(Groups.getNumTicks());
  SmallVector<packing::Occupancy::Period, 8> Periods;
  for (uint32_t Position : getBestFitOrder(Groups, Algorithm)) {
    const HeapGroup &G = Groups.groups()[Position];
    Periods.clear();
    for (HeapInterval I : Groups.intervals(G))
      Periods.push_back({I.Begin, I.End + 1});
    uint64_t Offset = Taken.findBestFit(Periods, G.LargestSize, Alignment);
    // The gaps between them are free for others.
    for (auto [Begin, End] : Periods)
      Taken.add(Begin, End, Offset, Offset + G.LargestSize);
    setOffset(Groups, G, Offset, Result);
  }
  return Result;
}

static HeapPlacement placeByTime(const HeapGroups &Groups, uint64_t Alignment) {
  HeapPlacement Result;
  Result.Algorithm = HeapAlgorithm::FastMerge;
  Result.Offsets.resize(Groups.getNumValues());
  FastMergeHeap Heap(Alignment);
  for (uint32_t Position : sortGroups(Groups, [](const HeapGroup &G) {
         return std::pair(G.Span.Begin, -int64_t(G.Size));
       })) {
    const HeapGroup &G = Groups.groups()[Position];
    setOffset(Groups, G, Heap.place(G.Span, G.LargestSize), Result);
  }
  return Result;
}

HeapPlacement placeHeap(const HeapGroups &Groups, HeapAlgorithm Algorithm,
                        uint64_t Alignment) {
  assert(Alignment != 0 && "nothing is a multiple of zero");
  switch (Algorithm) {
  case HeapAlgorithm::Spatial:
  case HeapAlgorithm::Temporal:
    return placeByBestFit(Groups, Algorithm, Alignment);
  case HeapAlgorithm::BestFit: {
    HeapPlacement Spatial =
        placeByBestFit(Groups, HeapAlgorithm::Spatial, Alignment);
    HeapPlacement Temporal =
        placeByBestFit(Groups, HeapAlgorithm::Temporal, Alignment);
    return Temporal.Size < Spatial.Size ? Temporal : Spatial;
  }
  case HeapAlgorithm::FastMerge:
    return placeByTime(Groups, Alignment);
  }
  llvm_unreachable("every algorithm is above");
}

} // namespace hlomem::replay
