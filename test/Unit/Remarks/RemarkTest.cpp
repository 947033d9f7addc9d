//===- RemarkTest.cpp -----------------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/Remark.h"
#include "TestRemarks.h"
#include "hlomem/IR/Shape.h"
#include "hlomem/Remarks/InputRemarks.h"
#include "hlomem/Remarks/RemarkStream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

class RemarkTest : public testing::Test {
protected:
  BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};

  static HloPosition value(StringRef Text) {
    size_t Brace = std::min(Text.find('{'), Text.size());
    return HloPosition(Text.take_front(Brace), Text.drop_front(Brace));
  }

  template <class RemarkT> RemarkT everything() {
    return RemarkT{.B = Bytes(28160),
                   .OB = Bytes(824),
                   .C = 7,
                   .T = 45,
                   .R = LiveRange{17, 21},
                   .OR = LiveRange{3, 3},
                   .P = {Bytes(1), Bytes(3)},
                   .S = {1, "VMEM"},
                   .I = "fusion.3",
                   .V = value("while.9{1}"),
                   .Sh = Shapes.getArray(ElementType::F32, {2, 3}, {1, 0}),
                   .Str = "some text"};
  }

  template <class RemarkT> RemarkT nothing() {
    return RemarkT{.B = Bytes::overflow(),
                   .OB = std::nullopt,
                   .C = 0,
                   .T = 0,
                   .R = LiveRange{0, 0},
                   .OR = std::nullopt,
                   .P = {Bytes(0), Bytes(0)},
                   .S = {2, ""},
                   .I = "",
                   .V = value("copy.9"),
                   .Sh = nullptr,
                   .Str = ""};
  }

  /// Arguments as "key=text|value|number", a value that is none as "-".
  static std::vector<std::string> arguments(const Remark &R) {
    std::vector<std::string> Result;
    for (const RemarkPiece &P : R.pieces())
      if (P.isArgument())
        Result.push_back(P.Key.str() + "=" + P.Text + "|" +
                         P.Value.value_or("-") + "|" +
                         (P.isNumber() ? "number" : "text"));
    return Result;
  }
};

using Strings = std::vector<std::string>;

TEST_F(RemarkTest, HeadlineArguments) {
  Remark R = Remark::make("p", SMLoc(), everything<test::Everything>());
  EXPECT_EQ(arguments(R),
            (Strings{"B=28 KiB (28160 bytes)|28160|number",
                     "OB=824 bytes|824|number", "C=7|7|number",
                     "T=45|45|number", "R=17-21|17-21|text", "OR=3-3|3-3|text",
                     "P=33.33%|33.33|number", "S=space 1 (VMEM)|1|number",
                     "I=fusion.3|fusion.3|text", "V=while.9{1}|while.9{1}|text",
                     "Sh=f32[2,3]{1,0}|f32[2,3]{1,0}|text",
                     "Str=some text|some text|text"}));
}

TEST_F(RemarkTest, HeadlineArgumentsThatAreUnknown) {
  Remark R = Remark::make("p", SMLoc(), nothing<test::Everything>());
  EXPECT_EQ(
      arguments(R),
      (Strings{"B=more than 16 EiB|-|number", "OB=?|-|number", "C=0|0|number",
               "T=0|0|number", "R=0-0|0-0|text", "OR=?|-|text", "P=-|-|number",
               "S=space 2|2|number", "I=||text", "V=copy.9|copy.9|text",
               "Sh=?|-|text", "Str=||text"}));
}

TEST_F(RemarkTest, RowHasNumbersWithoutUnit) {
  Remark R = Remark::make("p", SMLoc(), everything<test::EveryColumn>());
  Strings Arguments = arguments(R);
  ASSERT_EQ(Arguments.size(), 12u);
  EXPECT_EQ(Arguments[0], "B=28160|28160|number");
  EXPECT_EQ(Arguments[1], "OB=824|824|number");
  EXPECT_EQ(Arguments[7], "S=1|1|number");
  EXPECT_EQ(Arguments[9], "V=while.9{1}|while.9{1}|text");
}

TEST_F(RemarkTest, RowNeverShowsAnOverflowAsASize) {
  Remark R = Remark::make("p", SMLoc(), nothing<test::EveryColumn>());
  EXPECT_EQ(R.pieces()[0].Text, "more than 16 EiB");
  EXPECT_EQ(R.pieces()[0].Value, std::nullopt);
}

TEST_F(RemarkTest, PiecesFollowTheMessage) {
  Remark R = Remark::make("p", SMLoc(), test::Head{.Size = Bytes(4096)});
  ASSERT_EQ(R.pieces().size(), 2u);
  EXPECT_FALSE(R.pieces()[0].isArgument());
  EXPECT_EQ(R.pieces()[0].Key, "");
  EXPECT_EQ(R.pieces()[0].Text, "head of ");
  EXPECT_EQ(R.pieces()[0].Value, std::nullopt);
  EXPECT_EQ(R.pieces()[1].Key, "Size");
  EXPECT_EQ(R.getMessage(), "head of 4096 bytes");
}

TEST_F(RemarkTest, EscapedBracesQuotesAndUtf8InAMessage) {
  Remark R = Remark::make("p", SMLoc(), test::Plain{});
  EXPECT_EQ(R.getMessage(), "{plain} \"text\" …");
}

TEST_F(RemarkTest, WhatWritersNeedToKnow) {
  StringRef Dump = "a dump";
  SMLoc Loc = SMLoc::getFromPointer(Dump.data() + 2);
  Remark R = Remark::make("frag", Loc, nothing<test::Everything>());
  EXPECT_EQ(R.getPassName(), "frag");
  EXPECT_EQ(R.getLoc(), Loc);
  EXPECT_EQ(R.getName(), "Everything");
  EXPECT_EQ(R.getKind(), RemarkKind::Missed);
  EXPECT_FALSE(R.isRow());
  EXPECT_FALSE(R.isNote());
  EXPECT_TRUE(R.getInfo().Columns.empty());

  EXPECT_TRUE(Remark::make("p", Loc, test::Rest{.Count = 1}).isNote());
  EXPECT_EQ(Remark::make("p", Loc, test::Plain{}).getKind(),
            RemarkKind::Failure);
  EXPECT_EQ(Remark::make("p", Loc, test::Text{.Body = ""}).getKind(),
            RemarkKind::Passed);
}

TEST_F(RemarkTest, RowsKnowTheirColumns) {
  const RemarkInfo &Info = test::Buffer::Info;
  EXPECT_TRUE(Info.IsRow);
  EXPECT_EQ(Info.Kind, RemarkKind::Analysis);
  ASSERT_EQ(Info.Columns.size(), 4u);
  EXPECT_EQ(Info.Columns[1].Key, "Label");
  EXPECT_EQ(Info.Columns[1].Title, "name");
  EXPECT_TRUE(Info.Columns[0].AlignRight);
  EXPECT_FALSE(Info.Columns[1].AlignRight);
}

TEST_F(RemarkTest, NamesOfKinds) {
  EXPECT_EQ(toString(RemarkKind::Passed), "Passed");
  EXPECT_EQ(toString(RemarkKind::Missed), "Missed");
  EXPECT_EQ(toString(RemarkKind::Analysis), "Analysis");
  EXPECT_EQ(toString(RemarkKind::Failure), "Failure");
}

TEST_F(RemarkTest, StreamsGetWhatIsEmitted) {
  struct Recorder : RemarkStream {
    Strings Messages;
    void handle(const Remark &R) override {
      Messages.push_back(R.getPassName().str() + ": " + R.getMessage());
    }
  } Stream;
  Stream.emit("a", SMLoc(), test::Head{.Size = Bytes(1)});
  Stream.emit("b", SMLoc(), test::Rest{.Count = 2});
  Stream.finish();
  EXPECT_EQ(Stream.Messages, (Strings{"a: head of 1 byte", "b: … and 2 more"}));
}

// V and OB are named in the .td; B and I would be the default.
TEST_F(RemarkTest, InstructionAndHotness) {
  Remark R = Remark::make("p", SMLoc(), everything<test::Everything>());
  EXPECT_EQ(R.getInstruction(), "while.9");
  EXPECT_EQ(R.getHotness(), Bytes(824));
  R = Remark::make("p", SMLoc(), nothing<test::Everything>());
  EXPECT_EQ(R.getInstruction(), "copy.9");
  EXPECT_EQ(R.getHotness(), std::nullopt);
}

TEST_F(RemarkTest, FirstArgumentsAreTheDefault) {
  Remark R = Remark::make("p", SMLoc(), everything<test::EveryColumn>());
  EXPECT_EQ(R.getInstruction(), "fusion.3");
  EXPECT_EQ(R.getHotness(), Bytes(28160));
  R = Remark::make("p", SMLoc(), nothing<test::EveryColumn>());
  EXPECT_EQ(R.getHotness(), Bytes::overflow());
  R = Remark::make("p", SMLoc(), test::Plain{});
  EXPECT_EQ(R.getInstruction(), "");
  EXPECT_EQ(R.getHotness(), std::nullopt);
}

// A remark of the program itself, declared like those of passes.
TEST_F(RemarkTest, InputRemarks) {
  Remark R = Remark::make("input", SMLoc(),
                          remark::UnknownText{.Kind = "attribute 'x'",
                                              .Count = 3,
                                              .Affects = "no number"});
  EXPECT_EQ(R.getName(), "UnknownText");
  ASSERT_EQ(arguments(R).size(), 3u);
  EXPECT_EQ(arguments(R)[1], "Count=3|3|number");
}

} // namespace
