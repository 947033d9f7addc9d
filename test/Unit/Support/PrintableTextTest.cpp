//===- PrintableTextTest.cpp - Tests of texts for a terminal --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/PrintableText.h"
#include "llvm/ADT/StringExtras.h"
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
