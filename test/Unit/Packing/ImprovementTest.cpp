//===- ImprovementTest.cpp - Tests for better placements of the large -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search/Improvement.h"
#include "Greedy/PlaceByTime.h"
#include "Search/Boxing.h"
#include "SmallProblems.h"
#include "hlomem/Packing/Bounds.h"
#include "hlomem/Packing/Greedy/Greedy.h"
#include <gtest/gtest.h>

using namespace hlomem::packing;

namespace {

Placement improve(const Problem &P, uint64_t Target, uint64_t Seed,
                  uint64_t MaxSteps) {
  Limits L(MaxSteps);
  Placement Start = placeByTime(P);
  uint64_t Size = getSize(P, Start);
  Placement Result =
      hlomem::packing::improve(P, Start, Target, Seed, L, [&](uint64_t Better) {
        EXPECT_LT(Better, Size);
        Size = Better;
      });
  EXPECT_EQ(getSize(P, Result), Size);
  return Result;
}

TEST(ImprovementTest, ReachesTheLoadOfFullMemory) {
  for (uint64_t Seed : {1, 2, 3}) {
    std::mt19937 Numbers(Seed);
    Problem P = makeFull(1 << 12, 600, 64, Numbers);
    ASSERT_EQ(getLoadBound(P).Size, 1u << 18);
    ASSERT_GT(getSize(P, placeByTime(P)), 1u << 18);
    Placement Offsets = improve(P, 1 << 18, Seed, 1'000'000'000);
    EXPECT_TRUE(isValid(P, Offsets, 1 << 18));
  }
}

TEST(ImprovementTest, DependsOnSeedAndStepsOnly) {
  std::mt19937 Numbers(3);
  Problem P = makeProblem({"plain", 900, 300, 90, {1}, 0}, Numbers);
  for (uint64_t Seed : {0, 1})
    EXPECT_EQ(improve(P, 0, Seed, 20'000'000), improve(P, 0, Seed, 20'000'000));
}

TEST(ImprovementTest, EndsWhenStepsAreSpent) {
  std::mt19937 Numbers(1);
  Problem P = makeFull(1 << 12, 3000, 1, Numbers);
  Placement Start = placeByTime(P);
  Limits None(0);
  EXPECT_EQ(improve(P, Start, 0, 1, None, [](uint64_t) {}), Start);
  Limits Few(1'000'000);
  improve(P, Start, 0, 1, Few, [](uint64_t) {});
  EXPECT_TRUE(Few.isOver());
  EXPECT_LT(Few.getSpent(), 1'200'000u);
}

TEST(ImprovementTest, KeepsAlignmentsAndFixedBuffers) {
  std::mt19937 Numbers(4);
  for (const Family &F : {Family{"powers", 60, 40, 30, {1, 2, 8}, 0},
                          Family{"multiples", 60, 40, 30, {2, 4, 6}, 0},
                          Family{"fixed", 60, 40, 30, {2, 4}, 5}})
    for (unsigned N = 0; N != 20; ++N) {
      SCOPED_TRACE(F.Name + std::string(" ") + std::to_string(N));
      Problem P = makeProblem(F, Numbers);
      ASSERT_TRUE(isValid(P, improve(P, 0, N, 1'000'000)));
    }
}

TEST(BoxingTest, PutsACutRectangleTogether) {
  // One of 10 bytes is followed by 3 below 7, of which the latter is followed
  // by 2 below 5 and these by one of 7 again.
  Problem P = makeRows(
      {{0, 5, 10}, {5, 20, 3}, {5, 9, 7}, {9, 14, 2}, {9, 14, 5}, {14, 20, 7}});
  Boxing Boxes(P, 0);
  Limits None;
  Boxes.fill(None);
  ASSERT_EQ(Boxes.getNumBoxes(), 1u);
  Problem Whole = Boxes.getProblem();
  EXPECT_EQ(Whole.Buffers[0].Begin, 0);
  EXPECT_EQ(Whole.Buffers[0].End, 20);
  EXPECT_EQ(Whole.Buffers[0].Size, 10u);
  EXPECT_TRUE(isValid(P, Boxes.expand(Placement{0}), 10));
}

TEST(BoxingTest, KeepsTheLoadAndValidPlacements) {
  std::mt19937 Numbers(5);
  unsigned NumBoxed = 0;
  for (const Family &F : {Family{"plain", 40, 8, 6, {1}, 0},
                          Family{"powers", 40, 8, 12, {1, 2, 4}, 0},
                          Family{"rounded", 40, 8, 12, {4}, 0},
                          Family{"fixed", 40, 8, 6, {1, 2}, 5}})
    for (unsigned N = 0; N != 200; ++N) {
      SCOPED_TRACE(F.Name + std::string(" ") + std::to_string(N));
      Problem P = makeProblem(F, Numbers);
      Boxing Boxes(P, N, /*IsRandom=*/N % 2 != 0);
      Limits None;
      Boxes.fill(None);
      for (unsigned I = 0; I != 20; ++I) {
        size_t Before = Boxes.getNumBoxes();
        Boxes.perturb(None);
        ASSERT_LE(Boxes.getNumBoxes(), Before);
      }
      NumBoxed += Boxes.getNumBoxes() < P.Buffers.size();
      Problem Rest = Boxes.getProblem();
      if (F.Alignments == std::vector<uint64_t>{1}) {
        ASSERT_EQ(getLoadBound(Rest).Size, getLoadBound(P).Size);
      }
      ASSERT_TRUE(isValid(P, Boxes.expand(placeGreedily(Rest))));
    }
  EXPECT_GT(NumBoxed, 600u);
}

} // namespace
