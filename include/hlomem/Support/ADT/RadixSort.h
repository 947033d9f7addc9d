//===- RadixSort.h - Positions in the order of numbers ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares sorting functions for schedule positions and offsets.
/// These are many, lie within a narrow range and are often sorted already, so
/// that counting their digits is faster than comparing them.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_ADT_RADIXSORT_H
#define HLOMEM_SUPPORT_ADT_RADIXSORT_H

#include "hlomem/Support/LLVM.h"
#include "llvm/ADT/bit.h"
#include <numeric>

namespace hlomem {

/// Sorts \p Numbers by their upper 32 bits, which are less than 2^\p KeyBits,
/// in O(n). The sort is stable.
void sortByUpperHalf(std::vector<uint64_t> &Numbers, unsigned KeyBits);

/// Sorts \p Positions by \p KeyOf(Position), a uint64_t. The sort is stable. It
/// takes O(n) if the positions are sorted already, or if the keys differ by
/// less than 2^32 after division by the largest power of two that divides all
/// differences; otherwise O(n log n).
template <class KeyT>
void radixSort(MutableArrayRef<uint32_t> Positions, KeyT KeyOf) {
  if (Positions.empty())
    return;
  uint64_t First = KeyOf(Positions.front()), Last = First;
  uint64_t Least = First, Most = First, Differing = 0;
  bool IsSorted = true;
  for (uint32_t Position : Positions) {
    uint64_t Key = KeyOf(Position);
    IsSorted &= Last <= Key;
    Least = std::min(Least, Key);
    Most = std::max(Most, Key);
    Differing |= Key ^ First;
    Last = Key;
  }
  if (IsSorted)
    return;
  unsigned Shift = llvm::countr_zero(Differing);
  unsigned KeyBits = llvm::bit_width((Most - Least) >> Shift);
  if (KeyBits > 32) {
    std::stable_sort(
        Positions.begin(), Positions.end(),
        [&](uint32_t L, uint32_t R) { return KeyOf(L) < KeyOf(R); });
    return;
  }
  // With about as many possible keys as positions, counting each key is enough.
  if (uint64_t Largest = (Most - Least) >> Shift;
      Largest < 2 * Positions.size()) {
    std::vector<uint32_t> Places(Largest + 1);
    for (uint32_t Position : Positions)
      ++Places[(KeyOf(Position) - Least) >> Shift];
    std::exclusive_scan(Places.begin(), Places.end(), Places.begin(),
                        uint32_t(0));
    std::vector<uint32_t> Sorted(Positions.size());
    for (uint32_t Position : Positions)
      Sorted[Places[(KeyOf(Position) - Least) >> Shift]++] = Position;
    llvm::copy(Sorted, Positions.begin());
    return;
  }
  std::vector<uint64_t> Numbers;
  Numbers.reserve(Positions.size());
  for (uint32_t Position : Positions)
    Numbers.push_back((KeyOf(Position) - Least) >> Shift << 32 | Position);
  sortByUpperHalf(Numbers, KeyBits);
  std::transform(Numbers.begin(), Numbers.end(), Positions.begin(),
                 [](uint64_t N) { return static_cast<uint32_t>(N); });
}

/// Returns the numbers 0 to \p Count - 1 in ascending order.
inline std::vector<uint32_t> getPositions(size_t Count) {
  std::vector<uint32_t> Positions(Count);
  std::iota(Positions.begin(), Positions.end(), 0);
  return Positions;
}

/// Returns the numbers 0 to \p Count - 1, sorted by \p KeyOf and then by
/// number. \pre Count is less than 2^32.
template <class KeyT>
std::vector<uint32_t> getSortedPositions(size_t Count, KeyT KeyOf) {
  std::vector<uint32_t> Positions = getPositions(Count);
  radixSort(Positions, KeyOf);
  return Positions;
}

/// Sorts \p Elements by \p KeyOf(Element), which may have any type. KeyOf is
/// called once for each element, which suits keys that take long to compute or
/// to load.
template <class T, class KeyT>
void sortByStoredKey(MutableArrayRef<T> Elements, KeyT KeyOf) {
  std::vector<std::pair<decltype(KeyOf(Elements.front())), T>> Keyed;
  Keyed.reserve(Elements.size());
  for (const T &Element : Elements)
    Keyed.emplace_back(KeyOf(Element), Element);
  llvm::sort(Keyed, llvm::less_first());
  for (auto [Element, Sorted] : llvm::zip_equal(Elements, Keyed))
    Element = std::move(Sorted.second);
}

} // namespace hlomem

#endif // HLOMEM_SUPPORT_ADT_RADIXSORT_H
