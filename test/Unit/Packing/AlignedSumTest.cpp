//===- AlignedSumTest.cpp - Tests of rounded sums -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/AlignedSum.h"
#include <gtest/gtest.h>

using namespace hlomem::packing;

namespace {

TEST(AlignedSumTest, TheTopmostIsTheOneThatRoundingAddsMostTo) {
  AlignedSum Sum(16, std::vector<uint64_t>{1, 9, 16});
  EXPECT_EQ(Sum.get(), 0u);
  Sum.add(9);
  EXPECT_EQ(Sum.get(), 9u);
  Sum.add(16);
  EXPECT_EQ(Sum.get(), 25u);
  Sum.add(1);
  EXPECT_EQ(Sum.get(), 33u); // 16 + 16 + 1
  EXPECT_EQ(Sum.getRounded(), 48u);
  Sum.drop(1);
  EXPECT_EQ(Sum.get(), 25u);
  Sum.drop(9);
  EXPECT_EQ(Sum.get(), 16u);
  EXPECT_EQ(Sum.getGreatestPad(), 0u);
}

TEST(AlignedSumTest, EqualOnesAreCountedApart) {
  AlignedSum Sum(8, std::vector<uint64_t>{5});
  Sum.add(5);
  Sum.add(5);
  EXPECT_EQ(Sum.get(), 13u);
  Sum.drop(5);
  EXPECT_EQ(Sum.get(), 5u);
}

TEST(AlignedSumTest, TheUnitNeedBeNoPowerOfTwo) {
  AlignedSum Sum(12, std::vector<uint64_t>{1, 13});
  Sum.add(1);
  Sum.add(13);
  EXPECT_EQ(Sum.getRounded(), 36u);
  EXPECT_EQ(Sum.get(), 25u);
}

} // namespace
