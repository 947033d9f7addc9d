//===- PrintableTextTest.cpp - Tests of texts for a terminal --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/PrintableText.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

TEST(PrintableTextTest, TextStays) {
  EXPECT_EQ(toPrintable(""), "");
  EXPECT_EQ(toPrintable("a ~\\'\"b"), "a ~\\'\"b");
  // U+00A0, the first behind the control characters, U+20AC and U+1F600.
  EXPECT_EQ(toPrintable("ä\xC2\xA0€\xF0\x9F\x98\x80"),
            "ä\xC2\xA0€\xF0\x9F\x98\x80");
}

TEST(PrintableTextTest, ControlCharactersAreWrittenOut) {
  EXPECT_EQ(toPrintable("a\nb\tc\rd"), "a\\nb\\tc\\x0dd");
  EXPECT_EQ(toPrintable("\x1B[31m\x7F"), "\\x1b[31m\\x7f");
  EXPECT_EQ(toPrintable(llvm::StringRef("\0", 1)), "\\x00");
  // U+009B begins a command too.
  EXPECT_EQ(toPrintable("\xC2\x9B"
                        "31m"),
            "\\xc2\\x9b31m");
}

// What overrides the direction, has no width, or ends a line for some.
TEST(PrintableTextTest, InvisibleCharactersAreWrittenOut) {
  EXPECT_EQ(toPrintable("a\u202Eb\u202C"), "a\\xe2\\x80\\xaeb\\xe2\\x80\\xac");
  for (uint32_t Code : {0x61C, 0x200B, 0x200E, 0x2028, 0x202A, 0x2066, 0x2069,
                        0xFEFF, 0xE0041, 0x9B, 0x7F, 0x1B, 0xA, 0x85})
    EXPECT_FALSE(isPrintable(Code)) << Code;
  for (uint32_t Code :
       {0x20, 0x7E, 0xA0, 0xAE, 0x61B, 0x200A, 0x2010, 0x202F, 0x1F600})
    EXPECT_TRUE(isPrintable(Code)) << Code;
}

TEST(PrintableTextTest, LinesStayLines) {
  auto Print = [](llvm::StringRef Text) {
    std::string Result;
    llvm::raw_string_ostream OS(Result);
    printPrintableLines(OS, Text);
    return Result;
  };
  EXPECT_EQ(Print(""), "");
  EXPECT_EQ(Print("a\x1B\n\nb\r\n"), "a\\x1b\n\nb\\x0d\n");
  EXPECT_EQ(Print("a\nb"), "a\nb");
}

// The same to whoever reads JSON.
TEST(PrintableTextTest, Json) {
  EXPECT_EQ(toPrintableJson("{\"a\": \"\u00e4\\u001b\"}\n"),
            "{\"a\": \"\u00e4\\u001b\"}\n");
  EXPECT_EQ(toPrintableJson("\"\x7F\xC2\x9B\u202E\u202C\""),
            "\"\\u007f\\u009b\\u202e\\u202c\"");
  // U+E0041 takes two of UTF-16: D800 + (D0041 >> 10), DC00 + 41.
  EXPECT_EQ(toPrintableJson("\U000E0041"), "\\udb40\\udc41");
  EXPECT_EQ(toPrintableJson("\xFF"), "\\ufffd");
}

TEST(PrintableTextTest, BytesThatAreNotUtf8AreWrittenOut) {
  EXPECT_EQ(toPrintable("\xE4x"), "\\xe4x");
  EXPECT_EQ(toPrintable("x\xC3"), "x\\xc3");
  EXPECT_EQ(toPrintable("\x9B"
                        "31m"),
            "\\x9b31m");
}

// Plain characters are looked at several at a time.
TEST(PrintableTextTest, EveryByteCountsWhereverItStands) {
  for (unsigned Byte = 0; Byte != 0x100; ++Byte)
    for (size_t Place = 0; Place != 20; ++Place) {
      std::string Text(20, 'a');
      Text[Place] = static_cast<char>(Byte);
      std::string Written =
          "\\x" + llvm::toHex(Text.substr(Place, 1), /*LowerCase=*/true);
      if (Byte == '\n')
        Written = "\\n";
      else if (Byte == '\t')
        Written = "\\t";
      else if (llvm::isPrint(static_cast<char>(Byte)))
        Written = Text[Place];
      EXPECT_EQ(toPrintable(Text), std::string(Place, 'a') + Written +
                                       std::string(19 - Place, 'a'));
    }
}

TEST(PrintableTextTest, AppendKeepsWhatIsThere) {
  std::string Text = "\n";
  appendPrintable(Text, "\n");
  EXPECT_EQ(Text, "\n\\n");
}

} // namespace
