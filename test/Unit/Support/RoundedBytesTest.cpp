//===- RoundedBytesTest.cpp - Tests of sizes as XLA prints them -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/RoundedBytes.h"
#include "gtest/gtest.h"
#include <random>

using namespace llvm;
using namespace hlomem;

namespace {

/// A size is all numbers that are printed so, and no other.
TEST(RoundedBytesTest, AllThatIsPrintedSo) {
  std::mt19937_64 Random(1);
  for (unsigned I = 0; I != 20000; ++I) {
    Bytes B(Random() >> (Random() % 54 + 4));
    std::string Text = toHumanString(B);
    std::optional<RoundedBytes> R = parseRoundedBytes(Text);
    ASSERT_TRUE(R) << Text;
    EXPECT_EQ(R->Text, Text);
    EXPECT_LE(R->Least, B) << Text;
    EXPECT_GE(R->Most, B) << Text;
    EXPECT_EQ(toHumanString(R->Least), Text);
    EXPECT_EQ(toHumanString(R->Most), Text);
    EXPECT_NE(toHumanString(R->Most + Bytes(1)), Text);
    if (!R->Least.isZero()) {
      EXPECT_NE(toHumanString(R->Least - Bytes(1)), Text);
    }
  }
}

TEST(RoundedBytesTest, UnitsOfLibtpu) {
  EXPECT_EQ(parseRoundedBytes("36.50G"), parseRoundedBytes("36.50GiB"));
  EXPECT_EQ(toString(*parseRoundedBytes("36.50G")), "36.50GiB (rounded)");
  EXPECT_EQ(parseRoundedBytes("15.5K")->Text, "15.5KiB");
  EXPECT_EQ(toString(*parseRoundedBytes("512B")), "512 bytes");
  EXPECT_TRUE(parseRoundedBytes("0B")->isExact());
}

TEST(RoundedBytesTest, WhatIsNoSize) {
  for (StringRef Text : {"", "G", "1", "1.5", "1.5B", "1.G", ".5G", "1.2345G",
                         "-1G", "1GB", "1Gi", "16.00E", "99999999999999999999B",
                         "9999999999999999P", "1.50 G"})
    EXPECT_FALSE(parseRoundedBytes(Text)) << Text.str();
}

TEST(RoundedBytesTest, AtTheStartOfAText) {
  StringRef Text = "16.25G. And so on";
  EXPECT_EQ(takeRoundedBytes(Text)->Text, "16.25GiB");
  EXPECT_EQ(Text, ". And so on");
  StringRef None = "unknown size";
  EXPECT_FALSE(takeRoundedBytes(None));
  EXPECT_EQ(None, "unknown size");
}

} // namespace
