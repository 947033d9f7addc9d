//===- PipelineCompletionTest.cpp - Tests of completePipeline -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPasses.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

using Texts = std::vector<std::string>;

Texts complete(llvm::StringRef Text) {
  return test::makeBuilder().completePipeline(Text);
}

TEST(PipelineCompletionTest, Passes) {
  EXPECT_EQ(complete(""), (Texts{"invalidate<", "peak", "rename", "require<"}));
  EXPECT_EQ(complete("ren"), Texts{"rename"});
  EXPECT_EQ(complete("peak, ren"), Texts{"peak, rename"});
  EXPECT_EQ(complete("peak<top=3;names=a,b>,ren"),
            Texts{"peak<top=3;names=a,b>,rename"});
  EXPECT_EQ(complete("x"), Texts{});
}

TEST(PipelineCompletionTest, PassWithOptionsGoesOn) {
  EXPECT_EQ(complete("p"), (Texts{"peak", "peak<"}));
  EXPECT_EQ(complete("rename"), Texts{"rename"});
  EXPECT_EQ(complete("req"), (Texts{"require<", "require<<analysis>"}));
}

struct LengthAnalysis : AnalysisInfoMixin<LengthAnalysis> {
  struct Result {};
  Result run(const Module &, AnalysisManager &) { return {}; }
  static AnalysisKey Key;
};
AnalysisKey LengthAnalysis::Key;

TEST(PipelineCompletionTest, AliasesAndAnalyses) {
  PassBuilder PB = test::makeBuilder();
  EXPECT_FALSE(PB.registerPipelineAlias("quick", "peak<quick>", "Be quick"));
  EXPECT_FALSE(PB.registerAnalysis<LengthAnalysis>({"length", "Measure"}));
  EXPECT_EQ(PB.completePipeline("q"), Texts{"quick"});
  EXPECT_EQ(PB.completePipeline("quick<"), Texts{});
  EXPECT_EQ(PB.completePipeline("require<"), Texts{"require<length>"});
  EXPECT_EQ(PB.completePipeline("peak,invalidate<"),
            (Texts{"peak,invalidate<all>", "peak,invalidate<length>"}));
}

TEST(PipelineCompletionTest, Options) {
  EXPECT_EQ(complete("peak<"),
            (Texts{"peak<top=", "peak<limit=", "peak<quick", "peak<checks",
                   "peak<label=", "peak<space=", "peak<ids=", "peak<names=",
                   "peak<order=size", "peak<order=start-time"}));
  EXPECT_EQ(complete("peak<top=3; q"), Texts{"peak<top=3; quick"});
  EXPECT_EQ(complete("rename<"), Texts{});
  EXPECT_EQ(complete("absent<"), Texts{});
}

TEST(PipelineCompletionTest, ValuesAreShownOrNamed) {
  EXPECT_EQ(complete("peak<order=st"), Texts{"peak<order=start-time"});
  EXPECT_EQ(complete("peak<t"), (Texts{"peak<top=", "peak<top=<number>"}));
  EXPECT_EQ(complete("peak<top=3"), Texts{});
  EXPECT_EQ(complete("peak<names=a,q"), Texts{});
}

TEST(PipelineCompletionTest, NothingBehindBrackets) {
  EXPECT_EQ(complete("peak<top=3>"), Texts{});
  EXPECT_EQ(complete("peak<top=3>r"), Texts{});
  EXPECT_EQ(complete("peak>"), Texts{});
  EXPECT_EQ(complete("peak<label=<q"), Texts{});
  EXPECT_EQ(complete("peak<label=<q>;qu"), Texts{"peak<label=<q>;quick"});
}

} // namespace
