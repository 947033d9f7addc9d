//===- TextRemarkStreamTest.cpp -------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/TextRemarkStream.h"
#include "TestRemarks.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

class TextRemarkStreamTest : public testing::Test {
protected:
  SourceTexts Sources;
  StringRef Dump;
  std::string Output;
  raw_string_ostream OS{Output};

  TextRemarkStreamTest() {
    Sources.add(SourceText::whole(MemoryBuffer::getMemBufferCopy(
        "first\nsecond\n  third\n", "in/d.txt")));
    Dump = Sources.texts().front().Text;
  }

  SMLoc at(StringRef Word) {
    return SMLoc::getFromPointer(Dump.data() + Dump.find(Word));
  }

  /// What Emit prints.
  template <class EmitT>
  std::string print(EmitT Emit, TextRemarkOptions Options = {}) {
    TextRemarkStream Stream(OS, Sources, "module.txt", Options);
    Emit(Stream);
    Stream.finish();
    return Output;
  }
};

test::Buffer row(uint64_t Size, StringRef Label, uint64_t Uses,
                 StringRef Source) {
  return {.Size = Bytes(Size),
          .Label = Label.str(),
          .Uses = Uses,
          .Source = Source.str()};
}

TEST_F(TextRemarkStreamTest, HeadlineAtItsPlace) {
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("peak", at("third"), test::Head{.Size = Bytes(28160)});
              S.emit("frag", at("first"), test::Head{.Size = Bytes(5)});
            }),
            "in/d.txt:3:3: remark: head of 28 KiB (28160 bytes) [peak]\n"
            "in/d.txt:1:1: remark: head of 5 bytes [frag]\n");
}

TEST_F(TextRemarkStreamTest, HeadlineWithoutPlaceNamesTheModule) {
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("peak", SMLoc(), test::Head{.Size = Bytes(5)});
            }),
            "module.txt: remark: head of 5 bytes [peak]\n");
}

TEST_F(TextRemarkStreamTest, PlaceOutsideOfAllBuffersNamesTheModule) {
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("peak", SMLoc::getFromPointer("elsewhere"),
                     test::Head{.Size = Bytes(5)});
            }),
            "module.txt: remark: head of 5 bytes [peak]\n");
}

TEST_F(TextRemarkStreamTest, FailuresAreErrorsOrWarnings) {
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("p", SMLoc(), test::Plain{});           // Failure
              S.emit("p", SMLoc(), test::Text{.Body = "x"}); // Passed
            }),
            "module.txt: error: {plain} \"text\" … [p]\n"
            "module.txt: remark: x [p]\n");
}

TEST_F(TextRemarkStreamTest, TagsStandBehindThePass) {
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("p", SMLoc(),
                     test::Odd{.Body = "x", .Rule = {.Name = "r"}});
            }),
            "module.txt: warning: odd x, or not [p: r]\n");
}

TEST_F(TextRemarkStreamTest, RowsAreAligned) {
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("p", SMLoc(), test::Head{.Size = Bytes(5)});
              S.emit("p", at("second"), row(16384, "copy.9", 1, "train.py:3"));
              S.emit("p", at("third"), row(511, "while.9{1}", 12, "x"));
            }),
            "module.txt: remark: head of 5 bytes [p]\n"
            "    size KiB  name        uses  source\n"
            "          16  copy.9         1  train.py:3\n"
            "          <1  while.9{1}    12  x\n");
}

// By the column with the smallest largest size: 22 bytes. Of 4 GiB, which would
// have ten digits, the next units are tried: KiB has seven, and MiB four.
TEST_F(TextRemarkStreamTest, OneUnitSuitsAllColumns) {
  auto Emit = [](uint64_t Size) {
    return [Size](RemarkStream &S) {
      S.emit("p", SMLoc(), test::Gap{.Size = Bytes(Size), .Offset = Bytes(22)});
    };
  };
  EXPECT_EQ(print(Emit(20000)), "    size bytes  offset\n"
                                "         20000      22\n");
  Output.clear();
  EXPECT_EQ(print(Emit(uint64_t(4) << 30)), "    size MiB  offset\n"
                                            "        4096      <1\n");
}

TEST_F(TextRemarkStreamTest, ExactBytesAreForRows) {
  EXPECT_EQ(print(
                [&](RemarkStream &S) {
                  S.emit("p", SMLoc(), test::Head{.Size = Bytes(4096)});
                  S.emit("p", SMLoc(), row(16384, "a", 1, "s"));
                  S.emit("p", SMLoc(), row(512, "b", 2, "s"));
                },
                {.Color = false, .ExactBytes = true}),
            "module.txt: remark: head of 4096 bytes [p]\n"
            "    size bytes  name  uses  source\n"
            "         16384  a        1  s\n"
            "           512  b        2  s\n");
}

TEST_F(TextRemarkStreamTest, LinesHaveNoTrailingBlanks) {
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("p", SMLoc(), row(1, "a", 1, ""));
              S.emit("p", SMLoc(), row(1, "a", 1, "long text"));
            }),
            "    size bytes  name  uses  source\n"
            "             1  a        1\n"
            "             1  a        1  long text\n");
}

TEST_F(TextRemarkStreamTest, NumbersInTheLastColumnAreAligned) {
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("p", SMLoc(),
                     test::Gap{.Size = Bytes(1), .Offset = Bytes(22)});
            }),
            "    size bytes  offset\n"
            "             1      22\n");
}

TEST_F(TextRemarkStreamTest, AnotherTypeOfRowStartsAnotherTable) {
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("p", SMLoc(), row(1, "long name", 1, "s"));
              S.emit("p", SMLoc(),
                     test::Gap{.Size = Bytes(1), .Offset = Bytes(22)});
              S.emit("p", SMLoc(), row(1, "a", 1, "s"));
            }),
            "    size bytes  name       uses  source\n"
            "             1  long name     1  s\n"
            "    size bytes  offset\n"
            "             1      22\n"
            "    size bytes  name  uses  source\n"
            "             1  a        1  s\n");
}

TEST_F(TextRemarkStreamTest, AHeadlineEndsTheTable) {
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("p", SMLoc(), row(1, "long name", 1, "s"));
              S.emit("p", SMLoc(), test::Head{.Size = Bytes(5)});
              S.emit("p", SMLoc(), row(1, "a", 1, "s"));
            }),
            "    size bytes  name       uses  source\n"
            "             1  long name     1  s\n"
            "module.txt: remark: head of 5 bytes [p]\n"
            "    size bytes  name  uses  source\n"
            "             1  a        1  s\n");
}

TEST_F(TextRemarkStreamTest, ANoteStandsBelowTheTable) {
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("p", at("first"), test::Head{.Size = Bytes(5)});
              S.emit("p", SMLoc(), row(1, "a", 1, "s"));
              S.emit("p", at("first"), test::Rest{.Count = 3});
            }),
            "in/d.txt:1:1: remark: head of 5 bytes [p]\n"
            "    size bytes  name  uses  source\n"
            "             1  a        1  s\n"
            "    … and 3 more\n");
}

TEST_F(TextRemarkStreamTest, WidthIsThatOfTheTerminal) {
  // Two columns for each of the three ideographs, one for the accented letter,
  // however many bytes they take.
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("p", SMLoc(), row(1, "日本語", 1, "s"));
              S.emit("p", SMLoc(), row(1, "é", 1, "s"));
            }),
            "    size bytes  name    uses  source\n"
            "             1  日本語     1  s\n"
            "             1  é          1  s\n");
}

// Of 40 columns 18 are left for the words, or 32 where the place does not
// count.
TEST_F(TextRemarkStreamTest, HeadlinesAreWrapped) {
  auto Emit = [&](RemarkStream &S) {
    S.emit("p", at("first"),
           test::Text{.Body = "one two three four five six seven eight nine"});
  };
  EXPECT_EQ(print(Emit, {.Width = 40}),
            "in/d.txt:1:1: remark: one two three four\n"
            "    five six seven eight nine [p]\n");
  Output.clear();
  EXPECT_EQ(print(Emit, {.Width = 40, .IsPlaceFree = true}),
            "in/d.txt:1:1: remark: one two three four five six\n"
            "    seven eight nine [p]\n");
}

// A cell of 121 columns does not widen its column beyond 120 for the others.
TEST_F(TextRemarkStreamTest, LongCellsDoNotWidenTheTableForever) {
  std::string Long(121, 'x');
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("p", SMLoc(), row(1, Long, 1, "s"));
              S.emit("p", SMLoc(), row(1, "y", 1, "s"));
            }),
            "    size bytes  name" + std::string(116, ' ') +
                "  uses  source\n" + "             1  " + Long + "     1  s\n" +
                "             1  y" + std::string(119, ' ') + "     1  s\n");
}

// Neither what is no UTF-8 nor a control character of it, here U+009B, which
// begins commands to the terminal.
TEST_F(TextRemarkStreamTest, BrokenUtf8IsEscaped) {
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("p", SMLoc(), row(1, "\xff\xfe", 1, "s"));
              S.emit("p", SMLoc(), row(1, "\xc2\x9b", 1, "s"));
              S.emit("p", SMLoc(), row(1, "\xe6\x97", 1, "s"));
            }),
            "    size bytes  name      uses  source\n"
            "             1  \\xff\\xfe     1  s\n"
            "             1  \\xc2\\x9b     1  s\n"
            "             1  \\xe6\\x97     1  s\n");
}

TEST_F(TextRemarkStreamTest, ControlCharactersAreEscaped) {
  EXPECT_EQ(print([&](RemarkStream &S) {
              S.emit("p", SMLoc(), test::Text{.Body = "a\nb\tc\x1b[31m\x7f"});
              S.emit("p", SMLoc(), row(1, "x\ny", 1, "s"));
            }),
            "module.txt: remark: a\\nb\\tc\\x1b[31m\\x7f [p]\n"
            "    size bytes  name  uses  source\n"
            "             1  x\\ny     1  s\n");
}

TEST_F(TextRemarkStreamTest, ColoursOnlyWhenAskedFor) {
  auto Emit = [&](RemarkStream &S) {
    S.emit("p", at("first"), test::Head{.Size = Bytes(5)});
  };
  EXPECT_EQ(print(Emit).find('\x1b'), std::string::npos);
  Output.clear();
  std::string Coloured = print(Emit, {.Color = true, .ExactBytes = false});
  // Bold, then bold blue as LLVM has it for remarks, and both are ended.
  EXPECT_NE(Coloured.find("\x1b[1min/d.txt:1:1: \x1b[0m"), std::string::npos)
      << Coloured;
  EXPECT_NE(Coloured.find("34mremark: \x1b[0mhead of 5 bytes [p]\n"),
            std::string::npos)
      << Coloured;
}

TEST_F(TextRemarkStreamTest, RowsAreHeldBackUntilTheTableEnds) {
  TextRemarkStream Stream(OS, Sources, "module.txt");
  Stream.emit("p", SMLoc(), row(1, "a", 1, "s"));
  EXPECT_EQ(Output, "");
  Stream.finish();
  EXPECT_NE(Output, "");
}

// A quadratic stream would take minutes here.
TEST_F(TextRemarkStreamTest, AHundredThousandRows) {
  std::string Text = print([&](RemarkStream &S) {
    for (unsigned I = 0; I != 100000; ++I)
      S.emit("p", SMLoc(), row(I, "copy." + std::to_string(I), 1, "s"));
  });
  EXPECT_EQ(std::count(Text.begin(), Text.end(), '\n'), 100001);
  // The last row is the largest: 99999 bytes are 97.66 KiB.
  EXPECT_TRUE(
      StringRef(Text).starts_with("    size KiB  name        uses  source\n"
                                  "           0  copy.0         1  s\n"));
  EXPECT_TRUE(
      StringRef(Text).ends_with("\n          98  copy.99999     1  s\n"));
}

} // namespace
