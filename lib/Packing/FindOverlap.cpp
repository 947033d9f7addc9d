//===- FindOverlap.cpp - Rectangles that meet -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindOverlap.h"
#include "hlomem/Packing/LifetimeOrder.h"
#include "hlomem/Support/ADT/HierarchicalBitSet.h"

using namespace llvm;

namespace hlomem::packing {

std::optional<Overlap> findFirstOverlap(ArrayRef<Buffer> Buffers,
                                        ArrayRef<uint64_t> Offsets) {
  assert(Buffers.size() == Offsets.size() && "an offset for each buffer");
  // Those at one offset have one rank.
  std::vector<uint32_t> Ranks(Buffers.size());
  size_t RankCount = 0;
  std::optional<uint64_t> Last;
  for (uint32_t I : getSortedPositions(
           Buffers.size(), [&](uint32_t J) { return Offsets[J]; })) {
    RankCount += Offsets[I] != Last;
    Last = Offsets[I];
    Ranks[I] = RankCount - 1;
  }

  // Those of the moment by rank, no two of which share a byte, so that only the
  // neighbours of a new one can share one with it. Sums might not fit:
  // differences do.
  HierarchicalBitSet Live(RankCount);
  std::vector<uint32_t> BufferAt(RankCount);
  std::optional<Overlap> Found;
  auto Reaches = [&](uint32_t Lower, uint32_t Upper) {
    return Offsets[Upper] - Offsets[Lower] < Buffers[Lower].Size;
  };
  auto Add = [&](uint32_t I) {
    size_t Above = Live.findFrom(Ranks[I]), Below = Live.findBefore(Ranks[I]);
    std::optional<uint32_t> Other;
    if (Above != HierarchicalBitSet::None && Reaches(I, BufferAt[Above]))
      Other = BufferAt[Above];
    else if (Below != HierarchicalBitSet::None && Reaches(BufferAt[Below], I))
      Other = BufferAt[Below];
    if (Other)
      Found = {std::min(I, *Other), std::max(I, *Other), Buffers[I].Begin};
    Live.insert(Ranks[I]);
    BufferAt[Ranks[I]] = I;
    return !Found;
  };
  LifetimeOrder(Buffers).forEach(Add,
                                 [&](uint32_t I) { Live.erase(Ranks[I]); });
  return Found;
}

} // namespace hlomem::packing
