//===- PlacementCheckTest.cpp - Tests of the check of placements ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/PlacementCheck.h"
#include "SmallProblems.h"
#include <gtest/gtest.h>

using namespace hlomem::packing;

namespace {

using enum PlacementFault::Kind;

void expectFault(const Problem &P, const Placement &Offsets,
                 PlacementFault::Kind What, size_t Position, size_t Other,
                 Time At) {
  std::optional<PlacementFault> Fault = findFault(P, Offsets);
  ASSERT_TRUE(Fault);
  EXPECT_EQ(Fault->What, What);
  EXPECT_EQ(Fault->Buffer, Position);
  EXPECT_EQ(Fault->Other, Other);
  EXPECT_EQ(Fault->At, At);
}

/// Three that just fit into 12 bytes.
Problem makeTight() { return {{{0, 6, 4, 4}, {2, 8, 4, 4}, {4, 9, 4, 4}}, 12}; }

TEST(PlacementCheckTest, OneByteShared) {
  Problem P = {{{0, 6, 4}, {2, 8, 4}, {6, 9, 4}}, {}};
  EXPECT_FALSE(findFault(P, {0, 4, 0}));
  expectFault(P, {0, 3, 7}, Overlap, 1, 0, 2);
  expectFault(P, {0, 4, 1}, Overlap, 2, 1, 6);
  // Also where one holds the other.
  P.Buffers[1].Size = 1;
  expectFault(P, {0, 2, 8}, Overlap, 1, 0, 2);
  expectFault(P, {0, 3, 8}, Overlap, 1, 0, 2);
  EXPECT_FALSE(findFault(P, {0, 4, 0}));
}

TEST(PlacementCheckTest, OverCapacity) {
  Problem P = makeTight();
  P.Capacity = 11;
  expectFault(P, {0, 4, 8}, OverCapacity, 2, 2, 4);
  expectFault(P, {8, 4, 0}, OverCapacity, 0, 0, 0);
  P.Capacity = 3;
  expectFault(P, {0, 4, 8}, OverCapacity, 0, 0, 0);
}

TEST(PlacementCheckTest, AnyOffsetsMayBeGiven) {
  Problem P = {{{0, 6, 4}, {1, 8, 4}}, {}};
  expectFault(P, {0, UINT64_MAX}, OverCapacity, 1, 1, 1);
  expectFault(P, {UINT64_MAX, UINT64_MAX}, OverCapacity, 0, 0, 0);
  EXPECT_FALSE(findFault(P, {0, UINT64_MAX - 4}));
}

TEST(PlacementCheckTest, Untied) {
  Problem P = {{tie({8, 9, 2}, 5),
                tie({0, 2, 4}, 5),
                {2, 8, 4},
                tie({3, 4, 1}, 7),
                tie({4, 5, 3}, 5)},
               {}};
  EXPECT_FALSE(findFault(P, {4, 4, 0, 9, 4}));
  expectFault(P, {5, 4, 0, 9, 4}, Untied, 1, 0, 8);
  expectFault(P, {5, 5, 0, 9, 4}, Untied, 4, 1, 4);
  // The others lie elsewhere than the one that begins first.
  expectFault(P, {4, 5, 0, 9, 4}, Untied, 4, 1, 4);
}

TEST(PlacementCheckTest, TheFaultThatBeginsFirst) {
  Problem P = {{{0, 6, 4, 4}, {2, 8, 4}, {4, 9, 4, 4}}, {}};
  expectFault(P, {0, 0, 1}, Overlap, 1, 0, 2);
  expectFault(P, {1, 0, 1}, Misaligned, 0, 0, 0);
}

/// Whether the fault that was found is one.
bool isFault(const PlacementFault &F, const Problem &P,
             const Placement &Offsets) {
  const Buffer &B = P.Buffers[F.Buffer];
  uint64_t Offset = Offsets[F.Buffer];
  switch (F.What) {
  case Overlap:
    return F.Other < F.Buffer &&
           collide(B, Offset, P.Buffers[F.Other], Offsets[F.Other]) &&
           F.At == std::max(B.Begin, P.Buffers[F.Other].Begin);
  case Misaligned:
    return Offset % B.Alignment != 0 && F.At == B.Begin;
  case Moved:
    return B.FixedOffset && *B.FixedOffset != Offset && F.At == B.Begin;
  case OverCapacity:
    return P.Capacity && Offset + B.Size > *P.Capacity && F.At == B.Begin;
  case Untied:
    return F.Other < F.Buffer && isTied(B, P.Buffers[F.Other]) &&
           Offset != Offsets[F.Other] &&
           F.At == std::max(B.Begin, P.Buffers[F.Other].Begin);
  }
  return false;
}

// Each offset of a valid placement, moved by each of some distances.
TEST(PlacementCheckTest, EveryMutationOfRandomPlacements) {
  std::mt19937 Random(11);
  const Family Free = {"free", 6, 5, 6, {1, 1, 2, 4}, 5};
  Family Tied = Free;
  Tied.Ties = 2;
  unsigned Valid = 0, Faulty = 0;
  for (unsigned I = 0; I != 1500; ++I) {
    Problem P = makeProblem(I % 2 == 0 ? Free : Tied, Random);
    Placement Offsets = solveExhaustively(P);
    P.Capacity = getSize(P, Offsets) + Random() % 3;
    ASSERT_FALSE(findFault(P, Offsets));
    for (uint64_t &Offset : Offsets) {
      uint64_t Before = Offset;
      for (int Distance : {-4, -3, -2, -1, 1, 2, 3, 4, 100}) {
        if (Distance < 0 && Before < uint64_t(-Distance))
          continue;
        Offset = Before + Distance;
        std::optional<PlacementFault> Fault = findFault(P, Offsets);
        ASSERT_EQ(isValid(P, Offsets, *P.Capacity), !Fault) << "problem " << I;
        ASSERT_TRUE(!Fault || isFault(*Fault, P, Offsets)) << "problem " << I;
        ++(Fault ? Faulty : Valid);
      }
      Offset = Before;
    }
  }
  EXPECT_GT(Valid, 1000u);
  EXPECT_GT(Faulty, 10000u);
}

} // namespace
