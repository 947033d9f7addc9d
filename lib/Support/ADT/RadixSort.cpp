//===- RadixSort.cpp - Positions in the order of numbers ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/ADT/RadixSort.h"
#include "llvm/Support/MathExtras.h"

namespace hlomem {

// With more bits in a digit the places to write to no longer stay in the first
// level of the cache.
static constexpr unsigned MaxDigitBits = 11;

// Fewer are compared before their digits are counted.
static constexpr size_t MinCounted = 256;

void sortByUpperHalf(std::vector<uint64_t> &Numbers, unsigned KeyBits) {
  if (Numbers.size() < MinCounted) {
    std::stable_sort(Numbers.begin(), Numbers.end(),
                     [](uint64_t L, uint64_t R) { return L >> 32 < R >> 32; });
    return;
  }
  if (KeyBits == 0)
    return;
  unsigned PassCount = llvm::divideCeil(KeyBits, MaxDigitBits);
  unsigned DigitBits = llvm::divideCeil(KeyBits, PassCount);
  uint64_t Mask = (uint64_t(1) << DigitBits) - 1;
  std::vector<uint64_t> Sorted(Numbers.size());
  std::vector<uint32_t> Places(Mask + 1);
  for (unsigned Pass = 0; Pass != PassCount; ++Pass) {
    unsigned Shift = 32 + Pass * DigitBits;
    std::fill(Places.begin(), Places.end(), 0);
    for (uint64_t N : Numbers)
      ++Places[N >> Shift & Mask];
    std::exclusive_scan(Places.begin(), Places.end(), Places.begin(),
                        uint32_t(0));
    for (uint64_t N : Numbers)
      Sorted[Places[N >> Shift & Mask]++] = N;
    Numbers.swap(Sorted);
  }
}

} // namespace hlomem
