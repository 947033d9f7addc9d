//===- DumpParserTest.cpp - Tests of parseDump ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/Reader/DumpParser.h"
#include "ParsedDump.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace hlomem;
using llvm::StringRef;

namespace {

constexpr StringRef Dump = R"(BufferAssignment:
allocation 0: 0xff, size 8, parameter 3, shape |(s32[], f32[2])| at ShapeIndex {1}:
 value: <7 p{1} @0> (size=8,offset=0): f32[2]{0}
allocation 1: size 80, color 2, preallocated-temp:
 value: <8 a (phi) @2> (size=16,offset=64): s32[4]{0}
 value: <9 b> (size=64,offset=0): token[]

Total bytes used: 88 (88B)

Used values:
<7 p{1} @0>
 positions:
  p {1}
  gte
 uses:
  a, operand 0
  call, operand 12 {3,1}
 from instruction: %p = (s32[], f32[2]{0}) parameter(3)
<8 a (phi) @2>
 positions:
  a
 uses:
 from instruction: %a = s32[4]{0} fusion(%gte), kind=kLoop, calls=%f
<9 b>
 positions:
  b
 uses:
 from instruction: %b = token[] after-all()


HloLiveRange (max 3):
  InstructionSequence:
    0:p
    1:gte
    2:a
  BufferLiveRange:
    p{1}:0-3
    a{}:2-2
    other{4}:1-1
  Live ranges at 2 (peak):
    a{}: 16 bytes (cumulative: 16 bytes)
    p{1}: 8 bytes (cumulative: 24 bytes)
  Stack trace breakdown for peak usage: 1 024 bytes
    main (100.0%, total: 1 024 bytes, current: 24 bytes, remaining: 1 000 bytes)
      └── x (y) (97.6%, total: 1 000 bytes, current: 1 000 bytes, remaining: 0 bytes)
)";

class DumpParserTest : public testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(Whole.M) << Whole.Messages; }

  const ParsedDump Whole = parse(Dump);
  const Module &M = *Whole.M;
};

TEST_F(DumpParserTest, Allocations) {
  EXPECT_EQ(M.getName(), "dump.txt");
  ASSERT_EQ(M.allocations().size(), 2u);

  const Allocation &A = M.allocations()[0];
  EXPECT_EQ(A.getIndex(), 0u);
  EXPECT_EQ(A.getSize(), Bytes(8));
  EXPECT_EQ(getDumpProvenance(M)->Pointers,
            (std::vector<std::optional<uint64_t>>{0xff}));
  EXPECT_EQ(A.getMemorySpace(), 0u);
  EXPECT_EQ(A.getFlags(), AllocationFlags::Parameter);
  ASSERT_TRUE(A.getParameter());
  EXPECT_EQ(A.getParameter()->Number, 3u);
  EXPECT_EQ(A.getParameter()->Index.getText(), "1");
  ASSERT_TRUE(A.getParameter()->Type);
  EXPECT_EQ(A.getParameter()->Type->getLogicalSize(), Bytes(16));
  EXPECT_EQ(A.getOutputShape(), nullptr);
  EXPECT_FALSE(A.isArena());
  EXPECT_EQ(A.getLoc().getPointer() - getSources(M).texts().front().Text.data(),
            29);

  const Allocation &B = M.allocations()[1];
  EXPECT_EQ(B.getMemorySpace(), 2u);
  EXPECT_FALSE(B.getParameter());
  EXPECT_TRUE(B.isArena());
}

TEST_F(DumpParserTest, Values) {
  ASSERT_EQ(M.values().size(), 3u);
  const Value &A = M.values()[1];
  EXPECT_EQ(A.getId(), 8u);
  EXPECT_EQ(A.getInstructionName(), "a");
  EXPECT_FALSE(A.getDefinition().hasIndex());
  EXPECT_TRUE(A.isPhi());
  EXPECT_EQ(A.getColor(), 2u);
  EXPECT_EQ(A.getOffset(), Bytes(64));
  EXPECT_EQ(A.getSize(), Bytes(16));
  EXPECT_EQ(A.getEndOffset(), Bytes(80));
  EXPECT_EQ(&A.getAllocation(), &M.allocations()[1]);
  EXPECT_EQ(A.getAllocation().values().data(), &A);
  EXPECT_EQ(A.getShape().getPaddedSize(), Bytes(16));
  EXPECT_EQ(A.getLiveRange(), (LiveRange{2, 2}));
  EXPECT_TRUE(A.isLiveAt(2));
  EXPECT_FALSE(A.isLiveAt(1));

  const Value &B = M.values()[2];
  EXPECT_FALSE(B.isPhi());
  EXPECT_EQ(B.getColor(), std::nullopt);
  EXPECT_EQ(B.getLiveRange(), std::nullopt);
  EXPECT_FALSE(B.isLiveAt(0));
}

TEST_F(DumpParserTest, PositionsAndUses) {
  const Value &V = *usedValues(M)[0];
  ASSERT_EQ(V.getPositions().size(), 2u);
  EXPECT_EQ(V.getPositions()[0].getName(), "p");
  EXPECT_TRUE(V.getPositions()[0].hasIndex());
  EXPECT_EQ(V.getPositions()[0].getIndex().getText(), "1");
  EXPECT_EQ(V.getPositions()[0], V.getDefinition());
  EXPECT_EQ(V.getPositions()[1].getName(), "gte");
  EXPECT_FALSE(V.getPositions()[1].hasIndex());
  ASSERT_EQ(V.getUses().size(), 2u);
  EXPECT_EQ(V.getUses()[0].User.getName(), "a");
  EXPECT_EQ(V.getUses()[0].OperandNumber, 0u);
  EXPECT_FALSE(V.getUses()[0].User.hasIndex());
  EXPECT_EQ(V.getUses()[1].User.getName(), "call");
  EXPECT_EQ(V.getUses()[1].OperandNumber, 12u);
  EXPECT_EQ(V.getUses()[1].User.getIndex().getText(), "3,1");
  EXPECT_TRUE(usedValues(M)[1]->getUses().empty());
}

TEST_F(DumpParserTest, TextsAreViewsOfTheDump) {
  StringRef Text = getSources(M).texts().front().Text;
  EXPECT_EQ(Text, Dump);
  for (const Value &V : M.values()) {
    StringRef Instruction = V.getInstructionText();
    EXPECT_TRUE(Instruction.starts_with(("%" + V.getInstructionName()).str()));
    EXPECT_LE(Text.begin(), Instruction.begin());
    EXPECT_LE(Instruction.end(), Text.end());
    EXPECT_LE(Text.begin(), V.getInstructionName().begin());
  }
  EXPECT_EQ(M.values()[2].getInstructionText(), "%b = token[] after-all()");
}

TEST_F(DumpParserTest, ScheduleAndLiveRanges) {
  EXPECT_EQ(M.schedule(), llvm::ArrayRef<StringRef>({"p", "gte", "a"}));
  EXPECT_EQ(M.getEndOfProgram(), 3u);
  EXPECT_TRUE(M.hasLiveRanges());
  ASSERT_EQ(liveRangeOrder(M).size(), 3u);
  EXPECT_EQ(liveRangeOrder(M)[1], &M.values()[1]);
  EXPECT_EQ(liveRangeOrder(M)[2], nullptr);
  ASSERT_EQ(unlistedLiveRanges(M).size(), 1u);
  EXPECT_EQ(unlistedLiveRanges(M)[0].Definition.getName(), "other");
  EXPECT_EQ(unlistedLiveRanges(M)[0].Range, (LiveRange{1, 1}));
}

TEST_F(DumpParserTest, Claims) {
  const DumpClaims &Claims = getClaims(M);
  EXPECT_EQ(Claims.Total, Bytes(88));
  EXPECT_EQ(Claims.HumanTotal, "88B");
  ASSERT_TRUE(Claims.Peak);
  EXPECT_EQ(Claims.Peak->At, 2u);
  EXPECT_EQ(Claims.Peak->getSum(), Bytes(24));
  ASSERT_EQ(Claims.Peak->Entries.size(), 2u);
  EXPECT_EQ(Claims.Peak->Entries[1].Size, Bytes(8));
  EXPECT_EQ(Claims.Peak->Entries[1].Cumulative, Bytes(24));
  ASSERT_TRUE(Claims.StackTrace);
  EXPECT_EQ(Claims.StackTrace->Total, Bytes(1024));
  ASSERT_EQ(Claims.StackTrace->Nodes.size(), 2u);
  const StackTraceNode &Node = Claims.StackTrace->Nodes[1];
  EXPECT_EQ(Node.Label, "x (y)");
  EXPECT_EQ(Node.Depth, 1u);
  EXPECT_EQ(Node.ShareInTenths, 976u);
  EXPECT_EQ(Node.Total, Bytes(1000));
  EXPECT_EQ(Node.Current, Bytes(1000));
  EXPECT_EQ(Node.Remaining, Bytes(0));
}

TEST_F(DumpParserTest, Dialect) {
  EXPECT_TRUE(getDialect(M).BlankAfterInstruction);
  EXPECT_FALSE(getDialect(M).PrintsNoUses);
  EXPECT_TRUE(getTexts(M).front().EndsWithLineFeed);
  ParsedDump Cut = parse(Dump.drop_back());
  ASSERT_TRUE(Cut.M) << Cut.Messages;
  EXPECT_FALSE(getTexts(*Cut.M).front().EndsWithLineFeed);
}

TEST_F(DumpParserTest, OffsetBeforeSizeUntil2019) {
  ParsedDump P = parse("BufferAssignment:\n"
                       "allocation 0: 0x1, size 40, maybe-live-out:\n"
                       "  t[1,0](#7 @2) [32,8]: s64[]\n");
  ASSERT_TRUE(P.M) << P.Messages;
  const Value &V = P.M->values().front();
  EXPECT_EQ(V.getId(), 7u);
  EXPECT_EQ(V.getInstructionName(), "t");
  EXPECT_EQ(V.getDefinition().getIndex().getText(), "1,0");
  EXPECT_EQ(V.getColor(), 2u);
  EXPECT_EQ(V.getOffset(), Bytes(32));
  EXPECT_EQ(V.getSize(), Bytes(8));
  EXPECT_FALSE(V.hasUses());
  EXPECT_FALSE(P.M->hasLiveRanges());

  P = parse("BufferAssignment:\n"
            "allocation 0: 0x1, size 40, maybe-live-out:\n"
            "  7 PHI t{1} @2, positions:\n"
            "  t {1}\n"
            " uses:\n"
            "  u, operand 3\n"
            " [32,8]: s64[]\n");
  ASSERT_TRUE(P.M) << P.Messages;
  const Value &W = P.M->values().front();
  EXPECT_EQ(W.getOffset(), Bytes(32));
  EXPECT_EQ(W.getSize(), Bytes(8));
  EXPECT_TRUE(W.isPhi());
  ASSERT_EQ(W.getUses().size(), 1u);
  EXPECT_EQ(W.getUses()[0].OperandNumber, 3u);
}

TEST_F(DumpParserTest, PartsOfASplitDump) {
  size_t Values = Dump.find("\nTotal");
  size_t Ranges = Dump.find("HloLiveRange");
  StringRef First = Dump.take_front(Values);
  StringRef Second = Dump.slice(Values, Ranges - 2);
  StringRef Third = Dump.substr(Ranges);
  ParsedDump P = parse(makeInput({First, Second, Third}));
  ASSERT_TRUE(P.M) << P.Messages;
  EXPECT_EQ(getTexts(*P.M).size(), 3u);
  EXPECT_EQ(usedValues(*P.M).size(), 3u);
  EXPECT_EQ(P.M->values()[1].getLiveRange(), (LiveRange{2, 2}));

  // The values are often off.
  P = parse(makeInput({First, Third}));
  ASSERT_TRUE(P.M) << P.Messages;
  EXPECT_FALSE(hasSection(*P.M, DumpSection::UsedValues));
  EXPECT_FALSE(P.M->values()[1].hasUses());
  EXPECT_EQ(P.M->values()[1].getLiveRange(), (LiveRange{2, 2}));

  // Each alone: only if that is wanted.
  for (StringRef Part : {First, Second, Third}) {
    EXPECT_FALSE(parse(makeInput({Part})).M);
    P = parse(makeInput({Part}), {.AllowParts = true});
    EXPECT_TRUE(P.M) << P.Messages;
  }
  // In this order only, and each once.
  EXPECT_FALSE(parse(makeInput({Second, First})).M);
  EXPECT_FALSE(parse(makeInput({First, Third, Third})).M);
}

TEST_F(DumpParserTest, ALog) {
  std::string Log = "started\n";
  llvm::SmallVector<StringRef> Lines;
  Dump.split(Lines, '\n', -1, /*KeepEmpty=*/true);
  for (StringRef Line : llvm::ArrayRef(Lines).drop_back())
    Log += ("I1121 05:00:00.000 7 x.cc:12] " + Line + "\n" +
            "I1121 05:00:00.000 7 y.cc:3] other\n")
               .str();
  ParsedDump P = parse(makeInput({Log}, "x.cc:12] "));
  ASSERT_TRUE(P.M) << P.Messages;
  EXPECT_EQ(usedValues(*P.M).size(), 3u);
  EXPECT_EQ(P.M->values()[1].getLiveRange(), (LiveRange{2, 2}));
  EXPECT_EQ(getSources(*P.M).find(P.M->allocations()[0].getLoc())->Line, 4u);
}

// The prefixes of a log are no part of a text that has line feeds.
TEST_F(DumpParserTest, AnInstructionOfSeveralLinesInALog) {
  ParsedDump P =
      parse(makeInput({"x] BufferAssignment:\n"
                       "x] allocation 0: size 4:\n"
                       "x]  value: <1 a> (size=4,offset=0): s32[]\n"
                       "x] \n"
                       "x] Used values:\n"
                       "x] <1 a>\n"
                       "x]  positions:\n"
                       "x]   a\n"
                       "x]  uses:\n"
                       "x]  from instruction: %a = s32[] iota(), b={\"\n"
                       "y] other\n"
                       "x] \"}\n"},
                      "x] "));
  ASSERT_TRUE(P.M) << P.Messages;
  EXPECT_EQ(P.M->values()[0].getInstructionText(),
            "%a = s32[] iota(), b={\"\n\"}");
}

TEST_F(DumpParserTest, TolerantKeepsWhatIsComplete) {
  for (size_t Size = Dump.find("\n") + 1; Size != Dump.size(); ++Size) {
    DumpInput Input = makeInput({Dump.take_front(Size)});
    ParsedDump P = parse(std::move(Input), {.Tolerant = true});
    ASSERT_TRUE(P.M) << "cut at " << Size;
    bool IsWhole = parse(Dump.take_front(Size)).M != nullptr;
    EXPECT_EQ(P.M->isIncomplete(), !IsWhole) << "cut at " << Size;
    EXPECT_EQ(P.Messages.empty(), IsWhole) << "cut at " << Size;
    EXPECT_EQ(P.Messages.find("error"), std::string::npos) << P.Messages;
  }
  ParsedDump P = parse(makeInput({"nothing\n"}), {.Tolerant = true});
  EXPECT_FALSE(P.M);
  EXPECT_NE(P.Messages.find("error"), std::string::npos);
}

// Nothing behind the buffer is read: it ends where its allocation ends, so that
// a sanitizer sees it, or the text goes on there.
TEST_F(DumpParserTest, NoNullTerminatorIsNeeded) {
  for (StringRef Text : {Dump, Dump.drop_back()}) {
    std::unique_ptr<char[]> Exact(new char[Text.size()]);
    std::memcpy(Exact.get(), Text.data(), Text.size());
    ParsedDump P = parse(StringRef(Exact.get(), Text.size()));
    EXPECT_TRUE(P.M) << P.Messages;
  }
  std::string Longer = (Dump + "0123").str();
  EXPECT_TRUE(parse(StringRef(Longer).take_front(Dump.size())).M);
  for (size_t Size = 1; Size != Dump.size() - 1; ++Size) {
    std::unique_ptr<char[]> Exact(new char[Size]);
    std::memcpy(Exact.get(), Dump.data(), Size);
    ParsedDump P = parse(StringRef(Exact.get(), Size));
    bool EndsBeforeTree = Dump.substr(Size).starts_with("  Stack trace") ||
                          Dump.substr(Size).starts_with("\n  Stack trace");
    EXPECT_EQ(P.M != nullptr, EndsBeforeTree) << "cut at " << Size;
  }
}

TEST_F(DumpParserTest, TheModuleKeepsTheBuffer) {
  std::string Text = Dump.str();
  DumpInput Input;
  Input.Name = "copy";
  Input.Texts.emplace_back().Source =
      SourceText::whole(llvm::MemoryBuffer::getMemBufferCopy(Text, "copy"));
  ParsedDump P = parse(std::move(Input));
  ASSERT_TRUE(P.M) << P.Messages;
  Text.assign(Text.size(), 'x');
  EXPECT_EQ(getSources(*P.M).texts().front().Text, Dump);
  EXPECT_EQ(P.M->getName(), "copy");
}

TEST_F(DumpParserTest, ErrorsAreCountedFromTheCallOn) {
  std::string Messages;
  llvm::raw_string_ostream OS(Messages);
  DiagnosticEngine Diags(OS, /*Color=*/false);
  EXPECT_FALSE(
      parseDump(llvm::MemoryBuffer::getMemBuffer("x", "a", false), Diags));
  EXPECT_EQ(Diags.getErrorCount(), 1u);
  EXPECT_TRUE(
      parseDump(llvm::MemoryBuffer::getMemBuffer(Dump, "b", false), Diags));
  EXPECT_EQ(Diags.getErrorCount(), 1u);
}

TEST_F(DumpParserTest, StopsAtTheLimitOfErrors) {
  std::string Bad = "BufferAssignment:\n";
  for (int I = 0; I != 1000; ++I)
    Bad += "allocation x\n";
  StringRef Head = ": error: ";
  EXPECT_EQ(StringRef(parse(Bad, 3).Messages).count(Head), 3u);
  EXPECT_GE(StringRef(parse(Bad, 0).Messages).count(Head), 1000u);
}

} // namespace
