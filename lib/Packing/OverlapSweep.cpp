//===- OverlapSweep.cpp - Rectangles that meet ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OverlapSweep.h"
#include "LifetimeOrder.h"
#include "hlomem/Support/NumberSet.h"

using namespace llvm;

namespace hlomem::packing {

std::optional<BoxOverlap> findFirstOverlap(ArrayRef<Box> Boxes) {
  std::vector<uint32_t> ByOffset = getSortedPositions(
      Boxes.size(), [&](uint32_t I) { return Boxes[I].Offset; });
  std::vector<uint32_t> Ranks(Boxes.size());
  uint32_t RankCount = 0;
  for (size_t I = 0; I != ByOffset.size(); ++I) {
    if (I != 0 && Boxes[ByOffset[I]].Offset != Boxes[ByOffset[I - 1]].Offset)
      ++RankCount;
    Ranks[ByOffset[I]] = RankCount;
  }

  // Those of the moment by the rank of their offset, no two of which share a
  // byte, so that only the neighbours of a new one can share one with it. Sums
  // might not fit: differences do.
  NumberSet Live(Boxes.size());
  std::vector<uint32_t> BoxAt(Boxes.size());
  std::optional<BoxOverlap> Found;
  auto Reaches = [&](uint32_t Lower, uint32_t Upper) {
    return Boxes[Upper].Offset - Boxes[Lower].Offset < Boxes[Lower].Size;
  };
  auto Add = [&](uint32_t I) {
    size_t Above = Live.findFrom(Ranks[I]), Below = Live.findBefore(Ranks[I]);
    std::optional<uint32_t> Other;
    if (Above != NumberSet::None && Reaches(I, BoxAt[Above]))
      Other = BoxAt[Above];
    else if (Below != NumberSet::None && Reaches(BoxAt[Below], I))
      Other = BoxAt[Below];
    if (Other)
      Found = {std::min(I, *Other), std::max(I, *Other), Boxes[I].Begin};
    Live.insert(Ranks[I]);
    BoxAt[Ranks[I]] = I;
    return !Found;
  };
  LifetimeOrder(Boxes).forEach(Add, [&](uint32_t I) { Live.erase(Ranks[I]); });
  return Found;
}

} // namespace hlomem::packing
