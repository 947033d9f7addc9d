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

} // namespace
