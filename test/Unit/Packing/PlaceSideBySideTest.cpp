//===- PlaceSideBySideTest.cpp - Tests of what leaves no byte free --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Greedy/PlaceSideBySide.h"
#include "Greedy/OrderTree.h"
#include "Greedy/PlaceByTime.h"
#include "SmallProblems.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>
#include <random>

using namespace hlomem::packing;

namespace {

TEST(OrderTreeTest, KnowsWhatCanNoLongerBeContiguous) {
  OrderTree Order({0, 1, 2, 3});
  OrderTree::Sequence Old;
  ASSERT_TRUE(Order.replace({0, 1}, {4, 5}, Old));
  // 4 [6 7] and 3, in some order.
  ASSERT_TRUE(Order.replace({5, 2}, {6, 7}, Old));
  // [8 9] [6 7].
  ASSERT_TRUE(Order.replace({4, 3}, {8, 9}, Old));
  // 9 10 7.
  ASSERT_TRUE(Order.replace({8, 6}, {10}, Old));
  EXPECT_FALSE(Order.replace({9, 7}, {11}, Old));
}

TEST(OrderTreeTest, TellsTheOrderOfWhatIsReplaced) {
  OrderTree Order({0, 1, 2});
  OrderTree::Sequence Old, Last;
  ASSERT_TRUE(Order.replace({0, 1}, {3, 4}, Old));
  ASSERT_TRUE(Order.replace({4, 2}, {5, 6}, Old));
  // 3 [5 6], of which 5 has to lie in the middle.
  ASSERT_TRUE(Order.replace({5, 3}, {7, 8}, Old));
  Last = Order.getAll();
  if (Order.isReversed(Last.Direction))
    Last.Items = {Last.Items.rbegin(), Last.Items.rend()};
  ASSERT_EQ(Last.Items.size(), 3u);
  EXPECT_NE(Last.Items[1], 6u);
  if (Order.isReversed(Old.Direction))
    Old.Items = {Old.Items.rbegin(), Old.Items.rend()};
  bool IsSixLast = Last.Items[2] == 6;
  EXPECT_EQ(Old.Items[0], IsSixLast ? 3u : 5u);
  EXPECT_EQ(Old.Items[1], IsSixLast ? 5u : 3u);
}

TEST(PlaceSideBySideTest, FillsWhatIsAlwaysFull) {
  std::mt19937 Numbers(1);
  for (unsigned N = 0; N != 500; ++N) {
    SCOPED_TRACE(N);
    uint64_t Unit = 1 + Numbers() % 3;
    Problem P = makeFull(100000, 2 + N / 2, Unit, Numbers);
    Limits L;
    std::optional<Placement> Found = placeSideBySide(P, L);
    ASSERT_TRUE(Found);
    ASSERT_TRUE(isValid(P, *Found, 100000 * Unit));
  }
}

Problem makeTwoByTwo() {
  Problem P;
  P.Buffers = {{0, 2, 4, 1, {}, 0},
               {0, 2, 6, 1, {}, 0},
               {2, 4, 2, 1, {}, 0},
               {2, 4, 8, 1, {}, 0}};
  return P;
}

bool isFound(const Problem &P, uint64_t MaxSteps = UINT64_MAX) {
  Limits L(MaxSteps);
  return placeSideBySide(P, L).has_value();
}

TEST(PlaceSideBySideTest, LeavesOtherProblemsAlone) {
  Problem P = makeTwoByTwo();
  EXPECT_TRUE(isFound(P));
  EXPECT_FALSE(isFound(P, 0));
  EXPECT_FALSE(isFound(Problem()));

  Problem Fixed = P;
  Fixed.Buffers[0].FixedOffset = 0;
  EXPECT_FALSE(isFound(Fixed));
  Problem Aligned = P;
  Aligned.Buffers[0].Alignment = 4;
  EXPECT_FALSE(isFound(Aligned));
  Problem Larger = P;
  Larger.Buffers[3].Size = 9;
  EXPECT_FALSE(isFound(Larger));
  Problem Pause = P;
  Pause.Buffers[2].Begin = Pause.Buffers[3].Begin = 3;
  EXPECT_FALSE(isFound(Pause));
  Problem Early = P;
  Early.Buffers[2].End = 3;
  EXPECT_FALSE(isFound(Early));
}

TEST(SweepTest, IsValid) {
  std::mt19937 Numbers(3);
  for (const Family &F : {Family{"plain", 60, 30, 20, {1}, 0},
                          Family{"aligned", 60, 20, 40, {1, 3, 8}, 0},
                          Family{"fixed", 30, 15, 12, {1, 2}, 4}})
    for (unsigned N = 0; N != 300; ++N) {
      SCOPED_TRACE(F.Name + std::string(" ") + std::to_string(N));
      Problem P = makeProblem(F, Numbers);
      ASSERT_TRUE(isValid(P, placeByTime(P)));
    }
}

TEST(SweepTest, TakesTheSmallestHole) {
  // Holes of 8 bytes at 0 and of 6 at 10, when one of 5 begins.
  Problem P;
  P.Buffers = {{0, 3, 8, 1, {}, 0},
               {1, 9, 2, 1, {}, 0},
               {1, 3, 6, 1, {}, 0},
               {2, 9, 1, 1, {}, 0},
               {4, 9, 5, 1, {}, 0}};
  EXPECT_EQ(placeByTime(P), (Placement{0, 8, 10, 16, 10}));
}

} // namespace
