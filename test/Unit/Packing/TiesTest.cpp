//===- TiesTest.cpp - Tests of buffers that have one offset ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Greedy/Ties.h"
#include "SmallProblems.h"
#include "hlomem/Packing/Bounds.h"
#include "hlomem/Packing/Greedy/Greedy.h"
#include "hlomem/Packing/PlacementCheck.h"
#include <gtest/gtest.h>

using namespace hlomem::packing;

namespace {

TEST(TiesTest, TheSimplestForm) {
  Problem P;
  P.Buffers = {{0, 2, 4, 4, {}, 1},
               {3, 5, 6, 6, {}, 1},
               {0, 9, 1, 1, {}, 2},
               {0, 2, 4, 4, {}, 3},
               {3, 5, 6, 2, {}, 3}};
  P.Buffers[4].FixedOffset = 8;
  EXPECT_TRUE(hasTies(P));
  Problem R = resolveTies(P);
  EXPECT_EQ(R.Buffers[0].Alignment, 12u);
  EXPECT_EQ(R.Buffers[1].Alignment, 12u);
  EXPECT_EQ(R.Buffers[0].Tie, R.Buffers[1].Tie);
  EXPECT_NE(R.Buffers[0].Tie, 0u);
  EXPECT_EQ(R.Buffers[2].Tie, 0u);
  EXPECT_EQ(R.Buffers[3].Tie, 0u);
  EXPECT_EQ(R.Buffers[3].FixedOffset, 8u);
  EXPECT_EQ(R.Buffers[4].FixedOffset, 8u);
}

TEST(TiesTest, WhatIsTiedAsOneBuffer) {
  Problem P;
  P.Buffers = {{6, 8, 4, 4, {}, 1}, {2, 6, 4, 1, {}, 0}, {0, 2, 6, 6, {}, 1}};
  JoinedProblem J(P);
  ASSERT_EQ(J.get().Buffers.size(), 2u);
  const Buffer &B = J.get().Buffers[0];
  EXPECT_EQ(B.Begin, 0);
  EXPECT_EQ(B.End, 8);
  EXPECT_EQ(B.Size, 6u);
  EXPECT_EQ(B.Alignment, 12u);
  EXPECT_EQ(B.Tie, 0u);
  EXPECT_EQ(J.expand({12, 1}), (Placement{12, 1, 12}));
  EXPECT_EQ(J.join({12, 1, 12}), (Placement{12, 1}));
  EXPECT_TRUE(J.join({0, 0, 0}).empty());
}

TEST(TiesTest, PlacersThatKnowNoTiesKeepThem) {
  std::mt19937 Random(3);
  unsigned Tied = 0;
  for (unsigned I = 0; I != 4000; ++I) {
    Problem P = makeProblem({"tied", 8, 8, 5, {1, 2, 3, 4}, 6, 3}, Random);
    Tied += hasTies(resolveTies(P));
    ASSERT_FALSE(findFault(resolveTies(P)));
    ASSERT_FALSE(findFault(JoinedProblem(P).get()));
    ASSERT_FALSE(findFault(P, placeGreedily(P)));
    ASSERT_FALSE(findFault(P, placeAsXla(P, XlaOrder::DecreasingSize)));
  }
  EXPECT_GT(Tied, 500u);
}

// Any two of the three are live together, but never all of them.
TEST(TiesTest, LieApartWithoutACommonMoment) {
  Problem P;
  P.Buffers = {{0, 1, 5, 1, {}, 1},
               {4, 5, 6, 1, {}, 1},
               {0, 1, 3, 1, {}, 2},
               {2, 3, 3, 1, {}, 2},
               {2, 5, 4, 1, {}, 0}};
  EXPECT_EQ(getAlignmentBound(P).Size, 10u);
  EXPECT_EQ(getTieBound(P).Size, 12u);
  EXPECT_EQ(getLeastSize(P), 12u);
  // Rounded up to 4, but for the topmost.
  for (Buffer &B : P.Buffers)
    B.Alignment = 4;
  EXPECT_EQ(getTieBound(P).Size, 8u + 4 + 4 - 3);
  for (Buffer &B : P.Buffers)
    B.Tie = 0;
  EXPECT_EQ(getTieBound(P).Size, 0u);
}

TEST(TiesTest, NoPlacementIsBelowTheBound) {
  std::mt19937 Random(11);
  unsigned NumSharper = 0;
  for (unsigned I = 0; I != 3000; ++I) {
    Problem P = makeProblem(
        {"tied", 6, 6, 5,
         I % 3 ? std::vector<uint64_t>{1} : std::vector<uint64_t>{2, 4},
         I % 5 == 0 ? 5u : 0u, 3},
        Random);
    uint64_t Least = getLeastSize(P);
    EXPECT_LE(getTieBound(P).Size, Least) << I;
    NumSharper += getTieBound(P).Size > getAlignmentBound(P).Size;
  }
  EXPECT_GT(NumSharper, 5u);
}

} // namespace
