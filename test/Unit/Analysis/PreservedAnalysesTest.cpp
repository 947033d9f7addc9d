//===- PreservedAnalysesTest.cpp - Tests of PreservedAnalyses -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/PreservedAnalyses.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

AnalysisKey A, B, C;

TEST(PreservedAnalysesTest, NoneAndAll) {
  EXPECT_FALSE(PreservedAnalyses::none().isPreserved(&A));
  EXPECT_TRUE(PreservedAnalyses::all().isPreserved(&A));
  EXPECT_FALSE(PreservedAnalyses::none().areAllPreserved());
  EXPECT_TRUE(PreservedAnalyses::all().areAllPreserved());
}

TEST(PreservedAnalysesTest, TheLastWordCounts) {
  PreservedAnalyses PA = PreservedAnalyses::none();
  PA.preserve(&A).preserve(&B).abandon(&B);
  EXPECT_TRUE(PA.isPreserved(&A));
  EXPECT_FALSE(PA.isPreserved(&B));

  PA = PreservedAnalyses::all();
  PA.abandon(&A).abandon(&B).preserve(&B);
  EXPECT_FALSE(PA.isPreserved(&A));
  EXPECT_TRUE(PA.isPreserved(&B));
  EXPECT_TRUE(PA.isPreserved(&C));
  EXPECT_FALSE(PA.areAllPreserved());
}

/// What is left of \p X and then \p Y, as three letters.
std::string intersect(PreservedAnalyses X, const PreservedAnalyses &Y) {
  X.intersect(Y);
  std::string Result;
  for (auto [Key, Letter] : {std::pair(&A, 'A'), {&B, 'B'}, {&C, 'C'}})
    Result += X.isPreserved(Key) ? Letter : '-';
  return Result;
}

TEST(PreservedAnalysesTest, IntersectionNeedsBoth) {
  auto None = PreservedAnalyses::none, All = PreservedAnalyses::all;
  EXPECT_EQ(intersect(None().preserve(&A).preserve(&B),
                      None().preserve(&B).preserve(&C)),
            "-B-");
  EXPECT_EQ(intersect(All().abandon(&A), All().abandon(&B)), "--C");
  EXPECT_EQ(intersect(None().preserve(&A).preserve(&B), All().abandon(&A)),
            "-B-");
  EXPECT_EQ(intersect(All().abandon(&A), None().preserve(&A).preserve(&B)),
            "-B-");
  EXPECT_EQ(intersect(All(), All()), "ABC");
}

} // namespace
