//===- DisjointnessCheckTest.cpp - Whether values keep apart --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DisjointnessCheck.h"
#include "TestDump.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace hlomem;

static bool keepApart(std::vector<TestSlice> Values) {
  std::unique_ptr<Module> M =
      makeModule({{.Size = 64, .Values = std::move(Values)}}, /*End=*/9);
  return areValuesDisjoint(M->allocations().front());
}

TEST(DisjointnessCheckTest, OneMayTakeOverWhereTheOtherEnds) {
  EXPECT_TRUE(keepApart({{0, 8, LiveRange{0, 3}}, {0, 4, LiveRange{3, 5}}}));
  EXPECT_FALSE(keepApart({{0, 8, LiveRange{0, 4}}, {0, 4, LiveRange{3, 5}}}));
  // Not at another offset.
  EXPECT_FALSE(keepApart({{0, 8, LiveRange{0, 3}}, {4, 4, LiveRange{3, 5}}}));
  EXPECT_TRUE(keepApart({{0, 8, LiveRange{0, 3}}, {8, 4, LiveRange{3, 5}}}));
}

TEST(DisjointnessCheckTest, AnInstantMayBeWithinAnotherRangeOfTheSameOffset) {
  EXPECT_TRUE(keepApart({{0, 4, LiveRange{0, 5}}, {0, 8, LiveRange{3, 3}}}));
  EXPECT_FALSE(keepApart({{0, 4, LiveRange{0, 5}}, {2, 8, LiveRange{3, 3}}}));
  // The instant takes bytes 4 to 8, which are free, from nobody else.
  EXPECT_FALSE(keepApart({{0, 4, LiveRange{0, 5}},
                          {0, 8, LiveRange{3, 3}},
                          {6, 2, LiveRange{3, 3}}}));
}

TEST(DisjointnessCheckTest, ValuesWithoutBytesOrRangesMeetNobody) {
  EXPECT_TRUE(keepApart({{0, 8, LiveRange{0, 5}},
                         {2, 0, LiveRange{0, 5}},
                         {2, 4, std::nullopt}}));
}

static bool allPairsKeepApart(ArrayRef<TestSlice> Values) {
  for (const TestSlice &A : Values)
    for (const TestSlice &B : Values) {
      Time Begin = std::max(A.Range->Begin, B.Range->Begin);
      Time End = std::min(A.Range->End, B.Range->End);
      bool ShareBytes =
          A.Offset < B.Offset + B.Size && B.Offset < A.Offset + A.Size;
      if (&A == &B || !ShareBytes || End < Begin)
        continue;
      if (End > Begin || A.Offset != B.Offset)
        return false;
    }
  return true;
}

TEST(DisjointnessCheckTest, AgreesWithAllPairs) {
  std::mt19937 Random(1);
  auto Pick = [&](unsigned Count) { return Random() % Count; };
  unsigned ApartCount = 0;
  static constexpr unsigned ModuleCount = 3000;
  for (unsigned I = 0; I != ModuleCount; ++I) {
    std::vector<TestSlice> Values(2 + Pick(4));
    for (TestSlice &V : Values) {
      Time Begin = Pick(8);
      Time Length = Pick(3) * Pick(2);
      V = {2 * Pick(5), 1 + Pick(6), LiveRange{Begin, Begin + Length}};
      V.Range->End = std::min<Time>(V.Range->End, 9);
    }
    bool Expected = allPairsKeepApart(Values);
    ApartCount += Expected;
    ASSERT_EQ(keepApart(Values), Expected) << "module " << I;
  }
  EXPECT_GT(ApartCount, ModuleCount / 10);
  EXPECT_LT(ApartCount, ModuleCount - ModuleCount / 10);
}
