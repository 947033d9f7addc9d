//===- HierarchicalBitSet.h - Small numbers, with next ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_ADT_HIERARCHICALBITSET_H
#define HLOMEM_SUPPORT_ADT_HIERARCHICALBITSET_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"
#include <cassert>
#include <cstdint>
#include <vector>

namespace hlomem {

/// A set of numbers below a limit that finds the next ones on both sides of a
/// number: a bit for each, and above that a bit for each word that has any.
/// Everything takes a step for each factor of 64 in the limit, in an eighth of
/// a byte for each number.
class HierarchicalBitSet {
public:
  /// Means no number.
  static constexpr size_t None = ~size_t(0);

  /// Empty, for numbers below \p Limit.
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

  /// The least number of the set that is at least \p N, which is below the
  /// limit; None if there is none.
  size_t findFrom(size_t N) const {
    for (size_t L = 0; L != Levels.size(); ++L) {
      if (uint64_t Rest = Levels[L][N / 64] >> N % 64)
        return descend(L, N + findFirst(Rest), findFirst);
      N = N / 64 + 1;
    }
    return None;
  }

  /// The greatest number of the set that is less than \p N, which is at most
  /// the limit; None if there is none.
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

  // The number below bit N of level L that is the first, or last, in its word
  // on each level.
  template <class FindT>
  size_t descend(size_t L, size_t N, FindT FindInWord) const {
    while (L-- != 0)
      N = N * 64 + FindInWord(Levels[L][N]);
    return N;
  }

  /// The first holds the numbers, each of the others a bit for each word of the
  /// one before it; the last is one word.
  llvm::SmallVector<std::vector<uint64_t>, 4> Levels;
};

} // namespace hlomem

#endif // HLOMEM_SUPPORT_ADT_HIERARCHICALBITSET_H
