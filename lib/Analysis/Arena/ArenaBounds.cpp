//===- ArenaBounds.cpp - Bounds without a problem -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaBounds.h"
#include "hlomem/Packing/AlignedSum.h"
#include "hlomem/Packing/LifetimeOrder.h"
#include "hlomem/Support/ADT/HierarchicalBitSet.h"
#include "hlomem/Support/ADT/RadixSort.h"

using namespace llvm;

namespace hlomem {

namespace {

// The buffers of an arena as LifetimeOrder wants them.
struct ArenaLives {
  struct Life {
    packing::Time Begin;
    packing::Time End;
  };

  ArrayRef<ArenaBuffer> Buffers;
  ArenaRanges Ranges;

  size_t size() const { return Buffers.size(); }
  LiveRange getRange(size_t I) const {
    return Ranges.empty() ? Buffers[I].Range : Ranges[I];
  }
  Life operator[](size_t I) const {
    LiveRange R = getRange(I);
    return {packing::Time(R.Begin), packing::Time(R.End) + 1};
  }
};

} // namespace

packing::MomentBounds getMomentBounds(const ArenaBuffers &Arena,
                                      ArenaRanges Ranges, Bytes Alignment) {
  ArrayRef<ArenaBuffer> Buffers = Arena.Buffers;
  auto SizeOf = [](const ArenaBuffer &B) { return B.Size.count(); };
  packing::AlignedSum Aligned(Alignment.count(), map_range(Buffers, SizeOf));
  uint64_t Load = 0;
  packing::MomentBounds Highest;
  auto Add = [&](uint32_t I) {
    Load += SizeOf(Buffers[I]);
    Aligned.add(SizeOf(Buffers[I]));
  };
  auto Drop = [&](uint32_t I) {
    Load -= SizeOf(Buffers[I]);
    Aligned.drop(SizeOf(Buffers[I]));
  };
  auto Look = [&](packing::Time At) {
    Highest.Load.raise({Load, At});
    Highest.Aligned.raise({Aligned.get(), At});
  };
  packing::LifetimeOrder(ArenaLives{Buffers, Ranges})
      .forEachMaximum(Add, Drop, Look);
  Highest.Aligned.raise(Highest.Load);
  return Highest;
}

// Each of them shares bytes with another one.
static bool doAnyOfGroupMeet(ArenaLives Lives) {
  ArrayRef<ArenaBuffer> Buffers = Lives.Buffers;
  // By position. No two share a byte, so that those that share one with a new
  // one are next to it; what has ended stays until something takes its bytes.
  HierarchicalBitSet Live(Buffers.size());
  for (uint32_t I : getSortedPositions(Buffers.size(), [&](uint32_t J) {
         return Lives.getRange(J).Begin;
       })) {
    const ArenaBuffer &B = Buffers[I];
    Time Begin = Lives.getRange(I).Begin;
    auto Meets = [&](size_t Other) {
      if (Lives.getRange(Other).End >= Begin)
        return true;
      Live.erase(Other);
      return false;
    };
    for (size_t Below = Live.findBefore(I);
         Below != HierarchicalBitSet::None &&
         Buffers[Below].getEndOffset() > B.Offset;
         Below = Live.findBefore(Below))
      if (Meets(Below))
        return true;
    for (size_t Above = Live.findFrom(I);
         Above != HierarchicalBitSet::None &&
         Buffers[Above].Offset < B.getEndOffset();
         Above = Live.findFrom(Above))
      if (Meets(Above))
        return true;
    Live.insert(I);
  }
  return false;
}

bool doAnyMeet(ArrayRef<ArenaBuffer> Buffers, ArenaRanges Ranges) {
  // Many have bytes that nothing else ever uses, and need no look at times.
  for (size_t Begin = 0, End; Begin != Buffers.size(); Begin = End) {
    Bytes EndOffset = Buffers[Begin].getEndOffset();
    for (End = Begin + 1;
         End != Buffers.size() && Buffers[End].Offset < EndOffset; ++End)
      EndOffset = std::max(EndOffset, Buffers[End].getEndOffset());
    if (End - Begin == 1)
      continue;
    auto TakeGroup = [&](auto Array) {
      return Array.slice(Begin, End - Begin);
    };
    if (doAnyOfGroupMeet(
            {TakeGroup(Buffers), Ranges.empty() ? Ranges : TakeGroup(Ranges)}))
      return true;
  }
  return false;
}

} // namespace hlomem
