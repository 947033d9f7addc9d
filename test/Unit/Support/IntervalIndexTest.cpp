//===- IntervalIndexTest.cpp - Tests of IntervalIndex -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/ADT/IntervalIndex.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>

using namespace hlomem;

namespace {

using Ids = std::vector<uint32_t>;

Ids find(const IntervalIndex &Index, uint64_t Begin, uint64_t End) {
  Ids Found;
  Index.forEach(Begin, End, [&Found](uint32_t Id) { Found.push_back(Id); });
  EXPECT_EQ(Index.count(Begin, End), Found.size());
  return Found;
}

TEST(IntervalIndexTest, EndsDoNotBelong) {
  IntervalIndex Index({{4, 8, 1}, {0, 4, 2}, {2, 6, 3}});
  EXPECT_EQ(find(Index, 0, 2), Ids({2}));
  EXPECT_EQ(find(Index, 3, 4), Ids({2, 3}));
  EXPECT_EQ(find(Index, 4, 5), Ids({3, 1}));
  EXPECT_EQ(find(Index, 6, 8), Ids({1}));
  EXPECT_EQ(find(Index, 8, 9), Ids());
}

TEST(IntervalIndexTest, EqualsASearchThroughAll) {
  std::mt19937 Random(1);
  for (unsigned Round = 0; Round != 200; ++Round) {
    std::vector<IntervalIndex::Entry> Entries(Random() % 20);
    for (auto [I, E] : llvm::enumerate(Entries)) {
      E.Begin = Random() % 30;
      E.End = E.Begin + 1 + Random() % 10;
      E.Id = I;
    }
    IntervalIndex Index(Entries);
    uint64_t Begin = Random() % 30, End = Begin + 1 + Random() % 15;
    Ids Expected;
    for (const IntervalIndex::Entry &E : Entries)
      if (E.Begin < End && Begin < E.End)
        Expected.push_back(E.Id);
    Ids Found = find(Index, Begin, End);
    llvm::sort(Found);
    EXPECT_EQ(Found, Expected);
  }
}

} // namespace
