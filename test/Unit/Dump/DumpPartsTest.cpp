//===- DumpPartsTest.cpp - Tests of dumps in several files ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/Reader/DumpParser.h"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Support/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

constexpr StringRef Allocations = R"(BufferAssignment:
allocation 0: size 4, preallocated-temp:
 value: <1 a @0> (size=4,offset=0): f32[]
)";
constexpr StringRef Values = R"(
Total bytes used: 4 (4B)

Used values:
<1 a @0>
 positions:
  a
 uses:
  (none)
 from instruction: %a = f32[] custom-call()
)";
constexpr StringRef Ranges = R"(HloLiveRange (max 1):
  InstructionSequence:
    0:a
  BufferLiveRange:
    a{}:0-1
  Live ranges at 0 (peak):
    a{}: 4 bytes (cumulative: 4 bytes)
)";
constexpr StringRef Note =
    "HloLiveRange not available (finalized or constructed from proto)\n";

struct Part {
  StringRef Text;
  bool IsNamed;
};

std::unique_ptr<Module> parseParts(std::initializer_list<Part> Parts) {
  DumpInput Input;
  Input.Name = "x-buffer-assignment.txt";
  for (Part P : Parts) {
    DumpText &T = Input.Texts.emplace_back();
    T.Source =
        SourceText::whole(llvm::MemoryBuffer::getMemBuffer(P.Text, "x", false));
    T.IsNamed = P.IsNamed;
  }
  DiagnosticEngine Diags(llvm::errs(), /*Color=*/false);
  return parseDump(std::move(Input), Diags, {.AllowParts = true});
}

/// What is written, or the error.
std::string write(const Module &M, DumpPart Part) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  if (llvm::Error E = writeDump(M, OS, Part)) {
    EXPECT_EQ(Result, "");
    return toString(std::move(E));
  }
  return Result;
}

std::string join(std::initializer_list<StringRef> Texts) {
  std::string Result;
  for (StringRef T : Texts)
    Result += T;
  return Result;
}

TEST(DumpPartsTest, TheNamedFiles) {
  auto M = parseParts({{Allocations, false}, {Values, false}, {Ranges, true}});
  EXPECT_EQ(write(*M, DumpPart::Named), Ranges);
  M = parseParts({{Allocations, true}, {Values, false}, {Ranges, true}});
  EXPECT_EQ(write(*M, DumpPart::Named), join({Allocations, Ranges}));
  M = parseParts({{Allocations, false}, {Values, true}, {Ranges, false}});
  EXPECT_EQ(write(*M, DumpPart::Named), Values);
}

TEST(DumpPartsTest, AllInOne) {
  auto M = parseParts({{Allocations, false}, {Values, false}, {Ranges, true}});
  std::string All = join({Allocations, Values, "\n\n", Ranges});
  EXPECT_EQ(write(*M, DumpPart::All), All);
  auto Again = parseParts({{All, true}});
  ASSERT_TRUE(Again);
  EXPECT_EQ(write(*Again, DumpPart::Named), All);
  EXPECT_EQ(write(*Again, DumpPart::All), All);
}

TEST(DumpPartsTest, OnePart) {
  auto Split =
      parseParts({{Allocations, true}, {Values, true}, {Ranges, true}});
  std::string All = join({Allocations, Values, "\n\n", Ranges});
  auto Whole = parseParts({{All, true}});
  for (const Module *M : {Split.get(), Whole.get()}) {
    EXPECT_EQ(write(*M, DumpPart::Allocations), Allocations);
    EXPECT_EQ(write(*M, DumpPart::Values), Values);
    EXPECT_EQ(write(*M, DumpPart::LiveRange), Ranges);
  }
}

// An empty line ends the last instruction where line feeds are missing.
TEST(DumpPartsTest, PartsWithoutLineFeeds) {
  std::string Two = join({Allocations, " value: <2 b @0> (size=4,offset=0): "
                                       "f32[]\n"});
  std::string Used = R"(
Total bytes used: 4 (4B)

Used values:
<1 a @0>
 positions:
  a
 uses:
 from instruction: %a = f32[] custom-call()<2 b @0>
 positions:
  b
 uses:
 from instruction: %b = f32[] custom-call()
)";
  StringRef OldRanges = R"(HloLiveRange (max 1):
  InstructionSequence:
    0:a
  BufferLiveRange:
    a{}:0-1
  Live ranges at 0 (peak):
    a: 4 bytes
)";
  std::string All = join({Two, Used, "\n", OldRanges});
  auto M = parseParts({{All, true}});
  ASSERT_TRUE(M);
  EXPECT_EQ(write(*M, DumpPart::Named), All);
  EXPECT_EQ(write(*M, DumpPart::Values), Used);
  M = parseParts({{Two, true}, {Used, true}, {OldRanges, true}});
  ASSERT_TRUE(M);
  EXPECT_EQ(write(*M, DumpPart::All), All);
}

// The file of the values is often off; a total is not made up then.
TEST(DumpPartsTest, WithoutValues) {
  auto M = parseParts({{Allocations, true}, {Ranges, false}});
  std::string All = join({Allocations, "\n\n", Ranges});
  EXPECT_EQ(write(*M, DumpPart::All), All);
  EXPECT_EQ(write(*M, DumpPart::Values), "the dump has no used values");
}

TEST(DumpPartsTest, WithoutLiveRanges) {
  auto M = parseParts({{Allocations, true}, {Values, false}, {Note, false}});
  std::string All = join({Allocations, Values, "\n\n", Note});
  EXPECT_EQ(write(*M, DumpPart::All), All);
  EXPECT_EQ(write(*M, DumpPart::LiveRange), Note);
}

TEST(DumpPartsTest, OnlyLiveRanges) {
  auto M = parseParts({{Ranges, true}});
  EXPECT_EQ(write(*M, DumpPart::Named), Ranges);
  EXPECT_EQ(write(*M, DumpPart::LiveRange), Ranges);
  EXPECT_EQ(write(*M, DumpPart::Allocations), "the dump has no allocations");
}

} // namespace
