//===- ArenaPackingBuffers.cpp - What moves as one in an arena ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaBounds.h"
#include "hlomem/Analysis/AliasAnalysis.h"
#include "hlomem/Analysis/Liveness.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/SortByKey.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>
#include <tuple>

using namespace llvm;

namespace hlomem {

// Rectangles that meet are joined until none do. A sound dump needs one round;
// one that is made to need many says nothing that is worth the time.
static constexpr unsigned MaxRounds = 8;

namespace {

// What is compared of a value: there may be millions, of which each lies in
// lines of its own.
struct Slice {
  uint64_t Offset;
  Bytes Size;
  LiveRange Range;
  const Value *V;
};

} // namespace

// As sortBySlice() does.
static std::vector<uint32_t> orderBySlice(ArrayRef<Slice> Slices) {
  std::vector<uint32_t> Order = getSortedPositions(
      Slices.size(), [&](uint32_t I) { return Slices[I].Range.Begin; });
  sortByKey(Order, [&](uint32_t I) { return Slices[I].Offset; });
  auto BeginTogether = [&](uint32_t L, uint32_t R) {
    return Slices[L].Offset == Slices[R].Offset &&
           Slices[L].Range.Begin == Slices[R].Range.Begin;
  };
  for (auto From = Order.begin(); From != Order.end();) {
    auto To = std::find_if_not(From + 1, Order.end(), [&](uint32_t I) {
      return BeginTogether(*From, I);
    });
    if (To - From > 1)
      std::sort(From, To, [&](uint32_t L, uint32_t R) {
        return std::tuple(Slices[L].Range.End, Slices[L].V->getId()) <
               std::tuple(Slices[R].Range.End, Slices[R].V->getId());
      });
    From = To;
  }
  return Order;
}

// Values that lie at one offset and meet, in the order in which they take over.
static std::vector<ArenaBuffer> findChains(ArrayRef<Slice> Slices,
                                           const Liveness &Live) {
  std::vector<ArenaBuffer> Chains;
  // Memory that is not used costs nothing, and to move a chain does.
  Chains.reserve(Slices.size());
  for (uint32_t I : orderBySlice(Slices)) {
    const Slice &S = Slices[I];
    if (!Chains.empty() && Chains.back().Offset.count() == S.Offset) {
      ArenaBuffer &B = Chains.back();
      // Most need no look at the values.
      if (S.Range.Begin <= B.Range.End ||
          (S.Range.Begin == B.Range.End + 1 &&
           joinsChain(*B.Values.back(), B.Range.End, *S.V, Live))) {
        B.Values.push_back(S.V);
        B.Range.End = std::max(B.Range.End, S.Range.End);
        B.Size = std::max(B.Size, S.Size);
        continue;
      }
    }
    Chains.push_back({{S.V}, S.Range, Bytes(S.Offset), S.Size});
  }
  return Chains;
}

namespace {

// The buffers that are live at the moment of a sweep, disjoint in bytes, by
// offset. Those that have ended stay until something takes their bytes.
class LiveSlices {
  struct Slice {
    uint64_t End;
    Time LastTime;
    unsigned Buffer;
  };
  std::map<uint64_t, Slice> ByOffset;

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
    Slice Other = It->second;
    It = ByOffset.erase(It);
    if (Other.LastTime >= Range.Begin) {
      Meet(Other.Buffer);
      LastTime = std::max(LastTime, Other.LastTime);
      Begin = std::min(Begin, OtherBegin);
      End = std::max(End, Other.End);
    }
  }
  ByOffset.insert_or_assign(Begin, Slice{End, LastTime, Buffer});
}

// Joins the buffers that share bytes while both are live. False if there was
// none.
static bool joinOnce(std::vector<ArenaBuffer> &Buffers) {
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
  std::vector<size_t> Places(Buffers.size());
  for (auto [I, B] : enumerate(Buffers)) {
    unsigned Leader = Joined.findLeader(I);
    if (Leader == I) {
      Places[I] = Kept.size();
      Kept.push_back(std::move(B));
      continue;
    }
    ArenaBuffer &To = Kept[Places[Leader]];
    Bytes End = std::max(To.getEndOffset(), B.getEndOffset());
    To.Offset = std::min(To.Offset, B.Offset);
    To.Size = End - To.Offset;
    To.Range.Begin = std::min(To.Range.Begin, B.Range.Begin);
    To.Range.End = std::max(To.Range.End, B.Range.End);
    To.Values.append(B.Values.begin(), B.Values.end());
  }
  Buffers = std::move(Kept);
  return true;
}

static bool joinAll(std::vector<ArenaBuffer> &Buffers, const Liveness &Live) {
  if (!doAnyMeet(Buffers))
    return true;
  joinOnce(Buffers);
  for (unsigned Round = 1; joinOnce(Buffers); ++Round)
    if (Round == MaxRounds)
      return false;
  for (ArenaBuffer &B : Buffers)
    llvm::sort(B.Values, [&Live](const Value *L, const Value *R) {
      LiveRange A = *Live.getRange(*L), B = *Live.getRange(*R);
      return std::tuple(A.Begin, A.End, L->getId()) <
             std::tuple(B.Begin, B.End, R->getId());
    });
  llvm::sort(Buffers, [](const ArenaBuffer &L, const ArenaBuffer &R) {
    return std::tuple(L.Offset, L.Range.Begin) <
           std::tuple(R.Offset, R.Range.Begin);
  });
  return true;
}

ArenaBuffers findArenaBuffers(const Allocation &A, const Liveness &Live) {
  ArenaBuffers Arena;
  std::vector<Slice> Slices;
  Slices.reserve(A.values().size());
  std::vector<const Value *> Phis;
  uint64_t Offsets = 0;
  size_t UnknownCount = 0;
  bool IsTooSmall = false;
  for (const Value &V : A.values()) {
    IsTooSmall |= V.getEndOffset() > A.getSize();
    if (V.getSize().isZero())
      continue;
    std::optional<LiveRange> R = Live.getRange(V);
    UnknownCount += !R;
    Offsets |= V.getOffset().count();
    if (V.isPhi())
      Phis.push_back(&V);
    Slices.push_back(
        {V.getOffset().count(), V.getSize(), R.value_or(LiveRange()), &V});
  }
  if (UnknownCount != 0) {
    Arena.WhyUnknown =
        formatv("values without a live range: {0}", UnknownCount).str();
    return Arena;
  }
  if (Slices.empty()) {
    Arena.WhyUnknown = "no value in it has bytes";
    return Arena;
  }
  if (IsTooSmall) {
    Arena.WhyUnknown = "it is smaller than the slices in it";
    return Arena;
  }
  if (Offsets != 0)
    Arena.InferredAlignment = Bytes(Offsets & -Offsets);
  Arena.Buffers = findChains(Slices, Live);
  Slices = {};
  if (!joinAll(Arena.Buffers, Live)) {
    Arena.Buffers.clear();
    Arena.WhyUnknown = "values share bytes that do not lie at one offset";
    return Arena;
  }
  for (const ArenaBuffer &B : Arena.Buffers)
    Arena.EndOffset = std::max(Arena.EndOffset, B.getEndOffset());
  tieByPhis(Arena, Phis);
  return Arena;
}

} // namespace hlomem
