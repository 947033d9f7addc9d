//===- FindingsTest.cpp - Tests of findings -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/Findings.h"
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

} // namespace
