//===- ParameterLeavesTest.cpp - Tests of the header's arguments ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/ParameterLeaves.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

using Leaves = std::set<ParameterLeaf>;

TEST(ParameterLeavesTest, Attributes) {
  EXPECT_EQ(parseParameterLeaves(
                "{ {0}: (0, {}, may-alias), {1}: (12, {2,0}), {3}: (0, {4, 5}) "
                "}"),
            (Leaves{{0, ""}, {0, "4,5"}, {12, "2,0"}}));
  EXPECT_EQ(parseParameterLeaves("{ (1, {}) }"), (Leaves{{1, ""}}));
  EXPECT_EQ(parseParameterLeaves(""), Leaves());
}

TEST(ParameterLeavesTest, WhatIsNotUnderstood) {
  EXPECT_EQ(parseParameterLeaves("{ (x, {}), (2, 3), (4, {5}) }"),
            (Leaves{{4, "5"}}));
  EXPECT_EQ(parseParameterLeaves("((((("), Leaves());
  EXPECT_EQ(parseParameterLeaves("(1"), Leaves());
}

} // namespace
