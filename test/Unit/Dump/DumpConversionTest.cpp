//===- DumpConversionTest.cpp - Tests of dumps in other forms -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/Dump/Writer/DumpDialects.h"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

/// \p Text in the form \p Form, or the error.
std::string convert(StringRef Text, StringRef Form, ParseOptions Options = {}) {
  std::string Messages, Result;
  llvm::raw_string_ostream MessageOS(Messages), OS(Result);
  DiagnosticEngine Diags(MessageOS, /*Color=*/false);
  DumpInput Input;
  Input.Name = "dump.txt";
  Input.Texts.emplace_back().Source = SourceText::whole(
      llvm::MemoryBuffer::getMemBuffer(Text, Input.Name, false));
  std::unique_ptr<Module> M = parseDump(std::move(Input), Diags, Options);
  if (!M)
    return Messages;
  DumpWriterOptions Wanted;
  Wanted.Form = findDumpDialect(Form);
  if (llvm::Error E = writeDump(*M, OS, Wanted))
    return toString(std::move(E));
  return Result;
}

std::string replace(std::string Text, StringRef From, StringRef To) {
  size_t At = Text.find(From);
  EXPECT_NE(At, std::string::npos) << From.str();
  return Text.replace(At, From.size(), To);
}

/// What stands behind the head of the peak list.
std::string peakList(StringRef Text) {
  return Text.split(" (peak):\n").second.str();
}

constexpr StringRef Tuple = R"(BufferAssignment:
allocation 0: size 12, parameter 1, shape |u8[12]| at ShapeIndex {1}, maybe-live-out:
 value: <1 b{1} @0> (size=4,offset=0): u8[4]{0}
 value: <2 p{1} @0> (size=12,offset=0): u8[12]{0}

Total bytes used: 12 (12B)

Used values:
<1 b{1} @0>
 positions:
  b {1}
 uses:
 from instruction: %b = (s32[], u8[4]{0}, s32[]) custom-call(%p)
<2 p{1} @0>
 positions:
  p {1}
 uses:
 from instruction: %p = (s32[], u8[12]{0}) parameter(1)


HloLiveRange (max 2):
  InstructionSequence:
    0:p
    1:b
  BufferLiveRange:
    b{1}:1-2
    p{1}:0-1
  Live ranges at 1 (peak):
    p{1}: 12 bytes (cumulative: 12 bytes)
    b{1}: 4 bytes (cumulative: 16 bytes)
)";

TEST(DumpConversionTest, SameForm) {
  EXPECT_EQ(convert(Tuple, "jaxlib-0.7.2"), Tuple);
}

TEST(DumpConversionTest, WhatWrapsTheLinesStays) {
  std::string Text = "\xEF\xBB\xBF";
  for (char C : Tuple) {
    if (C == '\n')
      Text += '\r';
    Text += C;
  }
  EXPECT_EQ(convert(Text, "jaxlib-0.7.2"), Text);
  EXPECT_EQ(convert(Tuple.drop_back(), "jaxlib-0.7.2"), Tuple.drop_back());
}

// Without the tuples' own values, the texts tell what the whole results are.
TEST(DumpConversionTest, WholeResultOfTheText) {
  EXPECT_EQ(peakList(convert(Tuple, "0.5.3")), "    b: 24 bytes\n"
                                               "    p: 16 bytes\n");
}

TEST(DumpConversionTest, WholeResultIsNotKnown) {
  std::string Text = replace(Tuple.str(),
                             " from instruction: %b = (s32[], u8[4]{0}, s32[]) "
                             "custom-call(%p)\n",
                             "");
  EXPECT_EQ(
      convert(Text, "0.5.3"),
      "the dialect jaxlib-0.5.3 needs the size of 'b{}' in the peak list, "
      "which the dump lacks");
  EXPECT_EQ(peakList(convert(Text, "0.6.0")), "    b{1}: 4 bytes\n"
                                              "    p{1}: 12 bytes\n");
}

// The block is donated: what else lies there does not tell the parameter.
TEST(DumpConversionTest, WholeParameter) {
  StringRef Whole = "shape |(s32[], u8[12])| at";
  std::string Old = convert(Tuple, "0.6.1");
  EXPECT_TRUE(StringRef(Old).contains(Whole)) << Old;
  EXPECT_EQ(convert(Old, "0.7.2"), Tuple);
}

TEST(DumpConversionTest, WholeParameterIsNotKnown) {
  std::string Text = replace(Tuple.str(), "parameter(1)", "custom-call()");
  Text = convert(Text, "0.6.1");
  EXPECT_TRUE(StringRef(Text).contains("shape |<unknown shape>| at")) << Text;
}

// XLA knows sizes that we do not, and what it claims stays.
TEST(DumpConversionTest, ListedSizesStay) {
  std::string Text = replace(Tuple.str(), "(size=4,offset=0): u8[4]{0}",
                             "(size=4,offset=0): u24[4]{0}");
  Text = replace(Text, "(s32[], u8[4]{0}, s32[]) c", "(s32[], u24[4]{0}) c");
  EXPECT_EQ(peakList(convert(Text, "0.6.0")), "    b{1}: 4 bytes\n"
                                              "    p{1}: 12 bytes\n");
}

// For some hours of February 2021: the first of the largest moments.
TEST(DumpConversionTest, MomentsTellThePeak) {
  std::string Text = Tuple.substr(0, Tuple.find("  Live ranges")).str();
  Text += "  Live ranges at every moment:\n"
          "    0, 16 bytes: p\n    1, 40 bytes: b,p\n    2, 40 bytes: b\n";
  std::string Result = convert(Text, "jaxlib-0.6.1");
  EXPECT_TRUE(StringRef(Result).contains("  Live ranges at 1 (peak):"))
      << Result;
  EXPECT_EQ(peakList(Result), peakList(Tuple));
}

TEST(DumpConversionTest, IndicesStandInNumericOrder) {
  std::string Text = "BufferAssignment:\n"
                     "allocation 0: size 1, preallocated-temp:\n";
  std::string Ranges;
  for (unsigned I : {10, 9, 2}) {
    Text += llvm::formatv(
                " value: <{0} a{{{0}} @0> (size=1,offset=0): u8[1]{{0}\n", I)
                .str();
    Ranges += llvm::formatv("    a{{{0}}:0-1\n", I).str();
  }
  Text += "\n\nHloLiveRange (max 1):\n  InstructionSequence:\n    0:a\n"
          "  BufferLiveRange:\n" +
          Ranges +
          "  Live ranges at 0 (peak):\n    a{10}: 1 bytes\n"
          "    a{9}: 1 bytes\n    a{2}: 1 bytes\n";
  EXPECT_EQ(convert(Text, "0.6.0"), Text);
  EXPECT_EQ(peakList(convert(Text, "latest")),
            "    a{2}: 1 bytes (cumulative: 1 bytes)\n"
            "    a{9}: 1 bytes (cumulative: 2 bytes)\n"
            "    a{10}: 1 bytes (cumulative: 3 bytes)\n");
}

TEST(DumpConversionTest, CutDumpIsRefused) {
  StringRef Cut = Tuple.drop_back(20);
  EXPECT_EQ(convert(Cut, "0.7.2", {.Tolerant = true}),
            "a dump with missing lines cannot be converted");
}

} // namespace
