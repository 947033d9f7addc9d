//===- HloPositionTest.cpp - Tests of HloPosition -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Value.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

TEST(HloPositionTest, KeyOfNameAndIndex) {
  StringRef Text = "while.9{1,0}";
  HloPosition N(Text.take_front(7), Text.drop_front(7));
  EXPECT_EQ(N.getKey(), DefinitionKey("while.9", "1,0"));
}

TEST(HloPositionTest, KeyOfAMissingIndexIsThatOfTheEmptyOne) {
  StringRef Text = "copy.1{}";
  HloPosition Empty(Text.take_front(6), Text.drop_front(6));
  HloPosition Missing(Text.take_front(6), StringRef());
  EXPECT_EQ(Empty.getKey(), DefinitionKey("copy.1", ""));
  EXPECT_EQ(Missing.getKey(), DefinitionKey("copy.1", ""));
  EXPECT_TRUE(Empty == Missing);
}

TEST(HloPositionTest, AnotherNameOrIndexIsAnotherKey) {
  StringRef Text = "a{1} a{2} b{1}";
  HloPosition A1(Text.substr(0, 1), Text.substr(1, 3));
  HloPosition A2(Text.substr(5, 1), Text.substr(6, 3));
  HloPosition B1(Text.substr(10, 1), Text.substr(11, 3));
  EXPECT_FALSE(A1 == A2);
  EXPECT_NE(A1.getKey(), A2.getKey());
  EXPECT_FALSE(A1 == B1);
  EXPECT_NE(A1.getKey(), B1.getKey());
}

} // namespace
