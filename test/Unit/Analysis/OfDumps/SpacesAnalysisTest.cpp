//===- SpacesAnalysisTest.cpp - Tests of memory spaces' sums --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Attribution/SpacesAnalysis.h"
#include "TestDump.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

TEST(TargetTest, SpacesAreNumbersOrNames) {
  EXPECT_EQ(findMemorySpace(Backend::Unknown, "3"), 3u);
  EXPECT_EQ(findMemorySpace(Backend::TPU, "11"), 11u);
  EXPECT_EQ(findMemorySpace(Backend::Unknown, "Default"), 0u);
  EXPECT_EQ(findMemorySpace(Backend::TPU, "vmem"), 1u);
  EXPECT_EQ(findMemorySpace(Backend::GPU, "vmem"), std::nullopt);
  EXPECT_EQ(findMemorySpace(Backend::GPU, "hbm"), 0u);
  EXPECT_EQ(findMemorySpace(Backend::CPU, "hbm"), std::nullopt);
  // What those that know the word agree on.
  EXPECT_EQ(findMemorySpace(Backend::Unknown, "HBM"), 0u);
  EXPECT_EQ(findMemorySpace(Backend::Unknown, "host"), 5u);
  EXPECT_EQ(findMemorySpace(Backend::Unknown, "collective"), 1u);
  EXPECT_EQ(findMemorySpace(Backend::Unknown, "hbn"), std::nullopt);
  EXPECT_EQ(findMemorySpace(Backend::TPU, "-1"), std::nullopt);
  EXPECT_EQ(findMemorySpace(Backend::TPU, "4294967296"), std::nullopt);
}

TEST(TargetTest, TheSmallestLimitCounts) {
  Target T;
  EXPECT_EQ(T.getLimit(Backend::TPU, 0), std::nullopt);
  T.Limits = {{"hbm", Bytes(9)}, {"0", Bytes(7)}, {"default", Bytes(8)}};
  EXPECT_EQ(T.getLimit(Backend::TPU, 0), Bytes(7));
  EXPECT_EQ(T.getLimit(Backend::TPU, 1), std::nullopt);
}

// Two spaces and a thread-local allocation; the values of the first meet at 1.
std::unique_ptr<Module> makeSpaces() {
  return makeModule(
      {{30, {{0, 10, LiveRange{0, 1}}, {10, 15, LiveRange{1, 2}}}},
       {4, {{0, 4, std::nullopt}}, 0, true},
       {8, {{0, 8, LiveRange{2, 2}}}, 1}},
      3);
}

TEST(SpacesAnalysisTest, SumsAreThoseOfTheSpace) {
  auto M = makeSpaces();
  AnalysisManager AM(*M);
  const auto &Facts = AM.getResult<SpacesAnalysis>();
  ASSERT_EQ(Facts.spaces().size(), 2u);
  const SpaceBlock &B = *Facts.find(0);
  EXPECT_EQ(B.Allocated, Bytes(30));
  EXPECT_EQ(B.Allocations, 1u);
  ASSERT_EQ(B.Kinds.size(), 1u);
  EXPECT_EQ(B.Kinds[0].Kind.Name, "temp");
  EXPECT_EQ(B.Kinds[0].Size, Bytes(30));
  EXPECT_EQ(B.Kinds[0].AtPeak, Bytes(25));
  EXPECT_EQ(B.ThreadLocal, Bytes(4));
  ASSERT_TRUE(B.Peak);
  EXPECT_EQ(B.Peak->Size, Bytes(25));
  EXPECT_EQ(B.Peak->At, 1u);
  EXPECT_EQ(B.ByteTime, Bytes(10 + 25 + 15));
  EXPECT_EQ(B.Fragmentation, Bytes(5));
  // Each value is one byte, in more.
  EXPECT_EQ(B.Padding, Bytes(9 + 14));
  EXPECT_FALSE(B.Limit);
  EXPECT_FALSE(B.isOverLimit());
  EXPECT_EQ(Facts.find(1)->ByteTime, Bytes(8));
  EXPECT_EQ(Facts.find(2), nullptr);
}

TEST(SpacesAnalysisTest, LimitsAreOfWhatIsAllocated) {
  auto M = makeSpaces();
  AnalysisManager AM(*M, nullptr,
                     {.GivenBackend = Backend::TPU,
                      .Limits = {{"hbm", Bytes(29)},
                                 {"1", Bytes(8)},
                                 {"smem", Bytes(1)},
                                 {"collective", Bytes(1)}}});
  const auto &Facts = AM.getResult<SpacesAnalysis>();
  EXPECT_TRUE(Facts.find(0)->isOverLimit());
  EXPECT_EQ(Facts.find(0)->Space.Name, "HBM");
  EXPECT_FALSE(Facts.find(1)->isOverLimit());
  ASSERT_TRUE(Facts.find(4));
  EXPECT_EQ(Facts.find(4)->Limit, Bytes(1));
  EXPECT_EQ(Facts.find(4)->Peak->Size, Bytes(0));
  auto Vain = AM.getTarget().findLimitsOfNoSpace(Backend::TPU);
  ASSERT_EQ(Vain.size(), 1u);
  EXPECT_EQ(Vain[0], "collective");
}

} // namespace
