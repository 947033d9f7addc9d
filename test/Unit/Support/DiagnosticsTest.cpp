//===- DiagnosticsTest.cpp - Tests of DiagnosticEngine --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

/// What is printed for an error at \p Offset of \p Text.
std::string print(StringRef Text, size_t Offset, bool Color = false,
                  StringRef FileName = "file") {
  SourceTexts Sources;
  Sources.add(SourceText::whole(
      llvm::MemoryBuffer::getMemBuffer(Text, FileName, false)));
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  DiagnosticEngine Diags(OS, Color);
  Diags.error(Sources, llvm::SMLoc::getFromPointer(Text.data() + Offset),
              "message");
  return Result;
}

TEST(DiagnosticsTest, LineAndColumn) {
  EXPECT_EQ(print("one\ntwo\nthree", 5), "file:2:2: error: message\n"
                                         "two\n"
                                         " ^\n");
  EXPECT_EQ(print("one\ntwo\nthree", 0), "file:1:1: error: message\n"
                                         "one\n"
                                         "^\n");
}

TEST(DiagnosticsTest, TheEndOfALineAndOfTheText) {
  EXPECT_EQ(print("one\ntwo", 3), "file:1:4: error: message\n"
                                  "one\n"
                                  "   ^\n");
  EXPECT_EQ(print("one\n", 4), "file:2:1: error: message\n");
  EXPECT_EQ(print("", 0), "file:1:1: error: message\n");
}

TEST(DiagnosticsTest, ControlCharactersCommandNothing) {
  EXPECT_EQ(print("\x1B[31m \xC2\x9Bm!", 9), "file:1:10: error: message\n"
                                             " [31m  m!\n"
                                             "        ^\n");
  EXPECT_EQ(print("one", 0, false, "\x1B[31m\n"),
            "\\x1b[31m\\n:1:1: error: message\none\n^\n");
}

TEST(DiagnosticsTest, LongLinesAreCutOnBothSides) {
  std::string Sixty(60, 'x');
  EXPECT_EQ(print(Sixty + "!" + Sixty.substr(1), 60),
            "file:1:61: error: message\n" + Sixty + "!" + Sixty.substr(1) +
                "\n" + std::string(60, ' ') + "^\n");
  EXPECT_EQ(print("a" + Sixty + "!" + Sixty, 61),
            "file:1:62: error: message\n..." + Sixty + "!" + Sixty.substr(1) +
                "...\n" + std::string(63, ' ') + "^\n");
}

TEST(DiagnosticsTest, CharactersAreNotCutApart) {
  std::string Umlauts;
  for (int I = 0; I != 40; ++I)
    Umlauts += "ä";
  // 60 bytes before the place and 60 after it are in the middle of one.
  std::string Printed = print(Umlauts + "x!" + Umlauts, 81);
  std::string Thirty = Umlauts.substr(0, 60);
  EXPECT_EQ(Printed, "file:1:82: error: message\n..." + Thirty + "x!" + Thirty +
                         "...\n" + std::string(3 + 30 + 1, ' ') + "^\n");
}

TEST(DiagnosticsTest, ControlCharactersAndOtherBytes) {
  EXPECT_EQ(print("\ta\x1b\x7f!", 4), "file:1:5: error: message\n"
                                      " a  !\n"
                                      "    ^\n");
  EXPECT_EQ(print(StringRef("a\0b", 3), 2), "file:1:3: error: message\n"
                                            "a b\n"
                                            "  ^\n");
  EXPECT_EQ(print("\xff\xfe!", 2), "file:1:3: error: message\n"
                                   "?\?!\n"
                                   "  ^\n");
}

TEST(DiagnosticsTest, Color) {
  EXPECT_EQ(print("x", 0).find('\x1b'), std::string::npos);
  std::string Colored = print("x", 0, /*Color=*/true);
  EXPECT_NE(Colored.find("\x1b[0;1;31merror: \x1b[0m"), std::string::npos)
      << Colored;
}

TEST(DiagnosticsTest, Limit) {
  SourceTexts Sources;
  StringRef Text = "text";
  Sources.add(
      SourceText::whole(llvm::MemoryBuffer::getMemBuffer(Text, "file", false)));
  llvm::SMLoc Loc = llvm::SMLoc::getFromPointer(Text.data());
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  DiagnosticEngine Two(OS, /*Color=*/false, 2);
  EXPECT_FALSE(Two.reachedLimit());
  Two.error(Sources, Loc, "first");
  EXPECT_FALSE(Two.reachedLimit());
  Two.error(Sources, Loc, "second");
  EXPECT_TRUE(Two.reachedLimit());
  Two.error(Sources, Loc, "third");
  EXPECT_EQ(Two.getErrorCount(), 3u);
  EXPECT_NE(Result.find("second"), std::string::npos);
  EXPECT_EQ(Result.find("third"), std::string::npos);

  DiagnosticEngine All(OS, /*Color=*/false, 0);
  for (int I = 0; I != 100; ++I)
    All.error(Sources, Loc, "again");
  EXPECT_FALSE(All.reachedLimit());
  EXPECT_EQ(StringRef(Result).count("again"), 100u);
}

TEST(QuoteForMessageTest, CutsAndReplaces) {
  EXPECT_EQ(quoteForMessage(""), "''");
  EXPECT_EQ(quoteForMessage("foo\nbar"), "'foo'");
  EXPECT_EQ(quoteForMessage("a\tb\r"), "'a b '");
  std::string Fits(32, 'x');
  EXPECT_EQ(quoteForMessage(Fits), "'" + Fits + "'");
  EXPECT_EQ(quoteForMessage(Fits + "y"), "'" + Fits + "...'");
  // The 32nd byte is in the middle of a character.
  std::string Cut(31, 'x');
  EXPECT_EQ(quoteForMessage(Cut + "ä"), "'" + Cut + "...'");
}

} // namespace
