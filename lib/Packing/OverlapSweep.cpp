//===- OverlapSweep.cpp - Rectangles that meet ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OverlapSweep.h"
#include <algorithm>
#include <map>
#include <numeric>

using namespace llvm;

namespace hlomem::packing {

std::optional<BoxOverlap> findFirstOverlap(ArrayRef<Box> Boxes) {
  std::vector<size_t> ByBegin(Boxes.size());
  std::iota(ByBegin.begin(), ByBegin.end(), 0);
  std::vector<size_t> ByEnd = ByBegin;
  std::sort(ByBegin.begin(), ByBegin.end(), [&](size_t L, size_t R) {
    return std::pair(Boxes[L].Begin, L) < std::pair(Boxes[R].Begin, R);
  });
  std::sort(ByEnd.begin(), ByEnd.end(),
            [&](size_t L, size_t R) { return Boxes[L].End < Boxes[R].End; });
  // Those of the moment by offset, no two of which share a byte, so that only
  // the neighbours of a new one can share one with it. Sums might not fit:
  // differences do.
  std::map<uint64_t, size_t> Live;
  auto Ending = ByEnd.begin();
  for (size_t I : ByBegin) {
    const Box &B = Boxes[I];
    for (; Boxes[*Ending].End <= B.Begin; ++Ending)
      Live.erase(Boxes[*Ending].Offset);
    auto Above = Live.lower_bound(B.Offset);
    std::optional<size_t> Other;
    if (Above != Live.end() && Above->first - B.Offset < B.Size)
      Other = Above->second;
    else if (Above != Live.begin())
      if (auto Below = std::prev(Above);
          B.Offset - Below->first < Boxes[Below->second].Size)
        Other = Below->second;
    if (Other)
      return BoxOverlap{std::min(I, *Other), std::max(I, *Other), B.Begin};
    Live.emplace_hint(Above, B.Offset, I);
  }
  return std::nullopt;
}

} // namespace hlomem::packing
