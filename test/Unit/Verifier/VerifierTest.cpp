//===- VerifierTest.cpp - Tests of Verifier.h -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Verifier/Verifier.h"
#include "TestDump.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

static VerifierOptions only(VerifierRule R, unsigned Max = 0) {
  VerifierOptions Options;
  Options.Rules.reset();
  Options.Rules.set(size_t(R));
  Options.MaxPerRule = Max;
  return Options;
}

VerifierResult verify(const Module &M, const VerifierOptions &Options = {}) {
  AnalysisManager AM(M);
  return verifyModule(M, AM, Options);
}

TEST(VerifierTest, RulesAreFoundByNameAndByInvariant) {
  EXPECT_EQ(findVerifierRule("overlap"), VerifierRule::Overlap);
  EXPECT_EQ(findVerifierRule("I25"), VerifierRule::Overlap);
  EXPECT_EQ(findVerifierRule("I6"), VerifierRule::Bounds);
  EXPECT_EQ(findVerifierRule("I7"), VerifierRule::Bounds);
  EXPECT_EQ(findVerifierRule("I2"), VerifierRule::AllocationOrder);
  // Every line fits the grammar: that is the parser's.
  EXPECT_EQ(findVerifierRule("I1"), std::nullopt);
  EXPECT_EQ(findVerifierRule(""), std::nullopt);
  EXPECT_EQ(findVerifierRule("Overlap"), std::nullopt);
}

TEST(VerifierTest, AllInvariantsButTheGrammarHaveOneRule) {
  for (unsigned I = 2; I <= 26; ++I) {
    std::string Name = "I" + utostr(I);
    unsigned Count = 0;
    for (const VerifierRuleInfo &Info : getVerifierRules()) {
      for (StringRef Invariant : split(Info.Invariants, ','))
        Count += Invariant == Name;
      EXPECT_EQ(&getInfo(Info.Rule), &Info);
    }
    EXPECT_EQ(Count, 1u) << Name;
  }
}

TEST(VerifierTest, AllAreCountedAndSomeAreKept) {
  // Values 1 to 4 lie on the value 0, all the time.
  std::vector<TestAllocation> Allocations(1);
  Allocations[0].Size = 8;
  for (unsigned I = 0; I != 5; ++I)
    Allocations[0].Values.push_back(
        {.Offset = 0, .Size = 8, .Range = LiveRange{0, 3}});
  std::unique_ptr<Module> M = makeModule(Allocations, 3);
  VerifierResult All = verify(*M, only(VerifierRule::Overlap));
  EXPECT_EQ(All.violations().size(), 4u);
  VerifierResult Two = verify(*M, only(VerifierRule::Overlap, 2));
  EXPECT_EQ(Two.violations().size(), 2u);
  EXPECT_EQ(Two.getCount(VerifierRule::Overlap, RuleSeverity::Error), 4u);
  EXPECT_EQ(Two.getCount(RuleSeverity::Error), 4u);
  EXPECT_EQ(Two.getCount(RuleSeverity::Warning), 0u);
  EXPECT_FALSE(Two.isSound());
  EXPECT_EQ(Two.violations()[0].Message,
            "values <0 v0> and <1 v1> share bytes 0-8 of allocation 0 at "
            "schedule positions 0 to 3");
  EXPECT_EQ(Two.checked().count(), 1u);
  EXPECT_TRUE(Two.unchecked().none());
  // Only what was asked for counts.
  EXPECT_TRUE(verify(*M, only(VerifierRule::Touch)).isSound());
}

TEST(VerifierTest, WarningsLeaveTheDumpSound) {
  std::vector<TestAllocation> Allocations(2);
  Allocations[0] = {.Size = 1, .Values = {{.Size = 1, .Range = std::nullopt}}};
  Allocations[1] = {.Size = 1, .Values = {{.Size = 1, .Range = std::nullopt}}};
  std::unique_ptr<Module> M = makeModule(Allocations, 3);
  VerifierResult R = verify(*M, only(VerifierRule::TempOrder));
  EXPECT_EQ(R.getCount(VerifierRule::TempOrder, RuleSeverity::Warning), 1u);
  EXPECT_TRUE(R.isSound());
}

// What is left of a sound dump may lack things, but it contradicts nothing.
TEST(VerifierTest, SoundDumpsStaySoundWhenTheyAreCut) {
  for (StringRef File :
       {"Passes/Report/Verify/Inputs/sound.txt", "Inputs/gpu-pointers-2022.txt",
        "Inputs/tpu-memory-spaces-2025.txt"}) {
    const std::string Text = readTestFile(File);
    unsigned ReadCount = 0;
    for (size_t Size = 1; Size < Text.size(); ++Size) {
      std::unique_ptr<Module> M = readCutDump(StringRef(Text).take_front(Size));
      // What is cut between two parts may pass for an older dump.
      if (!M || !M->isIncomplete())
        continue;
      ++ReadCount;
      VerifierResult R = verify(*M);
      ASSERT_TRUE(R.violations().empty())
          << File.str() << " cut at " << Size << ": "
          << R.violations().front().Message;
      EXPECT_TRUE(R.unchecked()[size_t(VerifierRule::Total)]);
    }
    EXPECT_GT(ReadCount, Text.size() / 2) << File.str();
  }
}
