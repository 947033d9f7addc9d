//===- SizeUnitTest.cpp ---------------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/SizeUnit.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

TEST(SizeUnitTest, HasTwoDigitsAtLeast) {
  EXPECT_EQ(SizeUnit::choose(uint64_t(1) << 30).printWithUnit(3 << 29),
            "1.50 GiB");
  EXPECT_EQ(SizeUnit::choose((uint64_t(1) << 30) - 1).printWithUnit(3 << 19),
            "2 MiB");
  EXPECT_EQ(SizeUnit::choose((10 << 20) - 1).printWithUnit(10 << 19),
            "5120 KiB");
  EXPECT_EQ(SizeUnit::choose((10 << 10) - 1).printWithUnit(10239),
            "10239 bytes");
  EXPECT_EQ(SizeUnit::choose(0).printWithUnit(0), "0 bytes");
}

TEST(SizeUnitTest, HoldsTheLargestSize) {
  SizeUnit Unit = SizeUnit::choose(UINT64_MAX);
  EXPECT_EQ(Unit.print(UINT64_MAX), "17179869184.00");
  EXPECT_EQ(Unit.print(1 << 20), "0.00");
}

// 0.333 + 0.333 + 0.333 GiB are printed as 1.00.
TEST(SizeUnitTest, RoundsTermsSoThatTheyAddUp) {
  const uint64_t Whole = uint64_t(1) << 30;
  SizeUnit Unit = SizeUnit::choose(Whole);
  SizeUnit::Rounding Sum(Unit);
  uint64_t First = Sum.add(Whole / 3), Second = Sum.add(Whole / 3);
  uint64_t Third = Sum.add(Whole - Whole / 3 * 2);
  EXPECT_EQ(First + Second + Third, 100u);
  EXPECT_EQ(First, 33u);
  EXPECT_EQ(Unit.printDifference(0, Whole), "-1.00");
}

// What exceeds 64 bits counts as much as they hold.
TEST(SizeUnitTest, AddsUpToWhatSixtyFourBitsHold) {
  SizeUnit Unit;
  SizeUnit::Rounding Sum(Unit);
  EXPECT_EQ(Sum.add(UINT64_MAX - 1), UINT64_MAX - 1);
  EXPECT_EQ(Sum.add(UINT64_MAX - 1), 1u);
  EXPECT_EQ(Unit.printDifference(1, UINT64_MAX), "-18446744073709551614");
}

} // namespace
