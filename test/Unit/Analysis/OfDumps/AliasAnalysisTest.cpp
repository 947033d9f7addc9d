//===- AliasAnalysisTest.cpp - Tests of buffers and other peaks -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/AliasAnalysis.h"
#include "TestDump.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

/// "v0+v1 0-5 40": its values, range and size.
std::vector<std::string> describeBuffers(const Module &M) {
  AnalysisManager AM(M);
  const auto &Buffers = AM.getResult<AliasAnalysis>();
  std::vector<std::string> Result;
  for (const AliasBuffer &B : Buffers.buffers()) {
    std::string &Text = Result.emplace_back();
    llvm::raw_string_ostream OS(Text);
    for (const Value *V : B.Values) {
      OS << V->getDefinition() << ' ';
      EXPECT_EQ(&B, Buffers.find(*V));
    }
    OS << B.Range.Begin << '-' << B.Range.End << ' ' << B.Size.count();
    EXPECT_EQ(B.Links.size() + 1, B.Values.size());
  }
  return Result;
}

TEST(AliasAnalysisTest, ValuesThatMeetInOneSliceAreOneBuffer) {
  struct {
    std::vector<TestSlice> Slices;
    std::vector<std::string> Expected;
  } Cases[] = {
      {{{0, 40, LiveRange{4, 5}},
        {0, 40, LiveRange{0, 2}},
        {0, 30, LiveRange{2, 4}}},
       {"v1 v2 v0 0-5 40"}},
      // At other offsets or times they do not.
      {{{0, 40, LiveRange{0, 2}},
        {8, 8, LiveRange{2, 3}},
        {0, 40, LiveRange{4, 5}}},
       {"v0 0-2 40", "v2 4-5 40", "v1 2-3 8"}},
      // Without a reason that is seen, two that touch are one after the other.
      {{{0, 40, LiveRange{0, 2}}, {0, 40, LiveRange{3, 4}}},
       {"v0 0-2 40", "v1 3-4 40"}},
      // What has no bytes or no range is in none.
      {{{0, 0, LiveRange{0, 2}},
        {0, 40, std::nullopt},
        {0, 40, LiveRange{0, 1}}},
       {"v2 0-1 40"}},
  };
  for (const auto &[Slices, Expected] : Cases)
    EXPECT_EQ(describeBuffers(*makeModule({{100, Slices}}, 8)), Expected);
}
} // namespace
