//===- HierarchicalBitSetTest.cpp - Tests of HierarchicalBitSet -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/ADT/HierarchicalBitSet.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace hlomem;

namespace {

TEST(HierarchicalBitSetTest, OfNothing) {
  EXPECT_EQ(HierarchicalBitSet(0).findBefore(0), HierarchicalBitSet::None);
}

TEST(HierarchicalBitSetTest, AgreesWithOrderedSet) {
  std::mt19937 Random(1);
  for (size_t Limit : {1, 63, 64, 65, 4095, 4096, 4097, 300'000}) {
    HierarchicalBitSet Set(Limit);
    std::set<size_t> Expected;
    for (unsigned Step = 0; Step != 3000; ++Step) {
      size_t N = Random() % Limit;
      if (Random() % 2) {
        Set.insert(N);
        Expected.insert(N);
      } else {
        Set.erase(N);
        Expected.erase(N);
      }
      size_t From = Random() % Limit;
      auto Next = Expected.lower_bound(From);
      ASSERT_EQ(Set.findFrom(From),
                Next == Expected.end() ? HierarchicalBitSet::None : *Next);
      ASSERT_EQ(Set.findBefore(From), Next == Expected.begin()
                                          ? HierarchicalBitSet::None
                                          : *std::prev(Next));
      ASSERT_EQ(Set.contains(N), Expected.count(N) != 0);
    }
  }
}

} // namespace
