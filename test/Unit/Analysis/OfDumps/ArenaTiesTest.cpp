//===- ArenaTiesTest.cpp - Tests of buffers that stay in one slice --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestDump.h"
#include "hlomem/Analysis/Arena/ArenaPacking.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <map>

using namespace hlomem;
using namespace llvm;

namespace {

/// The arena of the sample with a loop: 27 buffers, of which the loop carries
/// its table and eight leaves in two halves each.
class ArenaTiesTest : public testing::Test {
protected:
  void SetUp() override {
    M = readCutDump(readTestFile("Inputs/cpu-while-2025.txt"));
    ASSERT_TRUE(M);
    Live.emplace(*M);
    const auto *A = find_if(M->allocations(), [](const Allocation &A) {
      return A.getIndex() == 9;
    });
    Arena = findArenaBuffers(*A, *Live);
    ASSERT_EQ(Arena.Buffers.size(), 27u);
  }

  std::unique_ptr<Module> M;
  std::optional<Liveness> Live;
  ArenaBuffers Arena;
};

} // namespace

TEST_F(ArenaTiesTest, TiesTheHalvesOfLeaves) {
  std::map<unsigned, unsigned> Members;
  for (const ArenaBuffer &B : Arena.Buffers)
    if (B.Tie != 0)
      ++Members[B.Tie];
  EXPECT_EQ(Members.size(), 9u);
  for (auto [Tie, Count] : Members)
    EXPECT_EQ(Count, 2u) << Tie;
  EXPECT_EQ(Members.begin()->first, 1u);
  EXPECT_FALSE(Arena.AreTiesCertain);

  std::vector<unsigned> ByPhis, ByLoops;
  for (const ArenaBuffer &B : Arena.Buffers)
    ByPhis.push_back(B.Tie);
  AnalysisManager AM(*M);
  tieByLoops(Arena, AM.getResult<LoopAnalysis>());
  for (const ArenaBuffer &B : Arena.Buffers)
    ByLoops.push_back(B.Tie);
  EXPECT_TRUE(Arena.AreTiesCertain);
  EXPECT_EQ(ByPhis, ByLoops);
}

TEST_F(ArenaTiesTest, LetsTheHalvesOfATableTakeTurns) {
  auto RangesOfTable = [&](PackingProfile Profile) {
    std::vector<std::pair<packing::Time, packing::Time>> Ranges;
    for (const packing::Buffer &B :
         makeProblem(Arena, *M, *Live, Profile, Bytes(64)).Buffers)
      if (B.Size == 64)
        Ranges.emplace_back(B.Begin, B.End);
    return Ranges;
  };
  using Pairs = std::vector<std::pair<packing::Time, packing::Time>>;
  EXPECT_EQ(RangesOfTable(PackingProfile::Free), Pairs({{16, 31}, {47, 51}}));
  EXPECT_EQ(RangesOfTable(PackingProfile::Xla), Pairs({{0, 47}, {47, 53}}));
}

TEST_F(ArenaTiesTest, AnswersDoNotDependOnThreads) {
  for (unsigned Level : {0, 1}) {
    M->setThreadCount(1);
    ArenaAnswers One =
        solveArena(Arena, *M, *Live, Bytes(64), {.Level = Level});
    M->setThreadCount(2);
    ArenaAnswers Two =
        solveArena(Arena, *M, *Live, Bytes(64), {.Level = Level});
    EXPECT_EQ(One.Kept, Two.Kept);
    for (PackingProfile Profile : {PackingProfile::Xla, PackingProfile::Free}) {
      const packing::Solution &A = One.get(Profile).Found;
      const packing::Solution &B = Two.get(Profile).Found;
      EXPECT_EQ(A.Offsets, B.Offsets);
      EXPECT_EQ(A.Bound, B.Bound);
      EXPECT_EQ(A.Steps, B.Steps);
    }
  }
}

// At 45 the buffers come to 6,724 bytes with their alignment, and the table,
// which is not live then, to 64 more.
TEST_F(ArenaTiesTest, BoundsDoNotCountOnTies) {
  ArenaAnswers A = solveArena(Arena, *M, *Live, Bytes(64), {.Level = 0});
  EXPECT_EQ(A.Free.getBest().Low, Bytes(6724));
  EXPECT_EQ(A.Xla.getBest().Low, Bytes(6788));
  EXPECT_EQ(A.Xla.getBest().High, Bytes(7044));
}
