//===- PaddingTest.cpp - Tests of what explains padding -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/Padding.h"
#include "hlomem/HloText/ShapeParser.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/Support/Allocator.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

class PaddingTest : public ::testing::Test {
protected:
  const Shape &get(llvm::StringRef Text) {
    ShapeError Error;
    const Shape *S = parseShape(Text, Shapes, Error);
    EXPECT_TRUE(S) << Error.Message;
    return *S;
  }
  /// "tile table other", or "?".
  std::string split(llvm::StringRef Text, uint64_t Size) {
    auto Parts = getPadding(get(Text), Bytes(Size));
    if (!Parts)
      return "?";
    return std::to_string(Parts->Tile.count()) + " " +
           std::to_string(Parts->TupleTable.count()) + " " +
           std::to_string(Parts->Other.count());
  }

  llvm::BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
};

TEST_F(PaddingTest, CausesStandApart) {
  EXPECT_EQ(split("f32[2]{0:T(128)}", 512), "504 0 0");
  EXPECT_EQ(split("(f32[2], f32[2])", 32), "0 16 0");
  EXPECT_EQ(split("token[]", 8), "0 0 8");
  EXPECT_EQ(split("f32[<=4]{0}", 64), "0 0 48");
  EXPECT_EQ(split("f99[2]{0}", 64), "?");
}

TEST_F(PaddingTest, SmallerThanTheShapeIsNoPadding) {
  EXPECT_EQ(split("f32[2]{0:T(128)}", 4), "0 0 0");
  EXPECT_EQ(split("f32[2]{0:T(128)}", 100), "92 0 0");
}

TEST_F(PaddingTest, EveryRoundedDimensionPays) {
  auto Why = explainTiles(get("f32[5,300,9]{2,1,0:T(8,128)}"));
  ASSERT_TRUE(Why);
  // 5 * 304 * 128 * 4
  EXPECT_EQ(Why->Padded, Bytes(778240));
  EXPECT_EQ(Why->Logical, Bytes(54000));
  ASSERT_EQ(Why->Paying.size(), 2u);
  EXPECT_EQ(Why->Paying[0].Dimensions.front(), 2u);
  EXPECT_EQ(Why->Paying[1].Dimensions.front(), 1u);
  EXPECT_EQ(getFullExtents(Why->Paying[0]),
            (std::pair<uint64_t, uint64_t>(0, 128)));
  EXPECT_EQ(getFullExtents(Why->Paying[1]),
            (std::pair<uint64_t, uint64_t>(296, 304)));
  // Minor to major: {1,0,2} is 384 * 8 * 9 = 27648 elements, {1,2,0} 384 * 16 *
  // 5 = 30720; all others have 128 for 300 elements of another dimension.
  ASSERT_TRUE(Why->SmallestOrder);
  EXPECT_EQ(*Why->SmallestOrder, (llvm::SmallVector<uint64_t, 4>{1, 0, 2}));
  EXPECT_EQ(Why->PaddedInOrder, Bytes(110592));
}

TEST_F(PaddingTest, TheTailIsCountedInElements) {
  // 128 * 3 = 384 elements, 512 with the tail.
  auto Why = explainTiles(get("f32[3,5]{1,0:T(128)L(512)}"));
  ASSERT_TRUE(Why);
  EXPECT_EQ(Why->TailElements, 128u);
  EXPECT_EQ(Why->Padded, Bytes(2048));
}

TEST_F(PaddingTest, TooManyOrdersAreNotTried) {
  // 5 of 7 dimensions: 2520 orders.
  auto Why = explainTiles(get("u8[1,1,1,1,1,1,9]{6,5,4,3,2,1,0:T(2,2,2,2,2)}"));
  ASSERT_TRUE(Why);
  EXPECT_FALSE(Why->SmallestOrder);
}

TEST_F(PaddingTest, NothingToExplainWithoutTiles) {
  EXPECT_FALSE(explainTiles(get("f32[2]{0}")));
  EXPECT_FALSE(explainTiles(get("(f32[2]{0:T(128)})")));
  EXPECT_FALSE(explainTiles(get("f99[2]{0:T(128)}")));
}

} // namespace
