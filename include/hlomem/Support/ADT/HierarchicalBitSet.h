//===- HierarchicalBitSet.h - Small numbers, with next ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_ADT_HIERARCHICALBITSET_H
#define HLOMEM_SUPPORT_ADT_HIERARCHICALBITSET_H

#include "hlomem/Support/LLVM.h"
#include "llvm/ADT/bit.h"

namespace hlomem {

/// Represents a set of numbers below a limit, in which the next number on
/// either side of a given one is found quickly. The lowest level has a bit for
/// each number, each level above a bit for each word of the level below that is
/// not zero. Every operation takes O(log64(limit)) steps; the set takes an
/// eighth of a byte for each number below the limit.
class HierarchicalBitSet {
public:
  /// Is returned by findFrom() and findBefore() where there is no number.
  static constexpr size_t None = ~size_t(0);

  /// Makes an empty set for numbers below \p Limit.
  explicit HierarchicalBitSet(size_t Limit) {
    do {
      Limit = Limit / 64 + 1;
      Levels.emplace_back(Limit);
    } while (Limit > 1);
  }

  bool contains(size_t N) const { return Levels[0][N / 64] >> N % 64 & 1; }

  void insert(size_t N) {
    for (std::vector<uint64_t> &Level : Levels) {
      uint64_t &Word = Level[N / 64];
      bool WasEmpty = Word == 0;
      Word |= uint64_t(1) << N % 64;
      if (!WasEmpty)
        return;
      N /= 64;
    }
  }

  void erase(size_t N) {
    for (std::vector<uint64_t> &Level : Levels) {
      uint64_t &Word = Level[N / 64];
      Word &= ~(uint64_t(1) << N % 64);
      if (Word != 0)
        return;
      N /= 64;
    }
  }

  /// Returns the least number of the set that is at least \p N, or None. \pre N
  /// is below the limit.
  size_t findFrom(size_t N) const {
    for (size_t L = 0; L != Levels.size(); ++L) {
      if (uint64_t Rest = Levels[L][N / 64] >> N % 64)
        return descend(L, N + findFirst(Rest), findFirst);
      N = N / 64 + 1;
    }
    return None;
  }

  /// Returns the greatest number of the set that is less than \p N, or None.
  /// \pre N is at most the limit.
  size_t findBefore(size_t N) const {
    for (size_t L = 0; L != Levels.size(); ++L) {
      if (uint64_t Rest = Levels[L][N / 64] & ((uint64_t(1) << N % 64) - 1))
        return descend(L, N / 64 * 64 + findLast(Rest), findLast);
      N /= 64;
    }
    return None;
  }

private:
  static size_t findFirst(uint64_t Word) { return llvm::countr_zero(Word); }
  static size_t findLast(uint64_t Word) { return llvm::bit_width(Word) - 1; }

  // Returns the number below bit N of level L that FindInWord selects in its
  // word on each level: the first one or the last one.
  template <class FindT>
  size_t descend(size_t L, size_t N, FindT FindInWord) const {
    while (L-- != 0)
      N = N * 64 + FindInWord(Levels[L][N]);
    return N;
  }

  /// Holds the numbers in the first level, and in each further level a bit for
  /// each word of the level before it; the last level is one word.
  SmallVector<std::vector<uint64_t>, 4> Levels;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_ADT_HIERARCHICALBITSET_H
