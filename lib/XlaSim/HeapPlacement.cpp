//===- HeapPlacement.cpp - Where XLA's heaps put their values -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/XlaSim/HeapPlacement.h"
#include "hlomem/Packing/Greedy/Occupancy.h"
#include "llvm/Support/MathExtras.h"
#include <cinttypes>
#include <map>
#include <numeric>
#include <queue>
#include <set>

using namespace llvm;

namespace hlomem {

//===----------------------------------------------------------------------===//
// The heap that merges free chunks
//===----------------------------------------------------------------------===//

namespace {

/// XLA's kFastMerge, a sweep over time: a chunk belongs to one group for the
/// whole of its span, and is free for others afterwards.
class FastMergeHeap {
public:
  explicit FastMergeHeap(uint64_t Alignment);

  /// The offset of what is live during \p Span. Spans come in the order of
  /// their begins.
  Bytes place(HeapInterval Span, Bytes Size);

private:
  void addFree(Bytes Begin, Bytes End);
  void removeFree(std::map<Bytes, Bytes>::iterator Chunk);
  void giveBack(Bytes Begin, Bytes End);
  /// What is left of a free chunk behind the first multiple of the alignment.
  Bytes getUsable(Bytes Begin, Bytes End) const;

  uint64_t Alignment;
  /// The ends of the free chunks by their begins; no two touch.
  std::map<Bytes, Bytes> Free;
  /// The same by how much of them can be used, and by their begins.
  std::set<std::pair<Bytes, Bytes>> FreeByLength;
  /// The last tick, the begin and the end of each chunk that is taken.
  using Chunk = std::tuple<uint32_t, Bytes, Bytes>;
  std::priority_queue<Chunk, std::vector<Chunk>, std::greater<>> Taken;
};

} // namespace

FastMergeHeap::FastMergeHeap(uint64_t Alignment) : Alignment(Alignment) {
  addFree(Bytes(0), Bytes::overflow());
}

Bytes FastMergeHeap::getUsable(Bytes Begin, Bytes End) const {
  Bytes Aligned = alignTo(Begin, Alignment);
  return Aligned < End ? End - Aligned : Bytes();
}

void FastMergeHeap::addFree(Bytes Begin, Bytes End) {
  Free.emplace(Begin, End);
  FreeByLength.emplace(getUsable(Begin, End), Begin);
}

void FastMergeHeap::removeFree(std::map<Bytes, Bytes>::iterator Chunk) {
  FreeByLength.erase({getUsable(Chunk->first, Chunk->second), Chunk->first});
  Free.erase(Chunk);
}

void FastMergeHeap::giveBack(Bytes Begin, Bytes End) {
  auto After = Free.lower_bound(Begin);
  if (After != Free.end() && After->first == End) {
    End = After->second;
    auto Joined = After++;
    removeFree(Joined);
  }
  if (After != Free.begin()) {
    auto Before = std::prev(After);
    if (Before->second == Begin) {
      Begin = Before->first;
      removeFree(Before);
    }
  }
  addFree(Begin, End);
}

Bytes FastMergeHeap::place(HeapInterval Span, Bytes Size) {
  for (; !Taken.empty() && std::get<0>(Taken.top()) <= Span.Begin;
       Taken.pop()) {
    auto [LastTick, Begin, End] = Taken.top();
    giveBack(Begin, End);
  }
  // The last one is endless, so that there is always one.
  Bytes Begin = FreeByLength.lower_bound({Size, Bytes(0)})->second;
  auto Chunk = Free.find(Begin);
  Bytes End = Chunk->second;
  removeFree(Chunk);
  Bytes Offset = alignTo(Begin, Alignment);
  if (Offset + Size < End)
    addFree(Offset + Size, End);
  // With the bytes that the alignment skips.
  Taken.emplace(Span.End, Begin, Offset + Size);
  return Offset;
}

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

StringRef getName(HeapAlgorithm Algorithm) {
  switch (Algorithm) {
  case HeapAlgorithm::Spatial:
    return "spatial";
  case HeapAlgorithm::Temporal:
    return "temporal";
  case HeapAlgorithm::BestFit:
    return "best-fit";
  case HeapAlgorithm::FastMerge:
    return "fast-merge";
  }
  llvm_unreachable("every algorithm is above");
}

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
      return std::pair(-int64_t(G.Size.count()),
                       -int64_t(getLength(Groups.intervals(G).front())));
    });
  return sortGroups(Groups, [](const HeapGroup &G) {
    return std::pair(-int64_t(getLength(G.Span)), -int64_t(G.Size.count()));
  });
}

static HeapPlacement makePlacement(const HeapGroups &Groups,
                                   HeapAlgorithm Algorithm) {
  HeapPlacement Result;
  Result.Algorithm = Algorithm;
  Result.Offsets.resize(Groups.getNumValues());
  Result.HeapOf.resize(Groups.getNumValues());
  return Result;
}

/// Puts \p G in the last heap.
static void setOffset(const HeapGroups &Groups, const HeapGroup &G,
                      Bytes Offset, HeapPlacement &Result) {
  for (ValueId V : Groups.values(G)) {
    Result.Offsets[V] = Offset;
    Result.HeapOf[V] = Result.HeapSizes.size() - 1;
  }
  Bytes &Size = Result.HeapSizes.back();
  Bytes Before = Size;
  Size = std::max(Size, Offset + G.LargestSize);
  Result.Size += Size - Before;
}

/// Fills a further heap with what of \p Order fits there, its first in any
/// case, and returns the rest.
static std::vector<uint32_t> fillHeap(const HeapGroups &Groups,
                                      ArrayRef<uint32_t> Order,
                                      uint64_t Alignment, Bytes Limit,
                                      HeapPlacement &Result) {
  packing::Occupancy Taken(Groups.getNumTicks());
  SmallVector<packing::Occupancy::Period, 8> Periods;
  std::vector<uint32_t> Rest;
  Result.HeapSizes.emplace_back();
  for (uint32_t Position : Order) {
    const HeapGroup &G = Groups.groups()[Position];
    Periods.clear();
    for (HeapInterval I : Groups.intervals(G))
      Periods.push_back({I.Begin, I.End + 1});
    Bytes Offset(Taken.findBestFit(Periods, G.LargestSize.count(), Alignment));
    if (Offset + G.LargestSize > Limit && !Result.HeapSizes.back().isZero()) {
      Rest.push_back(Position);
      continue;
    }
    // Nothing can begin before the next multiple of the alignment. Without the
    // holes there are few stretches, where XLA looks at one for each buffer.
    Bytes End = alignTo(Offset + G.LargestSize, Alignment);
    // The gaps between the periods are free for others.
    for (auto [First, Last] : Periods)
      Taken.add(First, Last, Offset.count(), End.count());
    setOffset(Groups, G, Offset, Result);
  }
  return Rest;
}

/// Of all heaps together, the ticks and the groups that are tried: about
/// a second.
static constexpr uint64_t MostTries = uint64_t(1) << 23;

static Expected<HeapPlacement> placeByBestFit(const HeapGroups &Groups,
                                              HeapAlgorithm Algorithm,
                                              uint64_t Alignment, Bytes Limit) {
  HeapPlacement Result = makePlacement(Groups, Algorithm);
  // What is beyond the limit by itself can only be the first of a heap.
  std::vector<uint32_t> Order = getBestFitOrder(Groups, Algorithm);
  std::vector<uint32_t> Position(Order.size()), TooLarge, Rest;
  for (auto [I, Group] : enumerate(Order)) {
    Position[Group] = I;
    (Groups.groups()[Group].LargestSize > Limit ? TooLarge : Rest)
        .push_back(Group);
  }
  uint64_t Tries = 0;
  for (auto Next = TooLarge.begin(); !Rest.empty() || Next != TooLarge.end();) {
    if (Next != TooLarge.end() &&
        (Rest.empty() || Position[*Next] < Position[Rest.front()])) {
      uint32_t First = *Next++;
      if (Rest.empty()) {
        Result.HeapSizes.emplace_back();
        setOffset(Groups, Groups.groups()[First], Bytes(0), Result);
        continue;
      }
      Rest.insert(Rest.begin(), First);
    }
    Tries += Groups.getNumTicks() + Rest.size();
    if (Tries > MostTries && !Result.HeapSizes.empty())
      return createStringError(
          "with heaps of at most %" PRIu64 " bytes there are more than %zu "
          "heaps for %zu values: take a higher limit",
          Limit.count(), Result.HeapSizes.size(), Order.size());
    Rest = fillHeap(Groups, Rest, Alignment, Limit, Result);
  }
  return Result;
}

static HeapPlacement placeByTime(const HeapGroups &Groups, uint64_t Alignment) {
  HeapPlacement Result = makePlacement(Groups, HeapAlgorithm::FastMerge);
  if (!Groups.groups().empty())
    Result.HeapSizes.emplace_back();
  FastMergeHeap Heap(Alignment);
  for (uint32_t Position : sortGroups(Groups, [](const HeapGroup &G) {
         return std::pair(G.Span.Begin, -int64_t(G.Size.count()));
       })) {
    const HeapGroup &G = Groups.groups()[Position];
    setOffset(Groups, G, Heap.place(G.Span, G.LargestSize), Result);
  }
  return Result;
}

Expected<HeapPlacement> placeHeap(const HeapGroups &Groups,
                                  HeapAlgorithm Algorithm, uint64_t Alignment,
                                  Bytes Limit) {
  assert(Alignment != 0 && "nothing is a multiple of zero");
  switch (Algorithm) {
  case HeapAlgorithm::Spatial:
  case HeapAlgorithm::Temporal:
    return placeByBestFit(Groups, Algorithm, Alignment, Limit);
  case HeapAlgorithm::BestFit: {
    Expected<HeapPlacement> Spatial =
        placeByBestFit(Groups, HeapAlgorithm::Spatial, Alignment, Limit);
    if (!Spatial)
      return Spatial;
    Expected<HeapPlacement> Temporal =
        placeByBestFit(Groups, HeapAlgorithm::Temporal, Alignment, Limit);
    if (!Temporal)
      return Temporal;
    return Temporal->Size < Spatial->Size ? std::move(Temporal)
                                          : std::move(Spatial);
  }
  case HeapAlgorithm::FastMerge:
    return placeByTime(Groups, Alignment);
  }
  llvm_unreachable("every algorithm is above");
}

} // namespace hlomem
