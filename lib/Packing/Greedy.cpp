//===- Greedy.cpp - Placing buffers one by one ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Greedy.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <numeric>

using namespace llvm;

namespace hlomem::packing {

Placement placeGreedily(const Problem &P) {
  std::vector<size_t> Order(P.Buffers.size());
  std::iota(Order.begin(), Order.end(), 0);
  std::stable_sort(Order.begin(), Order.end(), [&](size_t L, size_t R) {
    const Buffer &A = P.Buffers[L], &B = P.Buffers[R];
    return std::pair(A.FixedOffset.has_value(), A.Size) >
           std::pair(B.FixedOffset.has_value(), B.Size);
  });
  Placement Offsets(P.Buffers.size());
  for (size_t I = 0; I != Order.size(); ++I) {
    const Buffer &B = P.Buffers[Order[I]];
    std::vector<std::pair<uint64_t, uint64_t>> Taken;
    for (size_t J = 0; J != I; ++J)
      if (const Buffer &O = P.Buffers[Order[J]]; O.overlaps(B))
        Taken.emplace_back(Offsets[Order[J]], Offsets[Order[J]] + O.Size);
    std::sort(Taken.begin(), Taken.end());
    uint64_t Offset = B.FixedOffset.value_or(0);
    for (auto [Begin, End] : Taken)
      if (!B.FixedOffset && Begin < Offset + B.Size)
        Offset = std::max(Offset, alignTo(End, B.Alignment));
    Offsets[Order[I]] = Offset;
  }
  return Offsets;
}

} // namespace hlomem::packing
