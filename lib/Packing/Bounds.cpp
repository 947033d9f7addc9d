//===- Bounds.cpp - Sizes below which no placement goes -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Bounds.h"
#include <algorithm>

using namespace llvm;

namespace hlomem::packing {

Bound getLoadBound(const Problem &P) {
  std::vector<std::pair<Time, int64_t>> Changes;
  for (const Buffer &B : P.Buffers) {
    Changes.emplace_back(B.Begin, int64_t(B.Size));
    Changes.emplace_back(B.End, -int64_t(B.Size));
  }
  std::sort(Changes.begin(), Changes.end());
  Bound Highest;
  int64_t Live = 0;
  for (auto [At, Change] : Changes) {
    Live += Change;
    if (uint64_t(Live) > Highest.Size)
      Highest = {uint64_t(Live), At};
  }
  return Highest;
}

Bound getAlignmentBound(const Problem &P) { return getLoadBound(P); }

} // namespace hlomem::packing
