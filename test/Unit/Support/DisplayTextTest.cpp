//===- DisplayTextTest.cpp - Texts in columns of a terminal --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/DisplayText.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

TEST(DisplayTextTest, Width) {
  EXPECT_EQ(getDisplayWidth(""), 0u);
  EXPECT_EQ(getDisplayWidth("fusion.1"), 8u);
  EXPECT_EQ(getDisplayWidth("b\u00fcro"), 4u);
  // Two columns each.
  EXPECT_EQ(getDisplayWidth("\u6f22\u5b57"), 4u);
  // Not UTF-8.
  EXPECT_EQ(getDisplayWidth("a\xff"
                            "b"),
            3u);
}

TEST(DisplayTextTest, ShortenMiddle) {
  EXPECT_EQ(shortenMiddle("fusion.1", 8), "fusion.1");
  // Seven columns are two, the dots and two.
  EXPECT_EQ(shortenMiddle("fusion.1", 7), "fu....1");
  EXPECT_EQ(shortenMiddle("fusion.1", 6), "f....1");
  EXPECT_EQ(shortenMiddle("fusion.1", 3), "...");
  EXPECT_EQ(shortenMiddle("", 3), "");
}

TEST(DisplayTextTest, ShortenedCharactersStayWhole) {
  EXPECT_EQ(shortenMiddle("\u00e4\u00f6\u00fc\u00e4\u00f6\u00fc", 5),
            "\u00e4...\u00fc");
  // No half of a wide one: of five columns one before and one behind are left.
  EXPECT_EQ(shortenMiddle("\u6f22\u5b57\u6f22\u5b57", 5), "...");
  EXPECT_EQ(shortenMiddle("\u6f22\u5b57\u6f22\u5b57", 7), "\u6f22...\u5b57");
}

TEST(DisplayTextTest, ShortenEnd) {
  EXPECT_EQ(shortenEnd("fusion.1", 8), "fusion.1");
  EXPECT_EQ(shortenEnd("fusion.1", 7), "fusi...");
  EXPECT_EQ(shortenEnd("\u6f22\u5b57\u6f22", 6), "\u6f22\u5b57\u6f22");
  EXPECT_EQ(shortenEnd("\u6f22\u5b57\u6f22\u5b57", 6), "\u6f22...");
  EXPECT_EQ(shortenEnd("fusion.1", 3), "...");
}

TEST(DisplayTextTest, ShortenPath) {
  EXPECT_EQ(shortenPath("nn/_linear.py:55", 16), "nn/_linear.py:55");
  EXPECT_EQ(shortenPath("src/nn/_linear.py:55", 19), ".../_linear.py:55");
  EXPECT_EQ(shortenPath("src/nn/_linear.py:55", 10), "...r.py:55");
}

TEST(DisplayTextTest, WhatIsNoTerminalHasNoWidth) {
  EXPECT_EQ(getTerminalWidth(-1), 0u);
}

} // namespace
