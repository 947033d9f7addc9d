//===- LineScannerTest.cpp - Tests of LineScanner and LineCursor ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/LineScanner.h"
#include "gtest/gtest.h"
#include <vector>

using namespace hlomem;
using llvm::StringRef;

namespace {

std::vector<std::string> linesOf(StringRef Text) {
  std::vector<std::string> Lines;
  for (LineCursor C(Text); !C.atEnd(); C.advance())
    Lines.push_back(C.line().str());
  return Lines;
}

TEST(LineCursorTest, Lines) {
  using Lines = std::vector<std::string>;
  EXPECT_EQ(linesOf(""), Lines());
  EXPECT_EQ(linesOf("\n"), Lines({""}));
  EXPECT_EQ(linesOf("a"), Lines({"a"}));
  EXPECT_EQ(linesOf("a\n"), Lines({"a"}));
  EXPECT_EQ(linesOf("a\n\nb\r\nc"), Lines({"a", "", "b\r", "c"}));
  EXPECT_EQ(linesOf("a\n\n"), Lines({"a", ""}));
}

TEST(LineCursorTest, KnowsTheLineWithoutALineFeed) {
  LineCursor C("a\nb");
  EXPECT_FALSE(C.endsText());
  EXPECT_EQ(C.nextLine(), "b");
  C.advance();
  EXPECT_TRUE(C.endsText());
  EXPECT_EQ(C.nextLine(), "");
  EXPECT_FALSE(C.atEnd());
  C.advance();
  EXPECT_TRUE(C.atEnd());
}

TEST(LineCursorTest, StaysAtTheEnd) {
  StringRef Text = "a";
  LineCursor C(Text);
  for (int I = 0; I != 3; ++I)
    C.advance();
  EXPECT_TRUE(C.atEnd());
  EXPECT_EQ(C.line(), "");
  EXPECT_EQ(C.line().data(), Text.end());
}

/// What a function of LineScanner says of a text: the number and what follows
/// it, or the message.
template <class T>
std::string number(bool (LineScanner::*Consume)(T &, StringRef),
                   StringRef Text) {
  LineScanner S(Text);
  T N = 0;
  if ((S.*Consume)(N, "size"))
    return std::to_string(N) + "|" + S.rest().str();
  EXPECT_EQ(S.rest(), Text) << "the place is not the number's";
  return S.message().str();
}

TEST(LineScannerTest, Number) {
  auto Wide = [](StringRef Text) {
    return number<uint64_t>(&LineScanner::consumeNumber, Text);
  };
  EXPECT_EQ(Wide("0"), "0|");
  EXPECT_EQ(Wide("10,"), "10|,");
  EXPECT_EQ(Wide("18446744073709551615"), "18446744073709551615|");
  EXPECT_EQ(Wide("18446744073709551616"),
            "size does not fit into 64 bits: '18446744073709551616'");
  EXPECT_EQ(Wide("99999999999999999999x"),
            "size does not fit into 64 bits: '99999999999999999999'");
  EXPECT_EQ(Wide("00"), "expected size without leading zeros, found '00'");
  EXPECT_EQ(Wide("-1"), "expected size, found '-1'");
  EXPECT_EQ(Wide("+1"), "expected size, found '+1'");
  EXPECT_EQ(Wide(""), "expected size, found the end of the line");
}

TEST(LineScannerTest, NarrowNumber) {
  auto Narrow = [](StringRef Text) {
    return number<uint32_t>(&LineScanner::consumeNumber, Text);
  };
  EXPECT_EQ(Narrow("4294967295-"), "4294967295|-");
  EXPECT_EQ(Narrow("4294967296-"),
            "size does not fit into 32 bits: '4294967296'");
  EXPECT_EQ(Narrow("18446744073709551616"),
            "size does not fit into 64 bits: '18446744073709551616'");
}

TEST(LineScannerTest, GroupedNumber) {
  auto Grouped = [](StringRef Text) {
    LineScanner S(Text);
    uint64_t N;
    if (S.consumeGroupedNumber(N, "size"))
      return std::to_string(N) + "|" + S.rest().str();
    return S.message().str();
  };
  EXPECT_EQ(Grouped("0 bytes"), "0| bytes");
  EXPECT_EQ(Grouped("999 bytes"), "999| bytes");
  EXPECT_EQ(Grouped("1 000 bytes"), "1000| bytes");
  EXPECT_EQ(Grouped("26 214 400 bytes"), "26214400| bytes");
  EXPECT_EQ(Grouped("18 446 744 073 709 551 615"), "18446744073709551615|");
  EXPECT_EQ(Grouped("18 446 744 073 709 551 616"),
            "size does not fit into 64 bits");
  EXPECT_EQ(Grouped("1000"),
            "expected size in groups of three digits, found '1000'");
  EXPECT_EQ(Grouped("1000 000"),
            "expected a group of three digits, found ' 000'");
  EXPECT_EQ(Grouped("1 00 bytes"),
            "expected a group of three digits, found ' 00 bytes'");
  EXPECT_EQ(Grouped("1 0000"),
            "expected a group of three digits, found ' 0000'");
  EXPECT_EQ(Grouped("0 001"), "expected a group of three digits, found ' 001'");
  EXPECT_EQ(Grouped(" 1"), "expected size, found ' 1'");
}

TEST(LineScannerTest, Name) {
  auto NameOf = [](StringRef Text) {
    LineScanner S(Text);
    StringRef Name;
    return S.consumeName(Name) ? (Name + "|" + S.rest()).str()
                               : S.message().str();
  };
  EXPECT_EQ(NameOf("all-reduce_2.clone.10{1}"), "all-reduce_2.clone.10|{1}");
  EXPECT_EQ(NameOf("_A:0"), "_A|:0");
  EXPECT_EQ(NameOf("9a"), "expected the name of an instruction, found '9a'");
  EXPECT_EQ(NameOf("-a"), "expected the name of an instruction, found '-a'");
  EXPECT_EQ(NameOf(".a"), "expected the name of an instruction, found '.a'");
  EXPECT_EQ(NameOf("%a"), "expected the name of an instruction, found '%a'");
  EXPECT_EQ(NameOf("\xC3\xA4"),
            "expected the name of an instruction, found '\xC3\xA4'");
}

TEST(LineScannerTest, Index) {
  auto IndexOf = [](StringRef Text) {
    LineScanner S(Text);
    StringRef Index;
    return S.consumeIndex(Index) ? (Index + "|" + S.rest()).str() : "";
  };
  EXPECT_EQ(IndexOf("{}:"), "{}|:");
  EXPECT_EQ(IndexOf("{0}}"), "{0}|}");
  EXPECT_EQ(IndexOf("{1,0,18446744073709551615} x"),
            "{1,0,18446744073709551615}| x");
  for (StringRef Bad : {"", "{", "{1", "1}", "{,}", "{1,}", "{,1}", "{01}",
                        "{1, 0}", "{-1}", "{a}", "{18446744073709551616}"})
    EXPECT_EQ(IndexOf(Bad), "") << Bad.str();
}

TEST(LineScannerTest, OptionalIndex) {
  StringRef Index = "before";
  LineScanner None(" @0");
  EXPECT_TRUE(None.consumeOptionalIndex(Index));
  EXPECT_EQ(Index, "");
  LineScanner Bad("{x}");
  EXPECT_FALSE(Bad.consumeOptionalIndex(Index));
}

TEST(LineScannerTest, TheEndOfTheLineOrOfTheFile) {
  LineScanner Line("");
  EXPECT_FALSE(Line.consume("x"));
  EXPECT_EQ(Line.message(), "expected 'x', found the end of the line");
  LineScanner File("", /*EndsText=*/true);
  EXPECT_FALSE(File.consume("x"));
  EXPECT_EQ(File.message(), "expected 'x', found the end of the file");
}

TEST(LineScannerTest, TheFirstFailureStays) {
  StringRef Text = "abc";
  LineScanner S(Text);
  EXPECT_TRUE(S.consume("a"));
  EXPECT_FALSE(S.tryConsume("x"));
  EXPECT_EQ(S.message(), "");
  EXPECT_FALSE(S.consumeEnd());
  EXPECT_FALSE(S.fail("something else"));
  EXPECT_EQ(S.message(), "expected the end of the line, found 'bc'");
  EXPECT_EQ(S.loc().getPointer(), Text.data() + 1);
}

} // namespace
