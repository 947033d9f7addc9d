//===- FoldingTest.cpp - Tests of the folding of layers -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Layers/NameFolding.h"
#include "hlomem/Analysis/Layers/ScopeFolding.h"
#include "gtest/gtest.h"

using namespace hlomem;
using namespace llvm;

namespace {

std::vector<FoldedNames> fold(ArrayRef<StringRef> Names) {
  std::vector<FoldCandidate> Candidates;
  for (StringRef Name : Names)
    Candidates.push_back({Name});
  return foldNames(Candidates);
}

using Members = SmallVector<size_t, 1>;

TEST(NameFolding, ThreeLayersAreFolded) {
  auto Rows = fold({"layer_0/w", "layer_1/w", "layer_2/w"});
  ASSERT_EQ(Rows.size(), 1u);
  EXPECT_EQ(Rows[0].Name, "layer_{0-2}/w");
  EXPECT_EQ(Rows[0].Members, (Members{0, 1, 2}));
}

TEST(NameFolding, TwoAreNot) {
  auto Rows = fold({"m[0]", "m[1]", "v"});
  ASSERT_EQ(Rows.size(), 3u);
  EXPECT_FALSE(Rows[0].isFolded());
}

TEST(NameFolding, TheExceptionIsNamed) {
  std::vector<FoldCandidate> Candidates;
  std::vector<std::string> Names;
  for (unsigned I = 0; I != 24; ++I)
    Names.push_back("h/" + std::to_string(I) + "/mlp");
  for (unsigned I = 0; I != 24; ++I)
    Candidates.push_back({Names[I], I == 7 ? 1u : 0u});
  auto Rows = foldNames(Candidates);
  ASSERT_EQ(Rows.size(), 2u);
  EXPECT_EQ(Rows[0].Name, "h/{0-23 but 7}/mlp");
  EXPECT_EQ(Rows[0].Members.size(), 23u);
  EXPECT_EQ(Rows[1].Members, (Members{7}));
}

// The state of an optimizer is three times the weights: the number of the layer
// is that which takes more values.
TEST(NameFolding, TheNumberWithMostValuesIsTheLayer) {
  auto Rows = fold({"s[0]['l0']", "s[0]['l1']", "s[0]['l2']", "s[0]['l3']",
                    "s[1]['l0']", "s[1]['l1']", "s[1]['l2']", "s[1]['l3']",
                    "s[2]['l0']", "s[2]['l1']", "s[2]['l2']", "s[2]['l3']"});
  ASSERT_EQ(Rows.size(), 3u);
  EXPECT_EQ(Rows[0].Name, "s[0]['l{0-3}']");
  EXPECT_EQ(Rows[1].Name, "s[1]['l{0-3}']");
}

TEST(NameFolding, OfTwoTheOuterOne) {
  auto Rows = fold({"b_0/d_0", "b_0/d_1", "b_0/d_2", "b_1/d_0", "b_1/d_1",
                    "b_1/d_2", "b_2/d_0", "b_2/d_1", "b_2/d_2"});
  ASSERT_EQ(Rows.size(), 3u);
  EXPECT_EQ(Rows[0].Name, "b_{0-2}/d_0");
}

TEST(NameFolding, ANumberMayStandTwice) {
  auto Rows =
      fold({"jvp(l_1)/l_1/dot", "jvp(l_2)/l_2/dot", "jvp(l_3)/l_3/dot"});
  ASSERT_EQ(Rows.size(), 1u);
  EXPECT_EQ(Rows[0].Name, "jvp(l_{1-3})/l_{1-3}/dot");
}

// A loop of Python has no number in its names.
TEST(NameFolding, EqualNamesAreFolded) {
  auto Rows = fold({"f/dot", "f/add", "f/dot", "f/dot", "", "", ""});
  ASSERT_EQ(Rows.size(), 5u);
  EXPECT_EQ(Rows[0].Name, "f/dot");
  EXPECT_EQ(Rows[0].Members, (Members{0, 2, 3}));
}

TEST(NameFolding, LayersComeBeforeEqualNames) {
  auto Rows =
      fold({"l1/dot", "l1/dot", "l1/dot", "l1/dot", "l2/dot", "l2/dot",
            "l2/dot", "l2/dot", "l3/dot", "l3/dot", "l3/dot", "l3/dot"});
  ASSERT_EQ(Rows.size(), 1u);
  EXPECT_EQ(Rows[0].Name, "l{1-3}/dot");
  EXPECT_EQ(Rows[0].Members.size(), 12u);
}

TEST(NameFolding, NumbersAreDescribed) {
  EXPECT_EQ(describeNumbers({3}), "3");
  EXPECT_EQ(describeNumbers({5, 3, 4, 3}), "3-5");
  EXPECT_EQ(describeNumbers({1, 2}), "1,2");
  EXPECT_EQ(describeNumbers({1, 3, 5}), "1,3,5");
  EXPECT_EQ(describeNumbers({0, 1, 2, 3, 5}), "0-5 but 4");
  EXPECT_EQ(describeNumbers({1, 1000000, 2000000}), "1,1000000,2000000");
  EXPECT_EQ(replaceNumbers("copy.12 of `p.3`, 1234567890"),
            "copy.# of `p.#`, 1234567890");
}

ScopeNode node(StringRef Name, unsigned Depth, uint64_t Total, uint64_t Own) {
  return {Name.str(), Depth, Bytes(Total), Bytes(Own), Own != 0};
}

TEST(ScopeFolding, EqualSubtreesAreFolded) {
  std::vector<ScopeNode> Tree = {
      node("f", 0, 60, 10),   node("l_0", 1, 10, 0),  node("mlp", 2, 10, 10),
      node("l_1", 1, 10, 0),  node("mlp", 2, 10, 10), node("l_2", 1, 10, 0),
      node("att", 2, 10, 10), node("l_3", 1, 10, 0),  node("mlp", 2, 10, 10)};
  std::vector<FoldedScope> Folded = foldScopes(Tree);
  ASSERT_EQ(Folded.size(), 5u);
  EXPECT_EQ(Folded[1].Sum.Name, "l_{0,1,3}");
  EXPECT_EQ(Folded[1].Sum.Total, Bytes(30));
  EXPECT_EQ(Folded[1].EachTotal, Bytes(10));
  EXPECT_EQ(Folded[1].Nodes, 3u);
  EXPECT_EQ(Folded[2].Sum.Name, "mlp");
  EXPECT_EQ(Folded[2].Sum.Own, Bytes(30));
  EXPECT_EQ(Folded[2].Sum.Count, 3u);
  EXPECT_EQ(Folded[3].Sum.Name, "l_2");
  Bytes Sum;
  for (const FoldedScope &N : Folded)
    Sum += N.Sum.Own;
  EXPECT_EQ(Sum, Bytes(50));
}

} // namespace
