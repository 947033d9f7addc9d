//===- BoundsTest.cpp - Tests of bounds of packing problems ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Bounds.h"
#include "SmallProblems.h"
#include <gtest/gtest.h>

using namespace hlomem::packing;

namespace {

void expectBound(Bound B, uint64_t Size, Time At) {
  EXPECT_EQ(B.Size, Size);
  EXPECT_EQ(B.At, At);
}

TEST(BoundsTest, NothingTakesNothing) {
  expectBound(getLoadBound({}), 0, 0);
  expectBound(getAlignmentBound({}), 0, 0);
}

TEST(BoundsTest, TheLoadIsOfTheEarliestFullestMoment) {
  // Live: 4 from -5, 4+3 from 2, 3 from 4, 3+4 from 6.
  Problem P = {{{-5, 4, 4}, {2, 9, 3}, {6, 8, 4}}, {}};
  expectBound(getLoadBound(P), 7, 2);
  expectBound(getAlignmentBound(P), 7, 2);
}

TEST(BoundsTest, WhatEndsMakesRoomForWhatBeginsThen) {
  Problem P = {{{0, 3, 5}, {3, 6, 5}}, {}};
  expectBound(getLoadBound(P), 5, 0);
}

TEST(BoundsTest, AllButTheTopmostEndAtAMultiple) {
  // 16 + 16 + 16, less the 15 that rounding added to the smallest.
  Problem P = {{{0, 2, 1, 16}, {1, 3, 16, 16}, {1, 2, 9, 16}}, {}};
  expectBound(getLoadBound(P), 26, 1);
  expectBound(getAlignmentBound(P), 33, 1);
}

TEST(BoundsTest, TheMomentOfMostRoundedBytesCounts) {
  // At 0: 30 bytes in one buffer. At 5: three of one byte, 16 + 16 + 1.
  Problem P = {{{0, 1, 30, 16}, {5, 6, 1, 16}, {5, 6, 1, 16}, {5, 6, 1, 16}},
               {}};
  expectBound(getLoadBound(P), 30, 0);
  expectBound(getAlignmentBound(P), 33, 5);
}

TEST(BoundsTest, OfSeveralAlignmentsTheLargestMayCountAlone) {
  // The common divisor of 4 and 16 gives 4 + 4 + 1; the two that need 16 end at
  // 17.
  Problem P = {{{0, 1, 1, 16}, {0, 1, 1, 16}, {0, 1, 1, 4}}, {}};
  expectBound(getAlignmentBound(P), 17, 0);
  EXPECT_EQ(getLeastSize(P), 17u);
}

TEST(BoundsTest, AlignmentsNeedNotBePowersOfTwo) {
  // 6 and 10 have 2 in common: 4 + 4 - 1; each alone takes 3.
  Problem P = {{{0, 1, 3, 6}, {0, 1, 3, 10}}, {}};
  expectBound(getAlignmentBound(P), 7, 0);
  // One at 0, the other at 6 or 10: it can be no less than 9.
  EXPECT_EQ(getLeastSize(P), 9u);
}

TEST(BoundsTest, AFixedBufferEndsWhereItEnds) {
  Problem P = {{{3, 4, 2, 1, 10}, {0, 9, 3}}, {}};
  expectBound(getLoadBound(P), 5, 3);
  expectBound(getAlignmentBound(P), 12, 3);
}

TEST(BoundsTest, WhatDoesNotFitBelowAFixedBufferGoesOnTop) {
  // Below it are 5 bytes, which hold one of three.
  Problem P = {{{0, 1, 2, 1, 5}, {0, 1, 4}, {0, 1, 4}}, {}};
  expectBound(getAlignmentBound(P), 11, 0);
  EXPECT_EQ(getLeastSize(P), 11u);
}

TEST(BoundsTest, AGapSmallerThanAllHoldsNone) {
  // 3 and 3 bytes are free between the fixed ones.
  Problem P = {{{0, 1, 1, 1, 3}, {0, 1, 1, 1, 7}, {0, 1, 4}}, {}};
  expectBound(getAlignmentBound(P), 12, 0);
  // Of a smaller one live at another moment it is of no use.
  P.Buffers.push_back({1, 2, 2});
  expectBound(getAlignmentBound(P), 12, 0);
}

TEST(BoundsTest, GapsBeginAtAMultiple) {
  // From 1 to 8 there is one multiple of 4, 4 itself.
  Problem P = {{{0, 1, 1, 1, 0}, {0, 1, 1, 1, 8}, {0, 1, 4, 4}, {0, 1, 4, 4}},
               {}};
  expectBound(getAlignmentBound(P), 16, 0);
  EXPECT_EQ(getLeastSize(P), 16u);
}

TEST(BoundsTest, TheTopmostInAGapNeedsNoRounding) {
  // Two of 1 byte that need 4 fit below 5: at 0 and 4.
  Problem P = {{{0, 1, 1, 1, 5}, {0, 1, 1, 4}, {0, 1, 1, 4}}, {}};
  expectBound(getAlignmentBound(P), 6, 0);
  EXPECT_EQ(getLeastSize(P), 6u);
}

TEST(BoundsTest, MillionsOfMillionsDoNotOverflow) {
  uint64_t Half = MaxTotalSize / 2 - 1;
  Problem P = {{{0, 1, Half}, {0, 1, Half}}, {}};
  expectBound(getLoadBound(P), 2 * Half, 0);
  expectBound(getAlignmentBound(P), 2 * Half, 0);
  P = {{{0, 1, 1, Half}, {0, 1, 1, 1, Half}}, {}};
  expectBound(getAlignmentBound(P), Half + 1, 0);
}

// What no placement goes below is checked against all placements.
TEST(BoundsTest, SoundForRandomProblems) {
  std::mt19937 Numbers(1);
  for (const Family &F :
       {Family{"plain", 5, 5, 5, {1}, 0}, Family{"rounded", 5, 5, 9, {4}, 0},
        Family{"several", 5, 5, 6, {1, 2, 4, 6}, 0},
        Family{"fixed", 6, 5, 5, {1}, 3},
        Family{"fixed and several", 6, 5, 6, {1, 2, 3, 4}, 3}}) {
    unsigned Exact = 0;
    for (unsigned I = 0; I != 2000; ++I) {
      SCOPED_TRACE(F.Name + std::string(" ") + std::to_string(I));
      Problem P = makeProblem(F, Numbers);
      uint64_t Best = getLeastSize(P);
      Bound Load = getLoadBound(P), Aligned = getAlignmentBound(P);
      ASSERT_LE(Load.Size, Aligned.Size);
      ASSERT_LE(Aligned.Size, Best);
      Exact += Aligned.Size == Best;
    }
    // A bound that says little would be sound too.
    EXPECT_GE(Exact, 1500u) << F.Name;
  }
}

TEST(BoundsTest, SoundWithAlignmentsAroundUnalignedFixedBuffers) {
  std::mt19937 Numbers(6);
  for (unsigned I = 0; I != 2000; ++I) {
    Problem P = makeProblem({"fixed", 6, 3, 5, {1}, 2}, Numbers);
    for (Buffer &B : P.Buffers)
      if (!B.FixedOffset)
        B.Alignment = 4;
    ASSERT_LE(getAlignmentBound(P).Size, getLeastSize(P)) << I;
  }
}

} // namespace
