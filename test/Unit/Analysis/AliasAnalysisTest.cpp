//===- AliasAnalysisTest.cpp - Tests of buffers and other peaks -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Dataflow/AliasAnalysis.h"
#include "TestDump.h"
#include "hlomem/Analysis/Dataflow/LoopAnalysis.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Memory/PeakWhatIf.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <random>

using namespace hlomem;

namespace {

/// "v0+v1 0-5 40": its values, range and size.
std::vector<std::string> buffersOf(const Module &M) {
  Liveness Live(M);
  InstructionIndex Instructions(M);
  LoopInfo Loops(M, Live, ProgramText(), Instructions);
  std::vector<std::string> Result;
  AliasBuffers Buffers(M, Live, Loops, Instructions);
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

using List = std::vector<std::string>;

TEST(AliasAnalysisTest, ValuesThatMeetInOneSliceAreOneBuffer) {
  auto M = makeModule({{100,
                        {{0, 40, LiveRange{4, 5}},
                         {0, 40, LiveRange{0, 2}},
                         {0, 30, LiveRange{2, 4}}}}},
                      8);
  EXPECT_EQ(buffersOf(*M), List({"v1 v2 v0 0-5 40"}));
}

TEST(AliasAnalysisTest, OtherOffsetsOrTimesAreOtherBuffers) {
  auto M = makeModule({{100,
                        {{0, 40, LiveRange{0, 2}},
                         {8, 8, LiveRange{2, 3}},
                         {0, 40, LiveRange{4, 5}}}}},
                      8);
  EXPECT_EQ(buffersOf(*M), List({"v0 0-2 40", "v2 4-5 40", "v1 2-3 8"}));
}

// Without a reason that is seen, two that touch are one after the other.
TEST(AliasAnalysisTest, NeighboursInTimeNeedAReason) {
  auto M = makeModule(
      {{100, {{0, 40, LiveRange{0, 2}}, {0, 40, LiveRange{3, 4}}}}}, 8);
  EXPECT_EQ(buffersOf(*M), List({"v0 0-2 40", "v1 3-4 40"}));
}

TEST(AliasAnalysisTest, WhatHasNoBytesOrRangeIsInNone) {
  auto M = makeModule({{100,
                        {{0, 0, LiveRange{0, 2}},
                         {0, 40, std::nullopt},
                         {0, 40, LiveRange{0, 1}}}},
                       {4, {{0, 4, std::nullopt}}, 0, true}},
                      8);
  EXPECT_EQ(buffersOf(*M), List({"v2 0-1 40"}));
}

struct Peaks {
  explicit Peaks(const Module &M)
      : Live(M), Timeline(M, Live), Curves(M, Live),
        WhatIf(Live, Timeline, Curves) {}

  Liveness Live;
  MemoryTimeline Timeline;
  LiveCurves Curves;
  PeakWhatIf WhatIf;
};

TEST(PeakWhatIfTest, NothingChangesWithoutChanges) {
  auto M = makeModule(
      {{100, {{0, 40, LiveRange{0, 2}}, {40, 8, LiveRange{1, 4}}}}}, 8);
  Peaks P(*M);
  EXPECT_EQ(P.WhatIf.getPeak(0, {}), Bytes(48));
  EXPECT_EQ(P.WhatIf.getDecrease(0, {}), Bytes());
}

TEST(PeakWhatIfTest, DecreasesOnlyToTheNextPeak) {
  // 40 + 20 at 1, 50 at 5.
  auto M = makeModule({{200,
                        {{0, 40, LiveRange{0, 2}},
                         {40, 20, LiveRange{1, 2}},
                         {60, 50, LiveRange{5, 6}}}}},
                      8);
  Peaks P(*M);
  const Value &V = *M->findValue(1);
  EXPECT_EQ(P.WhatIf.getDecrease(0, AssignmentChange{&V, std::nullopt}),
            Bytes(10));
  EXPECT_EQ(P.WhatIf.getPeak(0, AssignmentChange{&V, LiveRange{5, 5}}),
            Bytes(70));
}

TEST(PeakWhatIfTest, SharedBytesStay) {
  auto M = makeModule(
      {{100, {{0, 40, LiveRange{0, 2}}, {0, 40, LiveRange{2, 3}}}}}, 8);
  Peaks P(*M);
  EXPECT_EQ(
      P.WhatIf.getDecrease(0, AssignmentChange{M->findValue(0), std::nullopt}),
      Bytes());
}

// As if the dump had the value at the other time from the beginning.
TEST(PeakWhatIfTest, EqualsTheTimelineOfTheChangedModule) {
  std::mt19937 Random(3);
  auto AnyRange = [&Random] {
    Time Begin = Random() % 12, Length = Random() % 5;
    return LiveRange{Begin, Begin + Length};
  };
  for (unsigned Round = 0; Round != 100; ++Round) {
    std::vector<TestAllocation> Blocks(1 + Random() % 3);
    for (TestAllocation &Block : Blocks) {
      Block.Size = 40;
      for (unsigned I = 1 + Random() % 6; I != 0; --I) {
        uint64_t Offset = Random() % 30;
        Block.Values.push_back({Offset, 1 + Random() % 10, AnyRange()});
      }
    }
    auto M = makeModule(Blocks, 16);
    Peaks P(*M);
    // Several questions: the answers share what was prepared for the first.
    for (unsigned Question = 0; Question != 5; ++Question) {
      std::vector<TestAllocation> Changed = Blocks;
      std::vector<AssignmentChange> Changes;
      unsigned Id = 0;
      for (TestAllocation &Block : Changed)
        for (TestValue &V : Block.Values) {
          const Value *Old = M->findValue(Id++);
          if (Random() % 3 != 0)
            continue;
          V.Range = AnyRange();
          Changes.push_back({Old, V.Range});
        }
      auto Other = makeModule(Changed, 16);
      EXPECT_EQ(P.WhatIf.getPeak(0, Changes),
                Peaks(*Other).Timeline.getSpace(0).Peak.Size);
    }
  }
}

TEST(PeakWhatIfTest, ClaimsNothingOfSumsThatDoNotFit) {
  constexpr uint64_t Half = uint64_t(1) << 63;
  auto M = makeModule({{Half, {{0, Half, LiveRange{0, 2}}}},
                       {Half, {{0, Half, LiveRange{1, 2}}}},
                       {8, {{0, 8, LiveRange{0, 3}}}}},
                      4);
  Peaks P(*M);
  AssignmentChange Gone = {M->findValue(2), std::nullopt};
  EXPECT_TRUE(P.WhatIf.getPeak(0, Gone).isOverflow());
  EXPECT_EQ(P.WhatIf.getDecrease(0, Gone), Bytes());
}

} // namespace
