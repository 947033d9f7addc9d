//===- TableLayoutTest.cpp - Which columns of a table fit ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/TableLayout.h"
#include "gtest/gtest.h"
#include <vector>

using namespace hlomem;

namespace {

TableColumn number(unsigned Width, uint8_t DropRank = 0) {
  return {.Width = Width, .TitleWidth = 4, .DropRank = DropRank};
}

TableColumn text(unsigned Width, uint8_t DropRank = 0) {
  return {
      .Width = Width, .TitleWidth = 4, .IsText = true, .DropRank = DropRank};
}

/// What is left of each column; 0 where it was dropped.
std::vector<unsigned> fit(std::vector<TableColumn> Columns, unsigned Width) {
  fitTable(Columns, Width);
  std::vector<unsigned> Widths;
  for (const TableColumn &C : Columns)
    Widths.push_back(C.IsDropped ? 0 : C.Width);
  return Widths;
}

using Widths = std::vector<unsigned>;

TEST(TableLayoutTest, WidthCountsGaps) {
  EXPECT_EQ(getTableWidth({number(5), text(10), number(3)}), 22u);
  TableColumn Dropped = text(10);
  Dropped.IsDropped = true;
  EXPECT_EQ(getTableWidth({number(5), Dropped, number(3)}), 10u);
}

TEST(TableLayoutTest, WhatFitsStays) {
  EXPECT_EQ(fit({number(5), text(10, 1)}, 17), (Widths{5, 10}));
}

TEST(TableLayoutTest, TheLongestTextsAreShortenedFirst) {
  // 44 columns for both texts.
  EXPECT_EQ(fit({number(4), text(40), text(10)}, 52), (Widths{4, 34, 10}));
  EXPECT_EQ(fit({text(60), text(60)}, 72), (Widths{35, 35}));
}

TEST(TableLayoutTest, BeforeTextsTellTooLittleColumnsGo) {
  // With both numbers the texts would have 21 columns each, with one 27; 28 are
  // wanted.
  EXPECT_EQ(fit({number(10, 2), number(10, 1), text(40), text(40)}, 68),
            (Widths{0, 0, 33, 33}));
  EXPECT_EQ(fit({number(10, 2), number(10, 1), text(40), text(40)}, 70),
            (Widths{10, 0, 28, 28}));
}

TEST(TableLayoutTest, TheLastColumnsGoWhereTextsTellNearlyNothing) {
  // 26 columns for both texts, and 22, which are less than 12 for each.
  EXPECT_EQ(fit({number(10, LastDropRank), text(40), text(40)}, 40),
            (Widths{10, 13, 13}));
  EXPECT_EQ(fit({number(10, LastDropRank), text(40), text(40)}, 36),
            (Widths{0, 17, 17}));
}

TEST(TableLayoutTest, NumbersAreNeverShortened) {
  EXPECT_EQ(fit({number(30), number(30)}, 40), (Widths{30, 30}));
}

TEST(TableLayoutTest, AtLastTextsAreShortenedFurther) {
  EXPECT_EQ(fit({text(40), text(40)}, 42), (Widths{20, 20}));
  EXPECT_EQ(fit({text(40), text(40)}, 2), (Widths{8, 8}));
}

TEST(TableLayoutTest, NothingIsNarrowerThanItsTitle) {
  TableColumn Titled = text(40);
  Titled.TitleWidth = 12;
  EXPECT_EQ(fit({Titled, text(40)}, 2), (Widths{12, 8}));
}

} // namespace
