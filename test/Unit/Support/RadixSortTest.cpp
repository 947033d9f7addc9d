//===- RadixSortTest.cpp - Tests of sorting by numbers --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/ADT/RadixSort.h"
#include "gtest/gtest.h"
#include <random>
#include <tuple>

using namespace hlomem;

namespace {

std::vector<uint32_t> sortedBy(std::vector<uint64_t> Keys) {
  return getSortedPositions(Keys.size(), [&](uint32_t I) { return Keys[I]; });
}

TEST(RadixSortTest, NothingIsSorted) { EXPECT_TRUE(sortedBy({}).empty()); }

TEST(RadixSortTest, PositionsNeedNotBeAll) {
  std::vector<uint64_t> Keys = {5, 4, 3, 2};
  std::vector<uint32_t> Positions = {0, 2, 3};
  radixSort(Positions, [&](uint32_t I) { return Keys[I]; });
  EXPECT_EQ(Positions, (std::vector<uint32_t>{3, 2, 0}));
}

// Each key is asked for once; those of equal keys may stand in any order.
TEST(RadixSortTest, StoredKeysAreAskedForOnce) {
  std::vector<int> Elements = {30, 10, 21, 20};
  size_t Asked = 0;
  sortByStoredKey(llvm::MutableArrayRef(Elements), [&](int Element) {
    ++Asked;
    return std::tuple(Element % 10, -Element);
  });
  EXPECT_EQ(Elements, (std::vector<int>{30, 20, 10, 21}));
  EXPECT_EQ(Asked, 4u);
  sortByStoredKey(llvm::MutableArrayRef<int>(), [](int E) { return E; });
}

// Many keys of each width, multiples of each power of two, from each number on.
TEST(RadixSortTest, AgreesWithComparing) {
  std::mt19937_64 Random(1);
  for (unsigned Bits = 0; Bits <= 64; ++Bits)
    for (size_t Count : {3, 255, 256, 1000}) {
      unsigned Shift = Random() % (65 - Bits);
      std::vector<uint64_t> Keys;
      for (size_t I = 0; I != Count; ++I)
        Keys.push_back(Bits == 0 ? 77 : Random() >> (64 - Bits) << Shift);
      std::vector<uint32_t> Expected = getPositions(Count);
      std::stable_sort(
          Expected.begin(), Expected.end(),
          [&](uint32_t L, uint32_t R) { return Keys[L] < Keys[R]; });
      ASSERT_EQ(sortedBy(Keys), Expected) << Bits << " bits of " << Count;
    }
}

} // namespace
