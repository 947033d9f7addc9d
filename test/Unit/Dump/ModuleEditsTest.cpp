//===- ModuleEditsTest.cpp - Tests of changes of the assignment -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestEdits.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Diagnostics.h"
#include "hlomem/Verifier/Verifier.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

// XLA's sums, of values live then or at the time before: 8 at 0, 8 + 16 at 1,
// 8 + 16 + 24 at 2, 8 + 16 + 24 + 4 at 3, 8 + 24 + 4 at 4.
constexpr StringRef Head = R"(BufferAssignment:
allocation 0: size 8, parameter 0, shape |f32[2]| at ShapeIndex {}:
 value: <1 p @0> (size=8,offset=0): f32[2]{0}
allocation 1: size 4, thread-local:
 value: <3 x @0> (size=4,offset=0): f32[]
allocation 2: size 4, output shape is |f32[1]|, maybe-live-out:
 value: <7 r @0> (size=4,offset=0): f32[1]{0}
allocation 3: size 88, preallocated-temp:
 value: <5 a @0> (size=16,offset=0): f32[4]{0}
 value: <6 b @0> (size=24,offset=64): f32[6]{0}
)";
constexpr StringRef Total = R"(
Total bytes used: 104 (104B)
)";
constexpr StringRef Used = R"(
Used values:
<1 p @0>
 positions:
  p
 uses:
  a, operand 0
 from instruction: %p = f32[2]{0} parameter(0)
<3 x @0>
 positions:
  x
 uses:
 from instruction: %x = f32[] parameter(0)
<5 a @0>
 positions:
  a
 uses:
  b, operand 0
 from instruction: %a = f32[4]{0} custom-call(%p)
<6 b @0>
 positions:
  b
 uses:
  r, operand 0
 from instruction: %b = f32[6]{0} custom-call(%a)
<7 r @0>
 positions:
  r
 uses:
 from instruction: %r = f32[1]{0} custom-call(%b)
)";
constexpr StringRef Ranges = R"(HloLiveRange (max 4):
  InstructionSequence:
    0:p
    1:a
    2:b
    3:r
  BufferLiveRange:
    p{}:0-4
    a{}:1-2
    b{}:2-3
    r{}:3-4
)";
constexpr StringRef Peak = R"(  Live ranges at 3 (peak):
    b{}: 24 bytes (cumulative: 24 bytes)
    p{}: 8 bytes (cumulative: 32 bytes)
    r{}: 4 bytes (cumulative: 36 bytes)
)";
constexpr StringRef Tree = R"(  Stack trace breakdown for peak usage: 36 bytes
    main (100.0%, total: 36 bytes, current: 36 bytes, remaining: 0 bytes)
)";

std::string join(std::initializer_list<StringRef> Parts) {
  std::string Text;
  for (StringRef Part : Parts)
    Text += Part;
  return Text;
}

std::string dump() {
  return join({Head, Total, Used, "\n\n", Ranges, Peak, Tree});
}

std::string replaceText(std::string Text, StringRef From, StringRef To) {
  size_t At = Text.find(From);
  EXPECT_NE(At, std::string::npos) << From.str();
  return Text.replace(At, From.size(), To);
}

std::unique_ptr<Module> parse(std::initializer_list<StringRef> Texts) {
  DumpInput Input;
  Input.Name = "dump.txt";
  for (StringRef Text : Texts)
    Input.Texts.emplace_back().Source = SourceText::whole(
        llvm::MemoryBuffer::getMemBufferCopy(Text, Input.Name));
  DiagnosticEngine Diags(llvm::errs(), /*Color=*/false);
  std::unique_ptr<Module> M =
      parseDump(std::move(Input), Diags, {.AllowParts = true});
  if (!M)
    llvm::report_fatal_error("not to be read");
  return M;
}

std::string print(const Module &M, DumpPart Part = DumpPart::Named) {
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  if (llvm::Error E = writeDump(M, OS, Part))
    return toString(std::move(E));
  return Text;
}

/// What the verifier has to say, a rule a line.
std::string verify(const Module &M) {
  std::string Text;
  AnalysisManager AM(M);
  VerifierResult Result = verifyModule(M, AM);
  for (const Violation &V : Result.violations())
    Text += getInfo(V.Rule).Name.str() + ": " + V.Message + "\n";
  return Text;
}

const Value &value(const Module &M, StringRef Name) {
  return *M.findValue(Name, ShapeIndex());
}

std::string peakOf(StringRef Text) {
  return Text.substr(Text.find("  Live ranges at")).str();
}

// a and b side by side: the arena shrinks from 88 to 40 bytes, and the total
// from 104 to 56. What is live when stays, and the tree with it.
TEST(ModuleEditsTest, SlicesAndSizes) {
  std::unique_ptr<Module> M = parse({dump()});
  EXPECT_EQ(verify(*M), "");
  setSlice(*M, value(*M, "b"), Bytes(16), Bytes(24));
  setSize(*M, M->allocations()[3], Bytes(40));
  EXPECT_EQ(value(*M, "b").getOffset(), Bytes(16));
  EXPECT_EQ(getClaims(*M).Total, Bytes(56));
  EXPECT_EQ(verify(*M), "");
  std::string Expected = replaceText(dump(), "size 88", "size 40");
  Expected = replaceText(Expected, "offset=64", "offset=16");
  Expected = replaceText(Expected, "104 (104B)", "56 (56B)");
  EXPECT_EQ(print(*M), Expected);
}

TEST(ModuleEditsTest, HumanTotalFollows) {
  std::unique_ptr<Module> M = parse({dump()});
  // 16 + 1010 without the arena: 1026 bytes, a little over a KiB.
  setSize(*M, M->allocations()[3], Bytes(1010));
  EXPECT_EQ(getClaims(*M).HumanTotal, "1.0KiB");
  EXPECT_EQ(getClaims(*M).Total, Bytes(1026));
}

TEST(ModuleEditsTest, NoTotalIsMadeUp) {
  std::unique_ptr<Module> M = parse({Head});
  setSize(*M, M->allocations()[3], Bytes(40));
  EXPECT_EQ(getClaims(*M).Total, std::nullopt);
}

TEST(ModuleEditsTest, EditsThatChangeNothing) {
  std::unique_ptr<Module> M = parse({replaceText(dump(), "104 (", "103 (")});
  const Value &B = value(*M, "b");
  setSlice(*M, B, B.getOffset(), B.getSize());
  setLiveRange(*M, B, *B.getLiveRange());
  setSize(*M, M->allocations()[0], Bytes(8));
  EXPECT_EQ(removeAllocations(*M, [](const Allocation &) { return false; }),
            0u);
  EXPECT_EQ(print(*M), replaceText(dump(), "104 (", "103 ("));
  EXPECT_EQ(M->getEditCount(), 0u);
}

TEST(ModuleEditsTest, EachChangeCounts) {
  std::unique_ptr<Module> M = parse({dump()});
  const Value &B = value(*M, "b");
  setSlice(*M, B, Bytes(16), B.getSize());
  EXPECT_EQ(M->getEditCount(), 1u);
  setLiveRange(*M, B, {2, 4});
  EXPECT_EQ(M->getEditCount(), 2u);
  setSize(*M, M->allocations()[3], Bytes(40));
  EXPECT_EQ(M->getEditCount(), 3u);
  removeAllocations(*M, [](const Allocation &A) { return A.isThreadLocal(); });
  EXPECT_EQ(M->getEditCount(), 4u);
}

// 2^64 - 8 and 16 bytes more are 8 for XLA.
TEST(ModuleEditsTest, TotalBeyond64Bits) {
  std::unique_ptr<Module> M = parse({dump()});
  setSize(*M, M->allocations()[3], Bytes(UINT64_MAX - 7));
  EXPECT_TRUE(M->getTotalSize().isOverflow());
  EXPECT_EQ(M->getPrintedTotal(), Bytes(8));
  EXPECT_EQ(getClaims(*M).Total, Bytes(8));
}

// The sum at 3 has a anyway, which was live at 2; the list does not.
TEST(ModuleEditsTest, LongerRange) {
  std::unique_ptr<Module> M = parse({dump()});
  setLiveRange(*M, value(*M, "a"), {1, 3});
  std::string Text = print(*M);
  EXPECT_EQ(peakOf(Text), "  Live ranges at 3 (peak):\n"
                          "    b{}: 24 bytes (cumulative: 24 bytes)\n"
                          "    a{}: 16 bytes (cumulative: 40 bytes)\n"
                          "    p{}: 8 bytes (cumulative: 48 bytes)\n"
                          "    r{}: 4 bytes (cumulative: 52 bytes)\n");
  EXPECT_EQ(verify(*M), "derived-range: value <5 a> is live 1-3, but schedule, "
                        "positions and uses make that 1-2\n");
  EXPECT_EQ(verify(*parse({Text})), verify(*M));
}

// 8 + 16 + 24 at 2, 8 + 24 + 4 at 3.
TEST(ModuleEditsTest, PeakElsewhere) {
  std::unique_ptr<Module> M = parse({dump()});
  setLiveRange(*M, value(*M, "a"), {1, 1});
  setLiveRange(*M, value(*M, "b"), {2, 2});
  std::string Text = print(*M);
  EXPECT_EQ(peakOf(Text), "  Live ranges at 2 (peak):\n"
                          "    b{}: 24 bytes (cumulative: 24 bytes)\n"
                          "    p{}: 8 bytes (cumulative: 32 bytes)\n");
  EXPECT_TRUE(StringRef(Text).contains("    a{}:1-1\n    b{}:2-2\n")) << Text;
}

// The tree is of the list, which is the same though a range is not.
TEST(ModuleEditsTest, TreeOfTheSameList) {
  std::unique_ptr<Module> M = parse({dump()});
  setLiveRange(*M, value(*M, "b"), {2, 4});
  EXPECT_EQ(peakOf(print(*M)), join({Peak, Tree}));
  EXPECT_TRUE(getClaims(*M).StackTrace);
}

// The numbers of the others move up.
TEST(ModuleEditsTest, RemoveThreadLocal) {
  std::unique_ptr<Module> M = parse({dump()});
  ASSERT_EQ(M->findValue(3), &value(*M, "x"));
  ASSERT_EQ(M->findPrinted("x"), &value(*M, "x"));
  EXPECT_EQ(removeAllocations(
                *M, [](const Allocation &A) { return A.isThreadLocal(); }),
            1u);
  std::string Expected =
      replaceText(dump(),
                  "allocation 1: size 4, thread-local:\n value: <3 x @0> "
                  "(size=4,offset=0): f32[]\n",
                  "");
  Expected = replaceText(Expected, "allocation 2", "allocation 1");
  Expected = replaceText(Expected, "allocation 3", "allocation 2");
  Expected = replaceText(Expected, "104 (104B)", "100 (100B)");
  Expected =
      replaceText(Expected,
                  "<3 x @0>\n positions:\n  x\n uses:\n from instruction: %x = "
                  "f32[] parameter(0)\n",
                  "");
  EXPECT_EQ(print(*M), Expected);
  EXPECT_EQ(verify(*M), "");
  EXPECT_EQ(M->findValue(3), nullptr);
  EXPECT_EQ(M->findValue("x", ShapeIndex()), nullptr);
  EXPECT_EQ(M->findPrinted("x"), nullptr);
  ASSERT_EQ(M->values().size(), 4u);
  EXPECT_EQ(M->findValue(5), &M->values()[2]);
  EXPECT_EQ(&M->values()[2].getAllocation(), &M->allocations()[2]);
  EXPECT_EQ(M->allocations()[2].values().data(), &M->values()[2]);
  EXPECT_EQ(usedValues(*M)[1], &M->values()[2]);
  EXPECT_EQ(liveRangeOrder(*M)[1], &M->values()[2]);
}

// 8 from 0 on, 8 + 4 at 3.
TEST(ModuleEditsTest, RemoveWhatIsLiveAtThePeak) {
  std::unique_ptr<Module> M = parse({dump()});
  removeAllocations(*M, [](const Allocation &A) { return A.getIndex() == 3; });
  std::string Text = print(*M);
  EXPECT_EQ(peakOf(Text), "  Live ranges at 3 (peak):\n"
                          "    p{}: 8 bytes (cumulative: 8 bytes)\n"
                          "    r{}: 4 bytes (cumulative: 12 bytes)\n");
  EXPECT_TRUE(
      StringRef(Text).contains("BufferLiveRange:\n    p{}:0-4\n    r{}:3-4\n"))
      << Text;
  EXPECT_EQ(print(*parse({Text})), Text);
}

TEST(ModuleEditsTest, RemoveAll) {
  std::unique_ptr<Module> M = parse({dump()});
  EXPECT_EQ(removeAllocations(*M, [](const Allocation &) { return true; }), 4u);
  std::string Text = print(*M);
  EXPECT_EQ(Text, R"(BufferAssignment:

Total bytes used: 0 (0B)

Used values:


HloLiveRange (max 4):
  InstructionSequence:
    0:p
    1:a
    2:b
    3:r
  BufferLiveRange:
  Live ranges at 0 (peak):
)");
  EXPECT_EQ(verify(*M), "");
  EXPECT_EQ(print(*parse({Text})), Text);
}

// A list that was empty has the look that it had when there were lines in it.
TEST(ModuleEditsTest, FormOfTheListStays) {
  std::string Text =
      join({Head, Total, Used, "\n\n", Ranges, "  Live ranges at 3 (peak):\n",
            "    p: 8 bytes\n    b: 24 bytes\n    r: 4 bytes\n"});
  std::unique_ptr<Module> M = parse({Text});
  EXPECT_EQ(verify(*M), "");
  for (const char *Name : {"p", "a", "b", "r"})
    setLiveRange(*M, value(*M, Name), {4, 4});
  setLiveRange(*M, value(*M, "p"), {0, 0});
  // 52 - 8 at 4.
  EXPECT_EQ(peakOf(print(*M)), "  Live ranges at 4 (peak):\n"
                               "    a: 16 bytes\n    b: 24 bytes\n"
                               "    r: 4 bytes\n");
  for (const char *Name : {"a", "b", "r"})
    setLiveRange(*M, value(*M, Name), {2, 2});
  setLiveRange(*M, value(*M, "a"), {0, 0});
  setLiveRange(*M, value(*M, "b"), {0, 0});
  // 8 + 16 + 24 at 0 and 1.
  EXPECT_EQ(peakOf(print(*M)), "  Live ranges at 0 (peak):\n"
                               "    p: 8 bytes\n    a: 16 bytes\n"
                               "    b: 24 bytes\n");
}

// XLA knows that u24 has three bytes; of another type the slice tells.
TEST(ModuleEditsTest, UnknownTypes) {
  std::string Text = dump();
  for (StringRef Type : {"f32[6]{0}\n", "f32[6]{0} custom"})
    Text = replaceText(Text, Type, "u24" + Type.drop_front(3).str());
  for (StringRef Type : {"f32[4]{0}\n", "f32[4]{0} custom"})
    Text = replaceText(Text, Type, "u99" + Type.drop_front(3).str());
  Text = replaceText(Text, "b{}: 24", "b{}: 18");
  std::unique_ptr<Module> M = parse({Text});
  setLiveRange(*M, value(*M, "a"), {1, 3});
  // The sums are not known: the time stays.
  EXPECT_EQ(peakOf(print(*M)), "  Live ranges at 3 (peak):\n"
                               "    b{}: 18 bytes (cumulative: 18 bytes)\n"
                               "    a{}: 16 bytes (cumulative: 34 bytes)\n"
                               "    p{}: 8 bytes (cumulative: 42 bytes)\n"
                               "    r{}: 4 bytes (cumulative: 46 bytes)\n");
}

TEST(ModuleEditsTest, Moments) {
  std::string Moments = join({Head, Total, Ranges,
                              "  Live ranges at every moment:\n"
                              "    2, 48 bytes: p,a,b\n"
                              "    3, 36 bytes: p,b,r\n",
                              Used});
  std::unique_ptr<Module> M = parse({Moments});
  removeAllocations(*M, [](const Allocation &A) { return A.isThreadLocal(); });
  EXPECT_TRUE(StringRef(print(*M)).contains("    2, 48 bytes: p,a,b\n"));
  setLiveRange(*M, value(*M, "a"), {1, 1});
  std::string Text = print(*M);
  EXPECT_TRUE(StringRef(Text).contains("every moment:\n"
                                       "    2, 32 bytes: p,b\n"
                                       "    3, 36 bytes: p,b,r\n"))
      << Text;
  EXPECT_EQ(print(*parse({Text})), Text);
}

// Whatever else names a removed value, in dumps that contradict themselves too.
TEST(ModuleEditsTest, EverythingThatNamesAValue) {
  std::string Text =
      join({"BufferAssignment:\n"
            "allocation 0: size 4, color 1, preallocated-temp:\n"
            " value: <1 a @1> (size=4,offset=0): f32[]\n"
            " value: <2 b @0> (size=4,offset=0): f32[]\n"
            " reused by buffers of a different color:\n"
            "  value: <2 b @0> (color=0)\n"
            "  value: <3 c @0> (color=0)\n"
            "allocation 1: size 4, constant:\n"
            " value: <3 c @0> (size=4,offset=0): f32[]\n"
            "\nTotal bytes used: 8 (8B)\n\nUsed values:\n",
            "<1 a @1>\n positions:\n  a\n uses:\n  c, operand 0\n",
            "<2 b @0>\n positions:\n  b\n uses:\n",
            "<3 c @7>\n positions:\n  c\n  b\n uses:\n",
            "<3 c @0>\n positions:\n  c\n uses:\n",
            "\n\nHloLiveRange (max 1):\n  InstructionSequence:\n    0:a\n"
            "  BufferLiveRange:\n    a{}:0-1\n    c{}:0-1\n    c{}:1-1\n"
            "    d{}:0-0\n  Live ranges at 0 (peak):\n"
            "    a{}: 4 bytes (cumulative: 4 bytes)\n"
            "    c{}: 4 bytes (cumulative: 8 bytes)\n"
            "    d{}: 4 bytes (cumulative: 12 bytes)\n"});
  std::unique_ptr<Module> M = parse({Text});
  EXPECT_EQ(print(*M), Text);
  removeAllocations(*M, [](const Allocation &A) { return A.getIndex() == 1; });
  EXPECT_EQ(print(*M),
            join({"BufferAssignment:\n"
                  "allocation 0: size 4, color 1, preallocated-temp:\n"
                  " value: <1 a @1> (size=4,offset=0): f32[]\n"
                  " value: <2 b @0> (size=4,offset=0): f32[]\n"
                  " reused by buffers of a different color:\n"
                  "  value: <2 b @0> (color=0)\n"
                  "\nTotal bytes used: 4 (4B)\n\nUsed values:\n",
                  // What is read where is a fact of the program.
                  "<1 a @1>\n positions:\n  a\n uses:\n  c, operand 0\n",
                  "<2 b @0>\n positions:\n  b\n uses:\n",
                  "\n\nHloLiveRange (max 1):\n  InstructionSequence:\n    0:a\n"
                  "  BufferLiveRange:\n    a{}:0-1\n    d{}:0-0\n"
                  "  Live ranges at 0 (peak):\n"
                  "    a{}: 4 bytes (cumulative: 4 bytes)\n"
                  "    d{}: 4 bytes (cumulative: 8 bytes)\n"}));
}

// What stays under the same id or name stays everywhere.
TEST(ModuleEditsTest, SameNamesStay) {
  std::string Text =
      "BufferAssignment:\n"
      "allocation 0: size 4, thread-local:\n"
      " value: <1 a @0> (size=4,offset=0): f32[]\n"
      "allocation 1: size 4, preallocated-temp:\n"
      " value: <1 a @0> (size=4,offset=0): f32[]\n"
      "\nUsed values:\n<1 a @0>\n positions:\n  a\n uses:\n"
      "<1 a @0>\n positions:\n  a\n uses:\n\n\n"
      "HloLiveRange (max 1):\n  InstructionSequence:\n    0:a\n"
      "  BufferLiveRange:\n    a{}:0-1\n    a{}:0-1\n    a{}:1-1\n"
      "  Live ranges at 0 (peak):\n    a: 4 bytes\n    a: 4 bytes\n";
  std::unique_ptr<Module> M = parse({Text});
  removeAllocations(*M, [](const Allocation &A) { return A.isThreadLocal(); });
  EXPECT_EQ(usedValues(*M).size(), 1u);
  EXPECT_EQ(liveRangeOrder(*M).size(), 2u);
  EXPECT_EQ(unlistedLiveRanges(*M).size(), 1u);
  EXPECT_EQ(M->findValue(1), &M->values()[0]);
}

TEST(ModuleEditsTest, SplitDump) {
  std::string Values = join({Total, Used});
  std::string Last = join({Ranges, Peak});
  std::unique_ptr<Module> M = parse({Head, Values, Last});
  removeAllocations(*M, [](const Allocation &A) { return A.getIndex() != 3; });
  setSlice(*M, value(*M, "b"), Bytes(16), Bytes(24));
  setSize(*M, M->allocations()[0], Bytes(40));
  std::string First = print(*M, DumpPart::Allocations);
  Values = print(*M, DumpPart::Values);
  Last = print(*M, DumpPart::LiveRange);
  EXPECT_EQ(First, "BufferAssignment:\n"
                   "allocation 0: size 40, preallocated-temp:\n"
                   " value: <5 a @0> (size=16,offset=0): f32[4]{0}\n"
                   " value: <6 b @0> (size=24,offset=16): f32[6]{0}\n");
  EXPECT_TRUE(StringRef(Values).starts_with("\nTotal bytes used: 40 (40B)\n"));
  // 16 at 1, 16 + 24 at 2 and 3.
  EXPECT_EQ(peakOf(Last), "  Live ranges at 2 (peak):\n"
                          "    b{}: 24 bytes (cumulative: 24 bytes)\n"
                          "    a{}: 16 bytes (cumulative: 40 bytes)\n");
  std::unique_ptr<Module> Again = parse({First, Values, Last});
  EXPECT_EQ(verify(*Again), "");
  EXPECT_EQ(print(*Again, DumpPart::Named), print(*M, DumpPart::Named));
  for (DumpPart Part :
       {DumpPart::Allocations, DumpPart::Values, DumpPart::LiveRange})
    EXPECT_EQ(print(*Again, Part), print(*M, Part));
}

// The forms of before: allocations and nothing else, offset before size.
TEST(ModuleEditsTest, OldestForm) {
  StringRef Text = "BufferAssignment:\n"
                   "allocation 0: 0x10, size 4, thread-local:\n"
                   "  x[](#3 @0) [0,4]: f32[]\n"
                   "allocation 1: 0x20, size 8, maybe-live-out:\n"
                   "  r[](#7 @0) [0,8]: f32[2]{0}\n";
  std::unique_ptr<Module> M = parse({Text});
  removeAllocations(*M, [](const Allocation &A) { return A.isThreadLocal(); });
  setSlice(*M, M->values()[0], Bytes(64), Bytes(16));
  setSize(*M, M->allocations()[0], Bytes(80));
  EXPECT_EQ(print(*M), "BufferAssignment:\n"
                       "allocation 0: 0x20, size 80, maybe-live-out:\n"
                       "  r[](#7 @0) [64,16]: f32[2]{0}\n");
  EXPECT_EQ(print(*parse({print(*M)})), print(*M));
}

// Half of an edit is no mistake, to leave it so is one.
TEST(ModuleEditsTest, SliceBeyondItsAllocation) {
  std::unique_ptr<Module> M = parse({dump()});
  setSlice(*M, value(*M, "b"), Bytes(128), Bytes(24));
  EXPECT_EQ(verify(*M), "bounds: value <6 b> ends at byte 152 of allocation 3, "
                        "which has 88\n");
  setSize(*M, M->allocations()[3], Bytes(152));
  EXPECT_EQ(verify(*M), "");
}

TEST(ModuleEditsDeathTest, WhatNoModuleHolds) {
  std::unique_ptr<Module> M = parse({dump()}), Other = parse({dump()});
  const Value &B = value(*M, "b");
  EXPECT_DEATH(setLiveRange(*M, B, {3, 2}), "no live range from 3 to 2");
  EXPECT_DEATH(setLiveRange(*M, B, {3, 5}), "3 to 5 in a program of 4");
  EXPECT_DEATH(setLiveRange(*M, value(*M, "x"), {0, 1}), "no live range");
  EXPECT_DEATH(setSlice(*M, B, Bytes(UINT64_MAX - 1), Bytes(8)), "64 bits");
  EXPECT_DEATH(setSize(*M, M->allocations()[0], Bytes::overflow()), "64 bits");
  EXPECT_DEATH(setSlice(*M, value(*Other, "b"), Bytes(), Bytes(8)),
               "another module");
  EXPECT_DEATH(setSize(*M, Other->allocations()[0], Bytes(8)),
               "another module");
}

TEST(ModuleEditsDeathTest, ValueWithoutAPlace) {
  std::unique_ptr<Module> M = parse(
      {replaceText(dump(), " value: <3 x @0> (size=4,offset=0): f32[]\n", "")});
  const Value *X = usedValues(*M)[1];
  ASSERT_FALSE(X->isAllocated());
  std::unique_ptr<Module> Other = parse({dump()});
  EXPECT_DEATH(setLiveRange(*Other, *X, {0, 1}), "another module");
  EXPECT_DEATH(setLiveRange(*M, *X, {0, 1}), "has no live range");
  EXPECT_DEATH(setSlice(*M, *X, Bytes(), Bytes()), "in no allocation");
}

} // namespace
