//===- ShapeIndexTest.cpp - Tests of ShapeIndex ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/ShapeIndex.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

std::string print(ShapeIndex I) {
  std::string Text;
  raw_string_ostream(Text) << I;
  return Text;
}

TEST(ShapeIndexTest, DefaultIsTheWhole) {
  EXPECT_TRUE(ShapeIndex().empty());
  EXPECT_TRUE(ShapeIndex().getParts().empty());
  EXPECT_EQ(print(ShapeIndex()), "{}");
}

TEST(ShapeIndexTest, ReadsEmptyPath) {
  std::optional<ShapeIndex> I = ShapeIndex::parse("{}");
  ASSERT_TRUE(I);
  EXPECT_TRUE(I->empty());
  EXPECT_TRUE(*I == ShapeIndex());
}

TEST(ShapeIndexTest, ReadsAndPrintsPath) {
  std::optional<ShapeIndex> I = ShapeIndex::parse("{1,0,27}");
  ASSERT_TRUE(I);
  EXPECT_EQ(I->getText(), "1,0,27");
  EXPECT_EQ(I->getParts(), (SmallVector<uint64_t, 4>{1, 0, 27}));
  EXPECT_EQ(print(*I), "{1,0,27}");
}

TEST(ShapeIndexTest, EqualPathsAreEqualWhereverTheyStand) {
  std::string One = "{1,0}", Other = "{1,0}";
  ShapeIndex A = *ShapeIndex::parse(One), B = *ShapeIndex::parse(Other);
  EXPECT_TRUE(A == B);
  EXPECT_EQ(hash_value(A), hash_value(B));
  EXPECT_FALSE(A == *ShapeIndex::parse("{1}"));
  EXPECT_FALSE(A == *ShapeIndex::parse("{0,1}"));
}

TEST(ShapeIndexTest, TakesTheGreatestNumberOf64Bits) {
  std::optional<ShapeIndex> I = ShapeIndex::parse("{18446744073709551615}");
  ASSERT_TRUE(I);
  EXPECT_EQ(I->getParts().front(), 18446744073709551615u);
}

TEST(ShapeIndexTest, RefusesWhatIsNotCanonical) {
  for (StringRef Text : {"",       "{",    "}",
                         "0",      "{0",   "0}",
                         "{,}",    "{0,}", "{,0}",
                         "{0,,1}", "{ 0}", "{0, 1}",
                         "{01}",   "{00}", "{-1}",
                         "{+1}",   "{x}",  "{0}}",
                         "{{0}",   "{0} ", "{18446744073709551616}"})
    EXPECT_FALSE(ShapeIndex::parse(Text)) << Text.str();
}

} // namespace
