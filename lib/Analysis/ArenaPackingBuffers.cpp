//===- ArenaPackingBuffers.cpp - What moves as one in an arena ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/AliasAnalysis.h"
#include "hlomem/Analysis/ArenaPacking.h"
#include "hlomem/Analysis/Liveness.h"
#include "hlomem/IR/Module.h"
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

// Values that lie at one offset and meet, in the order in which they take over.
static std::vector<ArenaBuffer> findChains(std::vector<const Value *> Values,
                                           const Liveness &Live) {
  sortBySlice(Values, Live);
  std::vector<ArenaBuffer> Chains;
  for (const Value *V : Values) {
    LiveRange R = *Live.getRange(*V);
    if (!Chains.empty() && Chains.back().Offset == V->getOffset() &&
        joinsChain(*Chains.back().Values.back(), Chains.back().Range.End, *V,
                   Live)) {
      ArenaBuffer &B = Chains.back();
      B.Values.push_back(V);
      B.Range.End = std::max(B.Range.End, R.End);
      B.Size = std::max(B.Size, V->getSize());
      continue;
    }
    Chains.push_back({{V}, R, V->getOffset(), V->getSize()});
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
  std::vector<unsigned> ByBegin(Buffers.size());
  for (auto [I, Buffer] : enumerate(ByBegin))
    Buffer = I;
  stable_sort(ByBegin, [&Buffers](unsigned L, unsigned R) {
    return Buffers[L].Range.Begin < Buffers[R].Range.Begin;
  });
  IntEqClasses Joined(Buffers.size());
  bool AnyMet = false;
  LiveSlices Slices;
  for (unsigned I : ByBegin) {
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
  if (!joinOnce(Buffers))
    return true;
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

Bytes ArenaBuffers::getEndOffset() const {
  Bytes End;
  for (const ArenaBuffer &B : Buffers)
    End = std::max(End, B.getEndOffset());
  return End;
}

ArenaBuffers findArenaBuffers(const Allocation &A, const Liveness &Live) {
  ArenaBuffers Arena;
  std::vector<const Value *> Values;
  uint64_t Offsets = 0;
  size_t UnknownCount = 0;
  for (const Value &V : A.values()) {
    if (V.getSize().isZero())
      continue;
    UnknownCount += !Live.getRange(V);
    Offsets |= V.getOffset().count();
    Values.push_back(&V);
  }
  if (UnknownCount != 0) {
    Arena.WhyUnknown =
        formatv("values without a live range: {0}", UnknownCount).str();
    return Arena;
  }
  if (Values.empty()) {
    Arena.WhyUnknown = "no value in it has bytes";
    return Arena;
  }
  if (!A.holdsItsValues()) {
    Arena.WhyUnknown = "it is smaller than the slices in it";
    return Arena;
  }
  if (Offsets != 0)
    Arena.InferredAlignment = Bytes(Offsets & -Offsets);
  Arena.Buffers = findChains(std::move(Values), Live);
  if (!joinAll(Arena.Buffers, Live)) {
    Arena.Buffers.clear();
    Arena.WhyUnknown = "values share bytes that do not lie at one offset";
    return Arena;
  }
  tieByPhis(Arena);
  return Arena;
}

} // namespace hlomem
