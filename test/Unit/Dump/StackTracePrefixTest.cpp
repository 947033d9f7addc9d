//===- StackTracePrefixTest.cpp - Tests of StackTracePrefix ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/StackTracePrefix.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

/// "depth:what follows", or "none".
std::string parsePrefix(StringRef Line) {
  std::optional<StackTracePrefix> P = StackTracePrefix::parse(Line);
  if (!P)
    return "none";
  return std::to_string(P->Depth) + ":" + Line.drop_front(P->Length).str();
}

TEST(StackTracePrefixTest, Parse) {
  EXPECT_EQ(parsePrefix("    main"), "0:main");
  EXPECT_EQ(parsePrefix("      ├── a"), "1:a");
  EXPECT_EQ(parsePrefix("      └── a"), "1:a");
  EXPECT_EQ(parsePrefix("      │   ├── a"), "2:a");
  EXPECT_EQ(parsePrefix("          └── a"), "2:a");
  EXPECT_EQ(parsePrefix("      │       │   └── a"), "4:a");
}

TEST(StackTracePrefixTest, LabelsMayLookLikePrefixes) {
  EXPECT_EQ(parsePrefix("      ├── ├── a"), "1:├── a");
  EXPECT_EQ(parsePrefix("      └──  a"), "1: a");
  EXPECT_EQ(parsePrefix("      └── "), "1:");
  EXPECT_EQ(parsePrefix("    "), "0:");
  EXPECT_EQ(parsePrefix("      a"), "0:  a");
  EXPECT_EQ(parsePrefix("      │   a"), "0:  │   a");
  EXPECT_EQ(parsePrefix("    ├── a"), "0:├── a");
}

TEST(StackTracePrefixTest, NoPrefix) {
  EXPECT_EQ(parsePrefix(""), "none");
  EXPECT_EQ(parsePrefix("   main"), "none");
  EXPECT_EQ(parsePrefix("├── a"), "none");
}

std::vector<std::string> make(llvm::ArrayRef<unsigned> Depths) {
  std::vector<StackTraceNode> Nodes;
  for (unsigned Depth : Depths)
    Nodes.emplace_back().Depth = Depth;
  return makeStackTracePrefixes(Nodes);
}

using Prefixes = std::vector<std::string>;

TEST(StackTracePrefixTest, Make) {
  EXPECT_EQ(make({}), Prefixes());
  EXPECT_EQ(make({0, 0}), Prefixes({"    ", "    "}));
  EXPECT_EQ(make({0, 1, 1}), Prefixes({"    ", "      ├── ", "      └── "}));
}

TEST(StackTracePrefixTest, MakeOpenAndClosedLevels) {
  EXPECT_EQ(make({0, 1, 2, 2, 1, 2, 3, 2, 0, 1}), Prefixes({
                                                      "    ",
                                                      "      ├── ",
                                                      "      │   ├── ",
                                                      "      │   └── ",
                                                      "      └── ",
                                                      "          ├── ",
                                                      "          │   └── ",
                                                      "          └── ",
                                                      "    ",
                                                      "      └── ",
                                                  }));
}

TEST(StackTracePrefixTest, ParsesWhatItMakes) {
  unsigned Depths[] = {0, 1, 2, 3, 4, 5, 3, 1, 2, 2, 0, 1, 2, 1};
  Prefixes Made = make(Depths);
  for (size_t I = 0; I != Made.size(); ++I)
    EXPECT_EQ(parsePrefix(Made[I] + "x"), std::to_string(Depths[I]) + ":x");
}

} // namespace
