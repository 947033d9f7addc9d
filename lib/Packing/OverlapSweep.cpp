//===- OverlapSweep.cpp - Rectangles that meet ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OverlapSweep.h"
#include "LifetimeOrder.h"
#include <map>

using namespace llvm;

namespace hlomem::packing {

std::optional<BoxOverlap> findFirstOverlap(ArrayRef<Box> Boxes) {
  // Those of the moment by offset, no two of which share a byte, so that only
  // the neighbours of a new one can share one with it. Sums might not fit:
  // differences do.
  std::map<uint64_t, size_t> Live;
  std::optional<BoxOverlap> Found;
  auto Add = [&](size_t I) {
    const Box &B = Boxes[I];
    auto Above = Live.lower_bound(B.Offset);
    std::optional<size_t> Other;
    if (Above != Live.end() && Above->first - B.Offset < B.Size)
      Other = Above->second;
    else if (Above != Live.begin())
      if (auto Below = std::prev(Above);
          B.Offset - Below->first < Boxes[Below->second].Size)
        Other = Below->second;
    if (Other)
      Found = {std::min(I, *Other), std::max(I, *Other), B.Begin};
    else
      Live.emplace_hint(Above, B.Offset, I);
    return !Found;
  };
  LifetimeOrder(Boxes).forEach(Add,
                               [&](size_t I) { Live.erase(Boxes[I].Offset); });
  return Found;
}

} // namespace hlomem::packing
