//===- ArenaBoundsTest.cpp - Tests of bounds without a problem ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arena/ArenaBounds.h"
#include <gtest/gtest.h>
#include <random>

using namespace hlomem;

namespace {

ArenaBuffer make(LiveRange Range, uint64_t Offset, uint64_t Size) {
  ArenaBuffer B;
  B.Range = Range;
  B.Offset = Bytes(Offset);
  B.Size = Bytes(Size);
  return B;
}

TEST(ArenaBoundsTest, WhatSharesBytesOrTimeAloneDoesNotMeet) {
  std::vector<ArenaBuffer> Buffers = {make({0, 3}, 0, 8), make({4, 6}, 0, 16),
                                      make({0, 3}, 8, 8), make({0, 9}, 16, 1)};
  EXPECT_FALSE(doAnyMeet(Buffers));
  // The first one lasts into the second.
  Buffers[0].Range.End = 4;
  EXPECT_TRUE(doAnyMeet(Buffers));
}

TEST(ArenaBoundsTest, WhatLiesBelowAnotherMayMeetAThird) {
  // The second has ended when the third, which lies in the first, begins.
  std::vector<ArenaBuffer> Buffers = {make({5, 9}, 0, 100), make({0, 1}, 10, 5),
                                      make({7, 7}, 90, 20)};
  EXPECT_TRUE(doAnyMeet(Buffers));
  Buffers[2].Offset = Bytes(100);
  EXPECT_FALSE(doAnyMeet(Buffers));
}

TEST(ArenaBoundsTest, RangesAreTakenInPlaceOfTheOwn) {
  std::vector<ArenaBuffer> Buffers = {make({0, 3}, 0, 8), make({4, 6}, 0, 8),
                                      make({0, 9}, 8, 8)};
  std::vector<LiveRange> Ranges = {{0, 3}, {2, 6}, {0, 9}};
  EXPECT_TRUE(doAnyMeet(Buffers, Ranges));
  Ranges = {{0, 1}, {2, 2}, {0, 0}};
  EXPECT_FALSE(doAnyMeet(Buffers, Ranges));
}

TEST(ArenaBoundsTest, RangesIncludeTheirEnds) {
  ArenaBuffers Arena;
  Arena.Buffers = {make({0, 2}, 0, 10), make({2, 5}, 16, 20),
                   make({3, 4}, 0, 7)};
  // At 2: 10 rounded up to 16, and 20. At 3 less is live, which takes as much.
  packing::MomentBounds Bounds = getMomentBounds(Arena, {}, Bytes(16));
  EXPECT_EQ(Bounds.Load.Size, 30u);
  EXPECT_EQ(Bounds.Load.At, 2);
  EXPECT_EQ(Bounds.Aligned.Size, 36u);
  EXPECT_EQ(Bounds.Aligned.At, 2);
}

TEST(ArenaBoundsTest, AreThoseOfTheProblem) {
  std::mt19937 Random(7);
  for (int Round = 0; Round != 50; ++Round) {
    ArenaBuffers Arena;
    std::vector<LiveRange> Ranges;
    packing::Problem P;
    for (unsigned I = 0; I != 20; ++I) {
      Arena.Buffers.push_back(make({}, 0, 1 + Random() % 40));
      Time Begin = Random() % 30;
      Time End = Begin + Random() % 10;
      Ranges.push_back({Begin, End});
      P.Buffers.push_back({Begin, packing::Time(End) + 1,
                           Arena.Buffers.back().Size.count(), 16,
                           std::nullopt});
    }
    packing::MomentBounds Expected = packing::getMomentBounds(P);
    packing::MomentBounds Found = getMomentBounds(Arena, Ranges, Bytes(16));
    EXPECT_EQ(Found.Load.Size, Expected.Load.Size);
    EXPECT_EQ(Found.Load.At, Expected.Load.At);
    EXPECT_EQ(Found.Aligned.Size, Expected.Aligned.Size);
    EXPECT_EQ(Found.Aligned.At, Expected.Aligned.At);
  }
}

} // namespace
