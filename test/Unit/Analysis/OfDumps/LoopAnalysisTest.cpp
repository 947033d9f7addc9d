//===- LoopAnalysisTest.cpp - Tests of loops and carried leaves -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "TestDump.h"
#include "TestProgram.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/AliasAnalysis.h"
#include "hlomem/Analysis/Program/ArgumentAnalysis.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/IR/Module.h"
#include "gtest/gtest.h"

using namespace hlomem;
using namespace llvm;

namespace {

class LoopAnalysisTest : public testing::Test {
protected:
  void SetUp() override {
    Text = readTestFile("Inputs/cpu-while-2025.txt");
    M = readCutDump(Text);
    ASSERT_TRUE(M);
    AM.emplace(*M);
    Loops = &AM->getResult<LoopAnalysis>();
    ASSERT_EQ(Loops->loops().size(), 1u);
  }

  const Value &value(StringRef Name, StringRef Index = "{}") {
    return *M->findValue(Name, *ShapeIndex::parse(Index));
  }

  std::string Text;
  std::unique_ptr<Module> M;
  std::optional<AnalysisManager> AM;
  const LoopInfo *Loops = nullptr;
};

TEST_F(LoopAnalysisTest, TiesTheValuesOfALeaf) {
  const Loop &L = Loops->loops().front();
  ASSERT_EQ(L.Leaves.size(), 9u);
  EXPECT_TRUE(L.Leaves[0].IsTable);
  EXPECT_EQ(L.countLeaves(), 8u);
  EXPECT_EQ(L.countLeaves(LeafState::InPlace), 8u);
  const CarriedLeaf &Leaf = L.Leaves[2];
  EXPECT_EQ(Leaf.Index, "1");
  EXPECT_EQ(Leaf.Init, &value("broadcast_add_fusion.3"));
  EXPECT_EQ(Leaf.Condition, &value("arg_tuple.3", "{1}"));
  EXPECT_EQ(Leaf.Body, &value("arg_tuple.4", "{1}"));
  EXPECT_EQ(Leaf.Root, &value("broadcast_add_fusion.1"));
  EXPECT_EQ(Leaf.Result, &value("while.9", "{1}"));
  EXPECT_EQ(Leaf.getValue(), Leaf.Result);
}

TEST_F(LoopAnalysisTest, KnowsWhatAValueIsToALoop) {
  auto Role = [&](StringRef Name, StringRef Index = "{}") {
    std::optional<LoopInfo::Carried> C = Loops->findCarried(value(Name, Index));
    return C ? std::optional(std::pair(C->Leaf, C->Role)) : std::nullopt;
  };
  EXPECT_EQ(Role("while.9", "{1}"), std::pair(size_t(2), LeafRole::Result));
  EXPECT_EQ(Role("arg_tuple.4", "{1}"), std::pair(size_t(2), LeafRole::Body));
  EXPECT_EQ(Role("add.57"), std::pair(size_t(1), LeafRole::Root));
  EXPECT_EQ(Role("copy.25"), std::pair(size_t(1), LeafRole::Init));
  EXPECT_EQ(Role("copy.10"), std::nullopt);
}

TEST_F(LoopAnalysisTest, FindsWhatBranchesGive) {
  std::unique_ptr<Module> Of = test::makeModule(test::programOf(R"(t {
  tq = f32[4] parameter(0)
  ROOT tm = f32[4] negate(tq)
}
f {
  fq = f32[4] parameter(0)
  ROOT fm = f32[4] exponential(fq)
}
ENTRY e {
  pr = pred[] parameter(0)
  a = f32[4] iota(), iota_dimension=0
  c = f32[4] conditional(pr, a, a), true_computation=t, false_computation=f
  ROOT out = f32[4] negate(c)
}
)"));
  ASSERT_TRUE(Of);
  AnalysisManager AM(*Of);
  const auto &Info = AM.getResult<LoopAnalysis>();
  auto At = [&](StringRef Name) {
    return Of->findValue(Name, *ShapeIndex::parse("{}"));
  };
  ASSERT_EQ(Info.conditionals().size(), 1u);
  ArrayRef Branches = Info.conditionals().front().Branches;
  ASSERT_EQ(Branches.size(), 2u);
  EXPECT_EQ(Branches[0].Root, "tm");
  EXPECT_EQ(Branches[1].Root, "fm");
  EXPECT_EQ(Info.findBranchRoots(*At("c")), ArrayRef({At("tm"), At("fm")}));
  EXPECT_TRUE(Info.findBranchRoots(*At("tm")).empty());
}

// None of the analyses stumbles over values that are not there.
TEST_F(LoopAnalysisTest, ReadsDumpsThatAreCut) {
  unsigned WithLoop = 0;
  for (size_t Size = 500; Size < Text.size(); Size += 61) {
    std::unique_ptr<Module> Cut = readCutDump(StringRef(Text).take_front(Size));
    if (!Cut)
      continue;
    AnalysisManager AM(*Cut);
    const auto &CutLoops = AM.getResult<LoopAnalysis>();
    const auto &Arguments = AM.getResult<ArgumentAnalysis>();
    EXPECT_LE(CutLoops.loops().size(), 1u);
    WithLoop += CutLoops.loops().size();
    for (const Argument &A : Arguments.arguments())
      EXPECT_NE(A.State, DonationState::Possible);
  }
  EXPECT_GT(WithLoop, 10u);
}

} // namespace
