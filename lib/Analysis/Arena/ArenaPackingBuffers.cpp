//===- ArenaPackingBuffers.cpp - What moves as one in an arena ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaBounds.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/AliasAnalysis.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/ADT/RadixSort.h"
#include "hlomem/Support/Parallel.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace llvm;

namespace hlomem {

// Rectangles that meet are joined until none do. A sound dump needs one round;
// one that is made to need many says nothing that is worth the time.
static constexpr unsigned MaxRounds = 8;

namespace {

// What is compared of a value: there may be millions, of which each lies in
// lines of its own. Without initializers, since a thread that sets them all
// would wait for all the memory.
struct PlacedSlice {
  uint64_t Offset;
  uint64_t Size;
  Time Begin;
  Time End;
};

// What is known of some values of an allocation.
struct SliceFacts {
  std::vector<const Value *> Phis;
  /// All that are set in some offset.
  uint64_t OffsetBits = 0;
  /// Those with bytes, and those of them without a range.
  size_t Count = 0;
  size_t UnknownCount = 0;
  bool AllFit = true;

  void add(SliceFacts &&Next) {
    append_range(Phis, Next.Phis);
    OffsetBits |= Next.OffsetBits;
    Count += Next.Count;
    UnknownCount += Next.UnknownCount;
    AllFit &= Next.AllFit;
  }
};

/// The slices of all values of an allocation.
class SliceReader {
public:
  SliceReader(const Allocation &A, const Liveness &Live, unsigned Threads);

  const SliceFacts &facts() const { return Facts; }
  /// In the order of the values.
  ArrayRef<PlacedSlice> slices() const {
    return {Slices.get(), A.values().size()};
  }

private:
  SliceFacts readPart(size_t Begin, size_t End);

  const Allocation &A;
  const Liveness &Live;
  std::unique_ptr<PlacedSlice[]> Slices;
  SliceFacts Facts;
};

} // namespace

SliceFacts SliceReader::readPart(size_t Begin, size_t End) {
  SliceFacts Part;
  for (size_t I = Begin; I != End; ++I) {
    const Value &V = A.values()[I];
    Part.AllFit &= V.getEndOffset() <= A.getSize();
    Slices[I] = PlacedSlice();
    if (V.getSize().isZero())
      continue;
    ++Part.Count;
    Part.OffsetBits |= V.getOffset().count();
    if (V.isPhi())
      Part.Phis.push_back(&V);
    std::optional<LiveRange> R = Live.getRange(V);
    Part.UnknownCount += !R;
    if (R)
      Slices[I] = {V.getOffset().count(), V.getSize().count(), R->Begin,
                   R->End};
  }
  return Part;
}

SliceReader::SliceReader(const Allocation &A, const Liveness &Live,
                         unsigned Threads)
    : A(A), Live(Live),
      // As std::make_unique_for_overwrite() does, which g++ 10 lacks.
      Slices(new PlacedSlice[A.values().size()]) {
  size_t Count = A.values().size();
  std::vector<SliceFacts> Parts(countParts(Threads, Count));
  parallelForParts(Parts.size(), Count,
                   [&](size_t Part, size_t Begin, size_t End) {
                     Parts[Part] = readPart(Begin, End);
                   });
  for (SliceFacts &Part : Parts)
    Facts.add(std::move(Part));
}

// Positions of those with bytes, sorted by offset and begin.
static std::vector<uint32_t> orderBySlice(ArrayRef<PlacedSlice> Slices) {
  std::vector<uint32_t> Order = getPositions(Slices.size());
  erase_if(Order, [&](uint32_t I) { return Slices[I].Size == 0; });
  radixSort(Order, [&](uint32_t I) { return Slices[I].Begin; });
  radixSort(Order, [&](uint32_t I) { return Slices[I].Offset; });
  return Order;
}

// Chains of values that lie at one offset and meet, in the order in which they
// take over.
static void findChains(ArenaBuffers &Arena, ArrayRef<PlacedSlice> Slices,
                       const Liveness &Live) {
  Arena.Order = orderBySlice(Slices);
  std::vector<ArenaBuffer> &Chains = Arena.Buffers;
  // Memory that is not used costs nothing, and to move a chain does.
  Chains.reserve(Arena.Order.size());
  MutableArrayRef<uint32_t> Order = Arena.Order;
  size_t TogetherEnd = 0;
  for (size_t Next = 0; Next != Order.size(); ++Next) {
    // The rest of what sortBySlice() sorts by is asked for where it counts.
    if (Next == TogetherEnd) {
      const PlacedSlice &S = Slices[Order[Next]];
      for (++TogetherEnd; TogetherEnd != Order.size(); ++TogetherEnd) {
        const PlacedSlice &O = Slices[Order[TogetherEnd]];
        if (O.Offset != S.Offset || O.Begin != S.Begin)
          break;
      }
      if (TogetherEnd - Next > 1)
        llvm::sort(Order.slice(Next, TogetherEnd - Next),
                   [&](uint32_t L, uint32_t R) {
                     return std::tuple(Slices[L].End, Arena.Values[L].getId()) <
                            std::tuple(Slices[R].End, Arena.Values[R].getId());
                   });
    }
    const PlacedSlice &S = Slices[Order[Next]];
    if (!Chains.empty() && Chains.back().Offset.count() == S.Offset) {
      ArenaBuffer &B = Chains.back();
      // Most need no look at the values.
      if (S.Begin <= B.Range.End ||
          (S.Begin == B.Range.End + 1 &&
           joinsChain(Arena.Values[Order[Next - 1]], B.Range.End,
                      Arena.Values[Order[Next]], Live))) {
        ++B.ValueCount;
        B.Range.End = std::max(B.Range.End, S.End);
        B.HasOneSlice &= B.Size.count() == S.Size;
        B.Size = std::max(B.Size, Bytes(S.Size));
        continue;
      }
    }
    ArenaBuffer &New = Chains.emplace_back();
    New.Range = {S.Begin, S.End};
    New.Offset = Bytes(S.Offset);
    New.Size = Bytes(S.Size);
    New.FirstValue = Next;
    New.ValueCount = 1;
  }
}

namespace {

// The buffers that are live at the moment of a sweep, disjoint in bytes, by
// offset. Those that have ended stay until something takes their bytes.
class LiveSlices {
  struct LatestSlice {
    uint64_t End;
    Time LastTime;
    unsigned Buffer;
  };
  std::map<uint64_t, LatestSlice> ByOffset;

public:
  // Calls Meet for each buffer that shares bytes with this one, which begins
  // now, and puts it in the place of all that did.
  void add(unsigned Buffer, uint64_t Begin, uint64_t End, LiveRange Range,
           function_ref<void(unsigned)> Meet);
};

} // namespace

void LiveSlices::add(unsigned Buffer, uint64_t Begin, uint64_t End,
                     LiveRange Range, function_ref<void(unsigned)> Meet) {
  auto It = ByOffset.upper_bound(Begin);
  if (It != ByOffset.begin() && std::prev(It)->second.End > Begin)
    --It;
  Time LastTime = Range.End;
  while (It != ByOffset.end() && It->first < End) {
    uint64_t OtherBegin = It->first;
    LatestSlice Other = It->second;
    It = ByOffset.erase(It);
    if (Other.LastTime >= Range.Begin) {
      Meet(Other.Buffer);
      LastTime = std::max(LastTime, Other.LastTime);
      Begin = std::min(Begin, OtherBegin);
      End = std::max(End, Other.End);
    }
  }
  ByOffset.insert_or_assign(Begin, LatestSlice{End, LastTime, Buffer});
}

// Joins the buffers that share bytes while both are live. False if there was
// none.
static bool joinOnce(ArenaBuffers &Arena) {
  std::vector<ArenaBuffer> &Buffers = Arena.Buffers;
  IntEqClasses Joined(Buffers.size());
  bool AnyMet = false;
  LiveSlices Slices;
  for (unsigned I : getSortedPositions(Buffers.size(), [&](uint32_t J) {
         return Buffers[J].Range.Begin;
       })) {
    const ArenaBuffer &B = Buffers[I];
    Slices.add(I, B.Offset.count(), B.getEndOffset().count(), B.Range,
               [&, I](unsigned Other) {
                 Joined.join(I, Other);
                 AnyMet = true;
               });
  }
  if (!AnyMet)
    return false;

  // The first of each class takes the others.
  std::vector<ArenaBuffer> Kept;
  std::vector<uint32_t> Order;
  Order.reserve(Arena.Order.size());
  std::optional<unsigned> LastLeader;
  for (unsigned I : getSortedPositions(
           Buffers.size(), [&](uint32_t J) { return Joined.findLeader(J); })) {
    const ArenaBuffer &B = Buffers[I];
    if (unsigned Leader = Joined.findLeader(I); LastLeader != Leader) {
      LastLeader = Leader;
      Kept.push_back(B);
      Kept.back().FirstValue = Order.size();
    } else {
      ArenaBuffer &To = Kept.back();
      Bytes End = std::max(To.getEndOffset(), B.getEndOffset());
      To.Offset = std::min(To.Offset, B.Offset);
      To.Size = End - To.Offset;
      To.Range.Begin = std::min(To.Range.Begin, B.Range.Begin);
      To.Range.End = std::max(To.Range.End, B.Range.End);
      To.ValueCount += B.ValueCount;
      To.HasOneSlice = false;
    }
    append_range(Order, Arena.positions(B));
  }
  Buffers = std::move(Kept);
  Arena.Order = std::move(Order);
  return true;
}

// Joins what doAnyMeet(). False if it takes too long.
static bool joinAll(ArenaBuffers &Arena, const Liveness &Live) {
  joinOnce(Arena);
  for (unsigned Round = 1; joinOnce(Arena); ++Round)
    if (Round == MaxRounds)
      return false;
  auto KeyOf = [&](uint32_t I) {
    const Value &V = Arena.Values[I];
    LiveRange R = *Live.getRange(V);
    return std::tuple(R.Begin, R.End, V.getId());
  };
  for (ArenaBuffer &B : Arena.Buffers)
    llvm::sort(MutableArrayRef(Arena.Order).slice(B.FirstValue, B.ValueCount),
               [&](uint32_t L, uint32_t R) { return KeyOf(L) < KeyOf(R); });
  llvm::sort(Arena.Buffers, [](const ArenaBuffer &L, const ArenaBuffer &R) {
    return std::tuple(L.Offset, L.Range.Begin) <
           std::tuple(R.Offset, R.Range.Begin);
  });
  return true;
}

ArenaBuffers findArenaBuffers(const Allocation &A, const Liveness &Live,
                              unsigned Threads) {
  ArenaBuffers Arena;
  Arena.Values = A.values();
  Threads = countParts(Threads, Arena.Values.size());
  std::optional<SliceReader> Reader(std::in_place, A, Live, Threads);
  SliceFacts Facts = Reader->facts();
  if (Facts.UnknownCount != 0) {
    Arena.WhyUnknown =
        formatv("values without a live range: {0}", Facts.UnknownCount).str();
    return Arena;
  }
  if (Facts.Count == 0) {
    Arena.WhyUnknown = "no value in it has bytes";
    return Arena;
  }
  if (!Facts.AllFit) {
    Arena.WhyUnknown = "it is smaller than the slices in it";
    return Arena;
  }
  if (Facts.OffsetBits != 0)
    Arena.InferredAlignment = Bytes(Facts.OffsetBits & -Facts.OffsetBits);
  findChains(Arena, Reader->slices(), Live);
  Reader.reset();
  // Few have something to join, which ties do not change, but is tied again.
  bool AnyMeet = false;
  parallelFor(Threads, 2, [&](size_t Task) {
    if (Task == 0)
      AnyMeet = doAnyMeet(Arena.Buffers);
    else
      tieByPhis(Arena, Facts.Phis);
  });
  if (AnyMeet) {
    Arena.WhyUnknown.clear();
    if (!joinAll(Arena, Live)) {
      Arena.Buffers.clear();
      Arena.WhyUnknown = "values share bytes that do not lie at one offset";
      return Arena;
    }
    tieByPhis(Arena, Facts.Phis);
  }
  for (const ArenaBuffer &B : Arena.Buffers)
    Arena.EndOffset = std::max(Arena.EndOffset, B.getEndOffset());
  return Arena;
}

} // namespace hlomem
