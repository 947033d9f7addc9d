//===- ProblemTest.cpp - Tests of packing problems ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Problem.h"
#include "SmallProblems.h"
#include <gtest/gtest.h>

using namespace hlomem::packing;

namespace {

using enum ProblemFault::Kind;

void expectFault(std::vector<Buffer> Buffers, ProblemFault::Kind What,
                 size_t Position, size_t Other = 0) {
  std::optional<ProblemFault> Fault =
      findFault(Problem{std::move(Buffers), {}});
  ASSERT_TRUE(Fault);
  EXPECT_EQ(Fault->What, What);
  EXPECT_EQ(Fault->Buffer, Position);
  EXPECT_EQ(Fault->Other, Other);
}

TEST(ProblemTest, SoundProblemsHaveNoFault) {
  EXPECT_FALSE(findFault(Problem()));
  EXPECT_FALSE(findFault(
      Problem{{{INT64_MIN, INT64_MAX, 1, 3, 6}, {0, 1, 1, 1, 5}}, 1}));
}

TEST(ProblemTest, BadBuffers) {
  expectFault({{0, 1, 1}, {3, 3, 1}}, EmptyLifetime, 1);
  expectFault({{3, 2, 1}}, EmptyLifetime, 0);
  expectFault({{0, 1, 1}, {0, 1, 0}}, EmptySize, 1);
  expectFault({{0, 1, 1, 0}}, BadAlignment, 0);
  expectFault({{0, 1, 1, 6, 8}}, MisalignedFixed, 0);
  expectFault({{0, 1, 1, 0, 8}}, BadAlignment, 0);
}

TEST(ProblemTest, SumsThatReachTheLimit) {
  uint64_t Half = MaxTotalSize / 2;
  EXPECT_FALSE(findFault(Problem{{{0, 1, Half}, {1, 2, Half - 1}}, {}}));
  expectFault({{0, 1, Half}, {1, 2, Half}}, TooLarge, 1);
  expectFault({{0, 1, MaxTotalSize}}, TooLarge, 0);
  expectFault({{0, 1, UINT64_MAX}}, TooLarge, 0);
  expectFault({{0, 1, 1, MaxTotalSize}}, TooLarge, 0);
  expectFault({{0, 1, UINT64_MAX, UINT64_MAX}}, TooLarge, 0);
  // Rounded up to its alignment.
  expectFault({{0, 1, Half + 1, Half}}, TooLarge, 0);
  // Beside what lies at a fixed offset, which counts twice.
  expectFault({{0, 1, Half}, {0, 1, 1, 1, Half - 1}}, TooLarge, 1);
  expectFault({{0, 1, 1, 1, UINT64_MAX}}, TooLarge, 0);
  EXPECT_FALSE(
      findFault(Problem{{{0, 1, Half - 2}, {0, 1, 1, 1, Half - 1}}, {}}));
}

TEST(ProblemTest, TiedBuffersThatAreLiveTogether) {
  expectFault(
      {tie({0, 3, 1}, 1), tie({6, 9, 1}, 1), {0, 9, 1}, tie({2, 5, 1}, 1)},
      TiedTogether, 3, 0);
  expectFault({tie({0, 3, 1}, 1), tie({6, 9, 1}, 1), tie({3, 7, 1}, 1)},
              TiedTogether, 2, 1);
  expectFault({tie({0, 3, 1}, 1), tie({0, 1, 1}, 1)}, TiedTogether, 1, 0);
  // One after the other, with other numbers, alone.
  EXPECT_FALSE(findFault(
      Problem{{tie({0, 3, 1}, 1), tie({3, 5, 1}, 1), tie({0, 9, 1}, 2)}, {}}));
}

TEST(ProblemTest, TiedBuffersThatAreFixedApart) {
  expectFault(
      {tie({0, 3, 1, 1, 4}, 1), tie({3, 5, 1}, 1), tie({6, 9, 1, 1, 5}, 1)},
      TiedApart, 2, 0);
  EXPECT_FALSE(findFault(
      Problem{{tie({0, 3, 1, 1, 4}, 1), tie({6, 9, 1, 1, 4}, 1)}, {}}));
}

TEST(ProblemTest, OneFixedBufferFixesThoseTiedToIt) {
  EXPECT_FALSE(
      findFault(Problem{{tie({0, 3, 1, 2, 4}, 1), tie({6, 9, 1, 4}, 1)}, {}}));
  expectFault({tie({0, 3, 1, 2, 6}, 1), tie({6, 9, 1, 4}, 1)}, TiedMisaligned,
              1, 0);
  expectFault(
      {tie({6, 9, 1, 4}, 1), tie({4, 5, 1, 3}, 1), tie({0, 3, 1, 2, 6}, 1)},
      TiedMisaligned, 2, 0);
  // 0 and 1 are fixed once 2 is there.
  expectFault({{1, 2, 4, 1, 3}, tie({0, 3, 4}, 1), tie({6, 9, 4, 1, 6}, 1)},
              FixedCollision, 1, 0);
}

TEST(ProblemTest, AlignmentsOfTiesThatReachTheLimit) {
  uint64_t Third = MaxTotalSize / 3;
  EXPECT_FALSE(
      findFault(Problem{{tie({0, 1, 1, Third}, 1), tie({1, 2, 1}, 1)}, {}}));
  expectFault({tie({0, 1, 1, 3}, 1), tie({1, 2, 1, Third}, 1)}, TooLarge, 1);
  expectFault({tie({0, 1, 1, Third}, 1), tie({1, 2, 1, Third - 1}, 1)},
              TooLarge, 1);
  // The larger one is fixed as well.
  expectFault(
      {tie({0, 1, Third}, 1), tie({1, 2, 1, 1, MaxTotalSize - Third}, 1)},
      TooLarge, 1);
}

TEST(ProblemTest, TheFirstFaultByPosition) {
  expectFault({{0, 3, 4, 1, 0}, {0, 3, 0}, {0, 3, 4, 1, 0}}, EmptySize, 1);
  expectFault({{0, 3, 4, 1, 0}, {0, 3, 4, 1, 0}, {0, 3, 0}}, FixedCollision, 1,
              0);
}

// As comparing all pairs finds it.
TEST(ProblemTest, CollisionsOfRandomFixedBuffers) {
  std::mt19937 Random(7);
  unsigned Colliding = 0;
  for (unsigned I = 0; I != 3000; ++I) {
    Problem P;
    for (unsigned J = 0; J != 8; ++J) {
      Time Begin = Random() % 8;
      P.Buffers.push_back({Begin, Begin + 1 + Time(Random() % 4),
                           1 + Random() % 4, 1, Random() % 24});
    }
    std::optional<size_t> First;
    for (size_t L = 0; L != 8 && !First; ++L)
      for (size_t E = 0; E != L; ++E)
        if (collide(P.Buffers[E], *P.Buffers[E].FixedOffset, P.Buffers[L],
                    *P.Buffers[L].FixedOffset))
          First = L;
    std::optional<ProblemFault> Fault = findFault(P);
    ASSERT_EQ(Fault.has_value(), First.has_value()) << I;
    if (!Fault)
      continue;
    ++Colliding;
    EXPECT_EQ(Fault->Buffer, *First);
    const Buffer &B = P.Buffers[Fault->Buffer], &O = P.Buffers[Fault->Other];
    EXPECT_LT(Fault->Other, Fault->Buffer);
    EXPECT_TRUE(collide(B, *B.FixedOffset, O, *O.FixedOffset));
  }
  EXPECT_GT(Colliding, 1000u);
  EXPECT_LT(Colliding, 2900u);
}

} // namespace
