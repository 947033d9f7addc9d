//===- DumpWriterTest.cpp - Tests of writeAllTexts ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/Writer/DumpWriter.h"
#include "ParsedDump.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

constexpr StringRef WrittenDump = R"(BufferAssignment:
allocation 0: 0x7f00c0ffee, size 4, color 1, parameter 0, shape |(s32[], f32[<=3,?])| at ShapeIndex {0}, output shape is |s32[]|, maybe-live-out:
 value: <1 a{0} (phi) @1> (size=4,offset=0): s32[]{:T(128)S(1)}

Total bytes used: 4 (4B)

Used values:
<1 a{0} (phi) @1>
 positions:
  a {0}
 uses:
  b, operand 1 {0}
 from instruction: %a = (s32[]{:T(128)S(1)}) parameter(0)


HloLiveRange (max 1):
  InstructionSequence:
    0:a
  BufferLiveRange:
    ghost{}:1-1
    a{0}:0-1
  Live ranges at 0 (peak):
    a{0}: 4 bytes (cumulative: 4 bytes)
  Stack trace breakdown for peak usage: 1 234 567 bytes
    main (0.1%, total: 1 234 567 bytes, current: 0 bytes, remaining: 12 bytes)
      └── a (99.9%, total: 1 234 567 bytes, current: 1 234 567 bytes, remaining: 100 bytes)
)";

TEST(DumpWriterTest, WritesWhatWasRead) {
  EXPECT_EQ(rewrite(WrittenDump), WrittenDump);
}

TEST(DumpWriterTest, WithoutTheLastLineFeed) {
  EXPECT_EQ(rewrite(WrittenDump.drop_back()), WrittenDump.drop_back());
}

// XLA prints no layout there; one that is there all the same is kept.
TEST(DumpWriterTest, LayoutOfAParameter) {
  std::string Text = WrittenDump.str();
  Text.replace(Text.find("f32[<=3,?]"), 10, "f32[3]{0}");
  Text.replace(Text.find("is |s32[]|"), 10, "is |s32[]{:T(128)}|");
  EXPECT_EQ(rewrite(Text), Text);
}

std::string writeMade(std::unique_ptr<Provenance> Origin = nullptr) {
  ModuleBuilder B("hand");
  const Shape *Type = B.shapes().getArray(ElementType::F32, {2});
  B.addAllocation(Bytes(8), AllocationFlags::PreallocatedTemp);
  Use Read = {B.getPosition("exit"), 0};
  B.addValue({.Definition = B.getPosition("add"),
              .Size = Bytes(8),
              .Type = Type,
              .Range = LiveRange{0, 2},
              .OtherPositions = {B.getPosition("bitcast")},
              .Uses = llvm::ArrayRef(Read)});
  B.setSchedule({"add", "exit"});
  std::unique_ptr<Module> M = B.build(nullptr, std::move(Origin));
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  llvm::cantFail(writeDump(*M, OS));
  return Result;
}

TEST(DumpWriterTest, EachReleaseReadsBack) {
  for (const XlaFacts &F : XlaReleases) {
    EXPECT_EQ(&getFacts(F.Release), &F);
    auto Origin =
        std::make_unique<PrintableProvenance>(Provenance::Kind::Proto);
    Origin->setRelease(F.Release);
    std::string Text = writeMade(std::move(Origin));
    EXPECT_EQ(rewrite(Text), Text);
    ParsedDump Read = parse(Text);
    ASSERT_TRUE(Read.M) << F.Dialect.str();
    EXPECT_EQ(getDialect(*Read.M).ValueLines, F.ValueLines);
    EXPECT_EQ(Read->allocations().front().getPage().has_value(), F.Pages);
  }
}

// In the form of the newest release, as XLA would print it.
TEST(DumpWriterTest, ModuleMadeByHand) {
  EXPECT_EQ(writeMade(), R"(BufferAssignment:
allocation 0: size 8, page 0, preallocated-temp:
 value: <0 add @0> (size=8,offset=0): f32[2]

Total bytes used: 8 (8B)

Used values:
<0 add @0>
 positions:
  add
  bitcast
 uses:
  exit, operand 0


HloLiveRange (max 2):
  InstructionSequence:
    0:add
    1:exit
  BufferLiveRange:
    add{}:0-2
  Live ranges at 0 (peak):
    add{}: 8 bytes (cumulative: 8 bytes)
)");
}

TEST(DumpWriterTest, NoTextsNothingWritten) {
  std::unique_ptr<Module> Owner = ModuleBuilder("empty").build();
  Module &M = *Owner;
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  writeAllTexts(M, OS);
  EXPECT_EQ(Result, "");
}

} // namespace
