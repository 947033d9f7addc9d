//===- GreedyTest.cpp - Tests for placing buffers one by one --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Greedy/Greedy.h"
#include "Greedy/PlaceByTime.h"
#include "Greedy/Portfolio.h"
#include "SmallProblems.h"
#include "hlomem/Packing/Bounds.h"
#include <gtest/gtest.h>

using namespace hlomem::packing;

namespace {

/// First a large buffer and a smaller one upon it that stays, then two more
/// upon those: when the first and the third are gone, there is a gap of 40
/// bytes below one of 12.
Problem makeGaps() {
  Problem P = makeRows(
      {{0, 2, 40}, {1, 6, 30}, {1, 2, 12}, {1, 6, 10}, {3, 5, 8}, {4, 5, 5}});
  return P;
}

TEST(GreedyTest, XlaTakesTheSmallestGapThatFits) {
  // The fifth fits into both gaps and takes the smaller one, of which 4 bytes
  // are left: too few for the sixth.
  EXPECT_EQ(placeAsXla(makeGaps(), XlaOrder::DecreasingSize),
            (Placement{0, 40, 70, 82, 70, 0}));
}

TEST(GreedyTest, XlaPlacesTheLongestLivedFirst) {
  // Allocations and releases in each lifetime: 4, 8, 4, 8, 2, 2. The two of 8
  // lie lowest, the larger one first.
  EXPECT_EQ(placeAsXla(makeGaps(), XlaOrder::DecreasingLifetime),
            (Placement{0 + 40, 0, 80, 30, 40, 48}));
}

TEST(GreedyTest, XlaMeasuresLifetimesInEvents) {
  // The first is live for 10 units of time, but nothing happens meanwhile
  // before the second begins; in the lifetime of the latter there is more.
  Problem P =
      makeRows({{0, 10, 8}, {9, 12, 8}, {10, 11, 1}, {10, 11, 1}, {11, 12, 1}});
  EXPECT_EQ(placeAsXla(P, XlaOrder::DecreasingSize),
            (Placement{8, 0, 8, 9, 8}));
}

TEST(GreedyTest, XlaTakesTheLowestOfEqualGaps) {
  // Two that stay, at 10 and at 30, leave 10 bytes below each.
  Problem P = makeRows({{0, 2, 10, 1, 0},
                        {0, 9, 10, 1, 10},
                        {0, 2, 10, 1, 20},
                        {0, 9, 10, 1, 30},
                        {3, 4, 7}});
  EXPECT_EQ(placeAsXla(P, XlaOrder::DecreasingSize).back(), 0u);
}

TEST(GreedyTest, XlaBeginsGapsAtTheAlignment) {
  Problem P = makeRows(
      {{0, 2, 100, 64}, {0, 2, 60, 64}, {0, 1, 28, 4}, {0, 1, 20, 64}});
  EXPECT_EQ(placeAsXla(P, XlaOrder::DecreasingSize),
            (Placement{0, 128, 100, 192}));
}

TEST(GreedyTest, XlaBreaksTiesByPosition) {
  Problem P = makeRows({{0, 3, 16}, {0, 3, 16}, {0, 3, 16}});
  for (XlaOrder Order :
       {XlaOrder::DecreasingSize, XlaOrder::DecreasingLifetime})
    EXPECT_EQ(placeAsXla(P, Order), (Placement{0, 16, 32}));
}

TEST(GreedyTest, PlacesFixedBuffersFirst) {
  Problem P = makeRows({{0, 2, 50, 2}, {1, 3, 4, 2, 10}, {0, 2, 10, 2}});
  for (const Placement &Offsets :
       {placeAsXla(P, XlaOrder::DecreasingSize), placeGreedily(P)}) {
    EXPECT_EQ(Offsets, (Placement{14, 10, 0}));
    EXPECT_TRUE(isValid(P, Offsets, 64));
  }
}

/// First fit by size and lifetime, by looking at all pairs.
uint64_t getSizeOfFirstFit(const Problem &P) {
  std::vector<size_t> Order(P.Buffers.size());
  for (size_t I = 0; I != Order.size(); ++I)
    Order[I] = I;
  std::stable_sort(Order.begin(), Order.end(), [&](size_t L, size_t R) {
    const Buffer &A = P.Buffers[L], &B = P.Buffers[R];
    return std::tuple(A.FixedOffset.has_value(), A.Size, A.End - A.Begin) >
           std::tuple(B.FixedOffset.has_value(), B.Size, B.End - B.Begin);
  });
  Problem Placed;
  Placement Offsets;
  for (size_t I : Order) {
    Placed.Buffers.push_back(P.Buffers[I]);
    Offsets.push_back(P.Buffers[I].FixedOffset.value_or(0));
    while (!isValidAfterOthers(Placed, Offsets, Offsets.size() - 1, UINT64_MAX))
      ++Offsets.back();
  }
  return getSize(Placed, Offsets);
}

TEST(GreedyTest, IsValidAndNoLargerThanFirstFit) {
  std::mt19937 Numbers(1);
  for (const Family &F :
       {Family{"plain", 40, 30, 20, {1}, 0}, Family{"long", 60, 90, 9, {1}, 0},
        Family{"aligned", 30, 20, 40, {1, 2, 8}, 0},
        Family{"rounded", 30, 20, 40, {6}, 0},
        Family{"fixed", 20, 15, 12, {1, 2}, 4}})
    for (unsigned N = 0; N != 300; ++N) {
      SCOPED_TRACE(F.Name + std::string(" ") + std::to_string(N));
      Problem P = makeProblem(F, Numbers);
      Placement Offsets = placeGreedily(P);
      ASSERT_TRUE(isValid(P, Offsets));
      ASSERT_LE(getSize(P, Offsets), getSizeOfFirstFit(P));
      for (XlaOrder Order :
           {XlaOrder::DecreasingSize, XlaOrder::DecreasingLifetime})
        ASSERT_TRUE(isValid(P, placeAsXla(P, Order)));
    }
}

TEST(GreedyTest, EndsWithTheFirstPlacementWhenTimeIsUp) {
  std::mt19937 Numbers(2);
  Problem P = makeProblem({"plain", 400, 90, 90, {1}, 0}, Numbers);
  Limits None(0);
  Placement Offsets = placeGreedily(P, 0, None);
  EXPECT_TRUE(isValid(P, Offsets));
  EXPECT_EQ(Offsets, placeByTime(P));
}

TEST(GreedyTest, PlacesNothing) {
  EXPECT_TRUE(placeGreedily(Problem()).empty());
  EXPECT_TRUE(placeAsXla(Problem(), XlaOrder::DecreasingSize).empty());
}

} // namespace
