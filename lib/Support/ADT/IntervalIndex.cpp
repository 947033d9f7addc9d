//===- IntervalIndex.cpp - Intervals that overlap another ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/ADT/IntervalIndex.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace hlomem {

IntervalIndex::IntervalIndex(std::vector<Entry> Entries)
    : ByBegin(std::move(Entries)) {
  stable_sort(ByBegin,
              [](const Entry &L, const Entry &R) { return L.Begin < R.Begin; });
  LeafCount = PowerOf2Ceil(std::max<size_t>(ByBegin.size(), 1));
  LargestEnd.resize(2 * LeafCount);
  for (auto [I, E] : enumerate(ByBegin)) {
    Ends.push_back(E.End);
    LargestEnd[LeafCount + I] = E.End;
  }
  llvm::sort(Ends);
  for (size_t N = LeafCount - 1; N != 0; --N)
    LargestEnd[N] = std::max(LargestEnd[2 * N], LargestEnd[2 * N + 1]);
}

size_t IntervalIndex::countBegins(uint64_t Before) const {
  return partition_point(
             ByBegin, [Before](const Entry &E) { return E.Begin < Before; }) -
         ByBegin.begin();
}

// Those that begin early enough, less those of them that end too early.
size_t IntervalIndex::count(uint64_t Begin, uint64_t End) const {
  return countBegins(End) - (upper_bound(Ends, Begin) - Ends.begin());
}

void IntervalIndex::forEach(uint64_t Begin, uint64_t End,
                            function_ref<void(uint32_t)> Visit) const {
  size_t Limit = countBegins(End);
  size_t N = 1;
  // The next node in the order of the leaves that is not below this one.
  auto Skip = [](size_t Node) {
    while (Node % 2 == 1)
      Node /= 2;
    return Node + 1;
  };
  if (Limit == 0)
    return;
  while (true) {
    if (LargestEnd[N] <= Begin) {
      if ((N & (N + 1)) == 0)
        return;
      N = Skip(N);
      continue;
    }
    if (N < LeafCount) {
      N *= 2;
      continue;
    }
    size_t Leaf = N - LeafCount;
    if (Leaf >= Limit)
      return;
    Visit(ByBegin[Leaf].Id);
    if (Leaf + 1 == LeafCount)
      return;
    N = Skip(N);
  }
}

} // namespace hlomem
