//===- FindingsTest.cpp - Tests of findings -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Attribution/Findings.h"
#include "TestDump.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/IR/Module.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

using Kind = FindingKind;

/// The findings of \p Allocations at 4 times, on \p Machine.
std::vector<Finding> findAll(const std::vector<TestAllocation> &Allocations,
                             Target Machine = {}) {
  auto M = makeModule(Allocations, 4);
  AnalysisManager AM(*M, nullptr, std::move(Machine));
  return AM.getResult<FindingsAnalysis>().List;
}

const Finding *find(const std::vector<Finding> &List, Kind K) {
  for (const Finding &F : List)
    if (F.Kind == K)
      return &F;
  return nullptr;
}

TestAllocation makeFull(uint64_t Size, LiveRange R, MemorySpace Space = 0) {
  std::string Shape = "u8[" + std::to_string(Size) + "]{0}";
  return {Size, {{0, Size, R, Shape}}, Space};
}

/// Two values with \p Live bytes in \p Size.
TestAllocation makeArena(uint64_t Size, uint64_t Live, MemorySpace Space = 0) {
  TestAllocation A = makeFull(Live - 1, {0, 3}, Space);
  A.Size = Size;
  A.Values.push_back({Live - 1, 1, LiveRange{0, 3}});
  return A;
}

TEST(FindingsTest, NothingIsWorthALook) {
  EXPECT_TRUE(findAll({makeFull(100, {0, 3})}).empty());
}

// 9 or 10 of 1,000 bytes.
TEST(FindingsTest, LessThanAHundredthIsNoise) {
  EXPECT_TRUE(findAll({makeArena(1000, 991)}).empty());
  auto List = findAll({makeArena(1000, 990)});
  ASSERT_EQ(List.size(), 1u);
  EXPECT_EQ(List[0].Kind, Kind::Fragmentation);
  EXPECT_EQ(List[0].Size, Bytes(10));
  EXPECT_EQ(List[0].Whole, Bytes(1000));
  EXPECT_EQ(List[0].getPass(), "frag");
}

// Half of 18 bytes is little beside 1,000 in another space.
TEST(FindingsTest, NoiseIsOfAllSpaces) {
  EXPECT_EQ(find(findAll({makeFull(1000, {0, 3}), makeArena(18, 9, 1)}),
                 Kind::Fragmentation),
            nullptr);
  EXPECT_NE(find(findAll({makeFull(800, {0, 3}), makeArena(18, 9, 1)}),
                 Kind::Fragmentation),
            nullptr);
}

// The arena leaves 10 unused; the others, 70 and 50, are live at other times.
TEST(FindingsTest, AllocatedButNotLiveAtThePeak) {
  std::vector<TestAllocation> Allocations = {
      makeArena(110, 100), makeFull(70, {0, 1}), makeFull(50, {2, 3})};
  for (TestAllocation &A : Allocations)
    if (A.Size != 110)
      A.Flags = "maybe-live-out";
  auto List = findAll(Allocations);
  const Finding *F = find(List, Kind::NotLiveAtPeak);
  ASSERT_TRUE(F);
  EXPECT_EQ(F->Size, Bytes(230 - 170 - 10));
  EXPECT_EQ(F->Whole, Bytes(230));
  EXPECT_EQ(F->Count, 3u);
  EXPECT_EQ(F->Space, 0u);
  EXPECT_EQ(F->getPass(), "spaces");
  EXPECT_EQ(getName(F->Kind), "not-live-at-peak");
}

// 8 of them have no range, so that they are in no peak.
TEST(FindingsTest, UnknownRangesAreInNoOtherFinding) {
  TestAllocation Unknown = {8, {{0, 8, std::nullopt, "u8[8]{0}"}}};
  Unknown.Flags = "constant";
  auto List = findAll({makeFull(100, {0, 3}), Unknown});
  EXPECT_EQ(find(List, Kind::NotLiveAtPeak), nullptr);
  ASSERT_TRUE(find(List, Kind::UnknownRanges));
  EXPECT_EQ(find(List, Kind::UnknownRanges)->Size, Bytes(8));
}

// However little it is. The dump lists 1 byte of a peak of 1,501: XLA's list is
// another definition of the peak, and no finding.
TEST(FindingsTest, LimitsAreFirst) {
  auto List = findAll(
      {{1000,
        {{0, 500, LiveRange{1, 3}, "u8[500]{0}"}, {500, 1, LiveRange{0, 0}}}},
       makeFull(1001, {1, 3}, 1)},
      {.GivenBackend = std::nullopt, .Limits = {{"1", Bytes(1000)}}});
  ASSERT_EQ(List.size(), 2u);
  EXPECT_EQ(List[0].Kind, Kind::OverLimit);
  EXPECT_EQ(List[0].Size, Bytes(1));
  EXPECT_EQ(List[0].Whole, Bytes(1000));
  EXPECT_EQ(List[0].getPass(), "spaces");
  EXPECT_EQ(List[1].Kind, Kind::Fragmentation);
  EXPECT_EQ(List[1].Size, Bytes(500));
}

} // namespace
