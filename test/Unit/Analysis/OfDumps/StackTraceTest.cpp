//===- StackTraceTest.cpp - Tests of XLA's stack trace tree ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Sources/StackTrace.h"
#include "TestProgram.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "gtest/gtest.h"

using namespace hlomem;
using namespace hlomem::test;

namespace {

using Parts = llvm::SmallVector<std::string>;

TEST(StackTraceTest, LabelsOfContainersHaveParts) {
  EXPECT_EQ(splitStackTraceLabel("var['a/b'].c"),
            (Parts{"var", "a", "b", "c"}));
  EXPECT_EQ(splitStackTraceLabel("p['x']['y']"), (Parts{"p", "x", "y"}));
  EXPECT_EQ(splitStackTraceLabel("p.q['x/y']"), (Parts{"p", "q", "x", "y"}));
}

TEST(StackTraceTest, OtherLabelsAreOnePart) {
  EXPECT_EQ(splitStackTraceLabel("jit(f)/add"), Parts{"jit(f)/add"});
  EXPECT_EQ(splitStackTraceLabel("a[0].b"), Parts{"a[0].b"});
  EXPECT_EQ(splitStackTraceLabel("a[0]['b']"), Parts{"a[0]['b']"});
  EXPECT_EQ(splitStackTraceLabel("a['b'][0]"), Parts{"a['b'][0]"});
  EXPECT_EQ(splitStackTraceLabel("a.b"), Parts{"a.b"});
  EXPECT_EQ(splitStackTraceLabel("['x']"), Parts{"['x']"});
  EXPECT_EQ(splitStackTraceLabel(""), Parts{""});
}

TEST(StackTraceTest, LabelsMayBeCutOrEmpty) {
  EXPECT_EQ(splitStackTraceLabel("v['a/b"), Parts{"v['a/b"});
  EXPECT_EQ(splitStackTraceLabel("v['']"), Parts{"v['']"});
}

TestValue makeValue(const char *Name, unsigned Offset, std::string Text,
                    std::string Printed) {
  TestValue V;
  V.Definition = Name;
  V.Offset = Offset;
  V.Text = std::move(Text);
  V.Printed = std::move(Printed);
  return V;
}

/// "entry 48 own 0 left 48 1000", indented by the depth.
std::vector<std::string> linesOf(const ComputedStackTrace &T) {
  std::vector<std::string> Lines;
  for (const StackTraceNode &N : T.Tree.Nodes)
    Lines.push_back(std::string(N.Depth, ' ') + N.Label.str() + " " +
                    std::to_string(N.Total.count()) + " own " +
                    std::to_string(N.Current.count()) + " left " +
                    std::to_string(N.Remaining.count()) + " " +
                    std::to_string(N.ShareInTenths));
  return Lines;
}

TEST(StackTraceTest, NodesStandByBytesThenByLabel) {
  TestProgram P;
  P.Blocks = {"preallocated-temp"};
  P.Values = {
      makeValue("a", 0, "f32[4]{0} iota(), metadata={op_name=\"f/x\"}", "0-2"),
      makeValue("b", 16, "f32[4]{0} negate(%a)", "0-2"),
      makeValue("c", 32, "f32[4]{0} negate(%b), metadata={op_name=\"f/y\"}",
                "0-2"),
      makeValue("d", 48, "f32[4]{0} negate(%c), metadata={op_name=\"f/y\"}",
                "0-2"),
      makeValue("e", 64, "f32[4]{0} negate(%d)", "1-2")};
  P.Values[0].Uses = {"b, operand 0"};
  P.Values[1].Uses = {"c, operand 0"};
  P.Values[2].Uses = {"d, operand 0"};
  P.Values[3].Uses = {"e, operand 0"};
  P.Schedule = "a b c d e";
  auto M = makeModule(P);
  ASSERT_TRUE(M);
  AnalysisManager AM(*M);
  auto Tree = computeStackTrace(*M, AM);
  ASSERT_TRUE(bool(Tree)) << llvm::toString(Tree.takeError());
  // Four of 16 bytes are in the list of the time 0.
  EXPECT_EQ(Tree->Tree.Total, Bytes(64));
  EXPECT_EQ(linesOf(*Tree),
            (std::vector<std::string>{
                "(entry) 64 own 0 left 64 1000", " f/y 32 own 32 left 32 500",
                " b 16 own 16 left 16 250", " f/x 16 own 16 left 0 250"}));
}

TEST(StackTraceTest, SaysWhatIsNotKnown) {
  TestProgram P;
  P.Blocks = {"preallocated-temp"};
  P.Values = {makeValue("a", 0, "", "0-1")};
  P.Schedule = "a";
  auto M = makeModule(P);
  ASSERT_TRUE(M);
  AnalysisManager AM(*M);
  auto Tree = computeStackTrace(*M, AM);
  ASSERT_FALSE(bool(Tree));
  EXPECT_EQ(llvm::toString(Tree.takeError()),
            "the dump does not show which computations own its instructions, "
            "and there is no HLO text beside it");
}

} // namespace
