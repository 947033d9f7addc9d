//===- LiveRangeTest.cpp - Tests of LiveRange -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/LiveRange.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

TEST(LiveRangeTest, BothEndsBelongToIt) {
  LiveRange R{3, 5};
  EXPECT_FALSE(R.contains(2));
  EXPECT_TRUE(R.contains(3));
  EXPECT_TRUE(R.contains(5));
  EXPECT_FALSE(R.contains(6));
  EXPECT_EQ(R.length(), 3u);
}

TEST(LiveRangeTest, RangesThatMeetOverlap) {
  LiveRange R{3, 5};
  EXPECT_TRUE(R.overlaps({5, 9}));
  EXPECT_TRUE(LiveRange({5, 9}).overlaps(R));
  EXPECT_FALSE(R.overlaps({6, 9}));
  EXPECT_FALSE(LiveRange({6, 9}).overlaps(R));
  EXPECT_TRUE(R.overlaps({0, 3}));
  EXPECT_FALSE(R.overlaps({0, 2}));
  EXPECT_TRUE(R.overlaps({4, 4}));
  EXPECT_TRUE(LiveRange({4, 4}).overlaps(R));
}

TEST(LiveRangeTest, TheWholeClock) {
  LiveRange R{0, UINT32_MAX};
  EXPECT_EQ(R.length(), uint64_t(1) << 32);
  EXPECT_TRUE(R.contains(UINT32_MAX));
}

} // namespace
