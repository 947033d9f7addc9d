//===- ShapeSizeTest.cpp - Tests of the sizes of shapes -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeTest.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::test;

namespace {

TEST_F(ShapeTest, LogicalSize) {
  EXPECT_EQ(logical("f32[]"), 4u);
  EXPECT_EQ(logical("pred[3]"), 3u);
  EXPECT_EQ(logical("c128[2,3]"), 96u);
  EXPECT_EQ(logical("bf16[2,0,3]"), 0u);
  EXPECT_EQ(logical("f32[<=10,4]"), 160u);
  EXPECT_EQ(logical("opaque[]"), 8u);
  EXPECT_EQ(logical("token[]"), 0u);
  EXPECT_EQ(logical("()"), 0u);
  EXPECT_EQ(logical("(f32[1000], (s32[], s32[]), pred[])"), 24u);
}

TEST_F(ShapeTest, LogicalSizeIgnoresTilesAndTail) {
  EXPECT_EQ(logical("f32[64,32]{0,1:T(8,128)}"), 8192u);
  EXPECT_EQ(logical("s8[3]{0:L(1024)}"), 3u);
}

TEST_F(ShapeTest, SubByteTypesTakeAByteUnlessTheLayoutTells) {
  EXPECT_EQ(logical("s4[5]{0}"), 5u);
  EXPECT_EQ(logical("s4[5]{0:E(4)}"), 3u);
  EXPECT_EQ(logical("u2[5]{0:E(2)}"), 2u);
  EXPECT_EQ(logical("pred[9]{0:E(1)}"), 2u);
  EXPECT_EQ(logical("pred[9]{0:E(32)}"), 36u);
}

TEST_F(ShapeTest, LogicalSizeThatCannotBeKnown) {
  EXPECT_EQ(logical("goldilocks[8]{0}"), std::nullopt);
  EXPECT_EQ(logical("goldilocks[8]{0:E(64)}"), 64u);
  EXPECT_EQ(logical("f32[?]"), std::nullopt);
  EXPECT_EQ(logical("f32[0,?]"), std::nullopt);
  EXPECT_EQ(logical("b(f32[2])"), std::nullopt);
}

TEST_F(ShapeTest, SizesAboveThirtyTwoBits) {
  // 2^16 * 2^17 * 4 = 2^35
  EXPECT_EQ(logical("f32[65536,131072]"), 34359738368u);
  EXPECT_EQ(padded("f32[65536,131072]{1,0:T(8,128)}"), 34359738368u);
}

TEST_F(ShapeTest, SizesBeyondSixtyFourBitsAreUnknown) {
  EXPECT_EQ(logical("u8[18446744073709551614]"), 18446744073709551614u);
  // The greatest count of Bytes stands for all that do not fit.
  EXPECT_EQ(logical("u8[18446744073709551615]"), std::nullopt);
  EXPECT_EQ(logical("u16[9223372036854775807]"), 18446744073709551614u);
  EXPECT_EQ(logical("u16[9223372036854775808]"), std::nullopt);
  EXPECT_EQ(logical("u8[4294967296,4294967296]"), std::nullopt);
  EXPECT_EQ(logical("u8[4294967296,4294967296,0]"), 0u);
  // The elements fit, and in bits they do too.
  EXPECT_EQ(logical("u4[18446744073709551615]{0:E(4)}"), 9223372036854775808u);
  // Rounding up to the tile does not fit.
  EXPECT_EQ(padded("u8[18446744073709551615]{0:T(128)}"), std::nullopt);
  EXPECT_EQ(padded("u8[18446744073709551615]{0:L(128)}"), std::nullopt);
  EXPECT_EQ(padded("u8[2]{0:T(4,9223372036854775808)}"), std::nullopt);
}

TEST_F(ShapeTest, PaddedSizeIsThatOfTheFirstTile) {
  EXPECT_EQ(padded("f32[2]{0:T(128)}"), 512u);
  EXPECT_EQ(padded("f32[]{:T(128)}"), 512u);
  EXPECT_EQ(padded("u32[4,2]{0,1:T(2,128)}"), 1024u);
  EXPECT_EQ(padded("f32[64,32]{0,1:T(8,128)}"), 16384u);
  EXPECT_EQ(padded("s8[1,4,4]{2,1,0:T(4,128)(4,1)}"), 512u);
  EXPECT_EQ(padded("u32[]{:S(2)}"), 4u);
  EXPECT_EQ(logical("f32[2]{0:T(128)}"), 8u);
  EXPECT_EQ(logical("f32[]{:T(128)}"), 4u);
  EXPECT_EQ(logical("u32[4,2]{0,1:T(2,128)}"), 32u);
  EXPECT_EQ(logical("f32[64,32]{0,1:T(8,128)}"), 8192u);
  EXPECT_EQ(logical("s8[1,4,4]{2,1,0:T(4,128)(4,1)}"), 16u);
  EXPECT_EQ(logical("u32[]{:S(2)}"), 4u);
}

TEST_F(ShapeTest, PaddedSizeOfMoreTileNumbersThanDimensions) {
  // 128 x 8 elements of 2 bytes
  EXPECT_EQ(padded("bf16[3]{0:T(8,128)(2,1)}"), 2048u);
}

TEST_F(ShapeTest, PaddedSizeCountsBitsOfTheLayout) {
  // 128 x 8 elements of 4 bits
  EXPECT_EQ(padded("s4[5,100]{1,0:T(8,128)E(4)}"), 512u);
}

TEST_F(ShapeTest, PaddedSizeRoundsToTheTail) {
  // 3 x 5 = 15 elements, 16 with the tail
  EXPECT_EQ(padded("f32[3,5]{1,0:L(8)}"), 64u);
  // 128 x 3 = 384 elements, 512 with the tail
  EXPECT_EQ(padded("f32[3,5]{1,0:T(128)L(512)}"), 2048u);
  EXPECT_EQ(padded("f32[3,5]{1,0:L(0)}"), 60u);
}

TEST_F(ShapeTest, PaddedSizeMergesDimensionsMarkedWithStar) {
  // 11 x 10 = 110 up to 111, 2 x 7 x 8 = 112: XLA's own example of merging.
  EXPECT_EQ(padded("u8[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}"), 12432u);
  EXPECT_EQ(padded("u8[4,5]{1,0:T(3,*)}"), std::nullopt);
}

TEST_F(ShapeTest, PaddedSizeWithoutTilesIsTheLogicalOne) {
  EXPECT_EQ(padded("f32[2,3]{1,0}"), 24u);
  EXPECT_EQ(padded("f32[2,3]"), 24u);
  EXPECT_EQ(padded("s4[5]{0:E(4)}"), 3u);
  EXPECT_EQ(padded("token[]"), 0u);
  EXPECT_EQ(padded("f32[0,8]{1,0:T(8,128)}"), 0u);
}

TEST_F(ShapeTest, RoundedExtentsFollowTheLayout) {
  // "dimensions:extent/tile=rounded", the most minor one first.
  auto Describe = [this](StringRef Text) {
    std::string Result;
    raw_string_ostream OS(Result);
    auto Extents = get(Text)->getRoundedExtents();
    if (!Extents)
      return std::string("none");
    for (const RoundedExtent &R : *Extents) {
      for (uint64_t D : R.Dimensions)
        OS << D << ' ';
      OS << R.Extent << '/' << R.Tile << '=' << R.Rounded << ';';
    }
    return Result;
  };
  EXPECT_EQ(Describe("f32[64,32]{0,1:T(8,128)}"), "0 64/128=128;1 32/8=32;");
  EXPECT_EQ(Describe("f32[5,64,9]{1,2,0:T(8,128)}"),
            "1 64/128=128;2 9/8=16;0 5/1=5;");
  EXPECT_EQ(Describe("f32[]{:T(128)}"), "1/128=128;");
  EXPECT_EQ(Describe("u8[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}"),
            "4 3 110/3=111;2 1 0 112/2=112;");
  EXPECT_EQ(Describe("f32[2]{0}"), "none");
  EXPECT_EQ(Describe("(f32[2]{0:T(128)})"), "none");
  EXPECT_EQ(Describe("f99[2]{0:T(128)}"), "none");
}

TEST_F(ShapeTest, PaddedSizeInAnotherOrder) {
  const Shape &S = *get("f32[64,32]{0,1:T(8,128)L(65536)}");
  EXPECT_EQ(S.getPaddedSizeInOrder({0, 1}), S.getPaddedSize());
  // 128 * 64 = 8192 elements of 4 bytes, rounded up to 65536 elements.
  EXPECT_EQ(S.getPaddedSizeInOrder({1, 0}), Bytes(262144));
  EXPECT_EQ(get("f32[300,9]{1,0:T(8,128)}")->getPaddedSizeInOrder({0, 1}),
            Bytes(24576));
  EXPECT_EQ(S.getPaddedSizeInOrder({0}), std::nullopt);
  EXPECT_EQ(S.getPaddedSizeInOrder({0, 0}), std::nullopt);
  EXPECT_EQ(get("f32[2]{0}")->getPaddedSizeInOrder({0}), std::nullopt);
}

TEST_F(ShapeTest, PaddedSizeThatCannotBeKnown) {
  for (StringRef Text :
       {"(f32[2])", "()", "b(f32[2])", "goldilocks[8]{0:T(128)}",
        "f32[?]{0:T(128)}", "f32[<=8]{0}", "f32[<=8]{0:T(128)M(32)}",
        "f32[64]{0:SC(0:16)}", "f32[8]sparse{10}", "f32[8,8]{0:T(8,128)}",
        "f32[8,8]{1,1:T(8,128)}", "f32[8,8]{2,0:T(8,128)}", "f32[8]{0:T(0)}"})
    EXPECT_EQ(padded(Text), std::nullopt) << Text.str();
}

} // namespace
