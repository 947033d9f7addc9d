//===- RemarkFilesTest.cpp ------------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestRemarks.h"
#include "hlomem/Remarks/JsonRemarkStream.h"
#include "hlomem/Remarks/YamlRemarkStream.h"
#include "hlomem/Support/SourceTexts.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

class RemarkFilesTest : public testing::Test {
protected:
  SourceTexts Sources;
  StringRef Dump;
  std::string ModuleName = "jit f";

  RemarkFilesTest() {
    Sources.add(SourceText::whole(
        MemoryBuffer::getMemBufferCopy("first\nsecond\n", "in/d.txt")));
    Dump = Sources.texts().front().Text;
  }

  SMLoc at(StringRef Word) {
    return SMLoc::getFromPointer(Dump.data() + Dump.find(Word));
  }

  template <class StreamT, class EmitT> std::string print(EmitT Emit) {
    std::string Output;
    raw_string_ostream OS(Output);
    RemarkModule M = {ModuleName, "3.1", Sources,
                      [](StringRef Instruction) -> std::optional<UserPlace> {
                        if (Instruction != "copy.9")
                          return std::nullopt;
                        return UserPlace{"it's.py", 7, 0};
                      }};
    StreamT Stream(OS, M);
    Emit(Stream);
    Stream.finish();
    return Output;
  }

  static test::Everything everything(StringRef Instruction) {
    return {.B = Bytes::overflow(),
            .OB = Bytes(5000000000),
            .C = 7,
            .T = 45,
            .R = LiveRange{17, 21},
            .OR = std::nullopt,
            .P = {Bytes(1), Bytes(3)},
            .S = {1, "VMEM"},
            .I = "fusion.3",
            .V = HloPosition(Instruction, ""),
            .Sh = nullptr,
            .Str = "a\nb"};
  }
};

TEST_F(RemarkFilesTest, Yaml) {
  EXPECT_EQ(print<YamlRemarkStream>([&](RemarkStream &S) {
              S.emit("p", at("second"), everything("copy.9"));
            }),
            "--- !Missed\n"
            "Pass:            p\n"
            "Name:            Everything\n"
            "DebugLoc:        { File: 'it''s.py', Line: 7, Column: 0 }\n"
            "Function:        'jit f'\n"
            // More than LLVM's reader takes.
            "Hotness:         4294967295\n"
            "Args:\n"
            "  - B:               '?'\n"
            "  - String:          ' bytes '\n"
            "  - OB:              '5000000000'\n"
            "  - String:          ' bytes '\n"
            "  - C:               '7'\n"
            "  - String:          ' '\n"
            "  - T:               '45'\n"
            "  - String:          ' '\n"
            "  - R:               '17-21'\n"
            "  - String:          ' '\n"
            "  - OR:              '?'\n"
            "  - String:          ' '\n"
            "  - P:               '33.33'\n"
            "  - String:          '% space '\n"
            "  - S:               '1'\n"
            "  - String:          ' '\n"
            "  - I:               fusion.3\n"
            "  - String:          ' '\n"
            "  - V:               copy.9\n"
            "  - String:          ' '\n"
            "  - Sh:              '?'\n"
            "  - String:          ' '\n"
            "  - Str:             \"a\\nb\"\n"
            "  - String:          ' ('\n"
            "  - Dump:            'in/d.txt:2:1'\n"
            "  - String:          ')'\n"
            "...\n");
}

// A remark without arguments and places; a tag; a number of a row.
TEST_F(RemarkFilesTest, YamlOfLittle) {
  EXPECT_EQ(print<YamlRemarkStream>(
                [&](RemarkStream &S) { S.emit("p", SMLoc(), test::Plain{}); }),
            "--- !Failure\n"
            "Pass:            p\n"
            "Name:            Plain\n"
            "Function:        'jit f'\n"
            "Args:\n"
            "  - String:          '{plain} \"text\" …'\n"
            "...\n");
  ModuleName = "f";
  EXPECT_EQ(print<YamlRemarkStream>([&](RemarkStream &S) {
              S.emit("p", SMLoc(), test::Odd{.Body = "no", .Rule = {"r"}});
            }),
            "--- !Failure\n"
            "Pass:            p\n"
            "Name:            Odd\n"
            "Function:        f\n"
            "Args:\n"
            "  - String:          'odd '\n"
            "  - Body:            'no'\n"
            "  - String:          ': '\n"
            "  - Rule:            r\n"
            "  - String:          ', or not'\n"
            "...\n");
}

TEST_F(RemarkFilesTest, Json) {
  EXPECT_EQ(
      print<JsonRemarkStream>([&](RemarkStream &S) {
        S.emit("p", at("second"), everything("copy.9"));
      }),
      "{\"version\":2,\"id\":\"3.1.1\",\"headline\":null,"
      "\"form\":\"headline\",\"kind\":\"Missed\",\"severity\":\"remark\","
      "\"pass\":\"p\",\"name\":\"Everything\",\"module\":\"jit f\","
      "\"message\":\"more than 16 EiB 4.66 GiB (5000000000 "
      "bytes) 7 45 17-21 ? 33.33% space 1 (VMEM) fusion.3 copy.9 ? a\\nb\","
      "\"hotness\":5000000000,"
      "\"source\":{\"file\":\"it's.py\",\"line\":7,\"column\":null},"
      "\"dump\":{\"file\":\"in/d.txt\",\"line\":2,\"column\":1},"
      "\"args\":{\"B\":null,\"OB\":5000000000,\"C\":7,\"T\":45,"
      "\"R\":{\"begin\":17,\"end\":21},\"OR\":null,\"P\":33.33,\"S\":1,"
      "\"I\":\"fusion.3\",\"V\":\"copy.9\",\"Sh\":null,\"Str\":\"a\\nb\"}}\n");
}

// Rows and notes: of nothing, of a headline, of the next one.
TEST_F(RemarkFilesTest, JsonHeadlines) {
  std::string Output = print<JsonRemarkStream>([&](RemarkStream &S) {
    S.emit("p", SMLoc(), test::Rest{.Count = 1});
    S.emit("p", at("second"), test::Head{.Size = Bytes(1)});
    S.emit("p", SMLoc(), test::Rest{.Count = 1});
    S.emit("p", at("first"), test::Head{.Size = Bytes::overflow()});
    S.emit("p", SMLoc(), test::Gap{.Size = Bytes(1), .Offset = Bytes(2)});
  });
  SmallVector<StringRef> Lines;
  StringRef(Output).split(Lines, '\n');
  ASSERT_EQ(Lines.size(), 6u);
  EXPECT_TRUE(Lines[0].contains("\"id\":\"3.1.1\",\"headline\":null"));
  EXPECT_TRUE(Lines[0].contains("\"form\":\"note\""));
  EXPECT_TRUE(Lines[0].contains("\"source\":null,\"dump\":null,"));
  EXPECT_TRUE(Lines[1].contains("\"id\":\"3.1.2\",\"headline\":null"));
  EXPECT_TRUE(Lines[2].contains("\"id\":\"3.1.3\",\"headline\":\"3.1.2\""));
  EXPECT_TRUE(Lines[2].contains("\"line\":2"));
  EXPECT_TRUE(Lines[3].contains("\"hotness\":null"));
  EXPECT_TRUE(Lines[4].contains("\"id\":\"3.1.5\",\"headline\":\"3.1.4\""));
  EXPECT_TRUE(Lines[4].contains("\"form\":\"row\""));
  EXPECT_TRUE(Lines[4].contains("\"message\":null"));
  EXPECT_TRUE(Lines[4].contains("\"line\":1"));
}

TEST_F(RemarkFilesTest, JsonSeverities) {
  EXPECT_NE(print<JsonRemarkStream>([&](RemarkStream &S) {
              S.emit("p", SMLoc(), test::Odd{.Body = "", .Rule = {"r"}});
            }).find("\"severity\":\"warning\""),
            std::string::npos);
  EXPECT_NE(print<JsonRemarkStream>([&](RemarkStream &S) {
              S.emit("p", SMLoc(), test::Plain{});
            }).find("\"severity\":\"error\""),
            std::string::npos);
}

} // namespace
