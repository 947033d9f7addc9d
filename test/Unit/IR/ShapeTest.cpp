//===- ShapeTest.cpp - Tests of what a shape tells ------------------------===//
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

TEST_F(ShapeTest, ArrayTellsItsParts) {
  const Shape *S = get("s4[<=16,?,3]{1,2,0:T(8,*)(2,1)L(32)E(4)S(5)}");
  EXPECT_EQ(S->getKind(), Shape::Kind::Array);
  EXPECT_TRUE(S->isArray());
  EXPECT_EQ(S->getElementType(), ElementType::S4);
  EXPECT_EQ(S->getElementTypeName(), "s4");
  ASSERT_EQ(S->getDimensions().size(), 3u);
  EXPECT_EQ(S->getDimensions()[0].Extent, 16u);
  EXPECT_TRUE(S->getDimensions()[0].IsDynamic);
  EXPECT_FALSE(S->getDimensions()[0].IsUnbounded);
  EXPECT_TRUE(S->getDimensions()[1].IsUnbounded);
  EXPECT_TRUE(S->getDimensions()[1].IsDynamic);
  EXPECT_EQ(S->getDimensions()[2].Extent, 3u);
  EXPECT_FALSE(S->getDimensions()[2].IsDynamic);

  const Layout *L = S->getLayout();
  ASSERT_TRUE(L);
  EXPECT_EQ(L->Text, "{1,2,0:T(8,*)(2,1)L(32)E(4)S(5)}");
  EXPECT_EQ(L->MinorToMajor, (ArrayRef<uint64_t>{1, 2, 0}));
  ASSERT_EQ(L->Tiles.size(), 2u);
  ASSERT_EQ(L->Tiles[0].size(), 2u);
  EXPECT_EQ(L->Tiles[0][0].Extent, 8u);
  EXPECT_FALSE(L->Tiles[0][0].IsCombined);
  EXPECT_TRUE(L->Tiles[0][1].IsCombined);
  EXPECT_EQ(L->Tiles[1][0].Extent, 2u);
  EXPECT_EQ(L->Tiles[1][1].Extent, 1u);
  EXPECT_EQ(L->TailAlignment, 32u);
  EXPECT_EQ(L->ElementBits, 4u);
  EXPECT_EQ(L->MemorySpace, 5u);
  EXPECT_FALSE(L->HasUnknownSize);
}

TEST_F(ShapeTest, PlainArrayHasNoLayout) {
  const Shape *S = get("f32[2,3]");
  EXPECT_EQ(S->getLayout(), nullptr);
  EXPECT_FALSE(S->getDimensions()[0].IsDynamic);
  EXPECT_TRUE(S->getElements().empty());
}

TEST_F(ShapeTest, LayoutWithoutPropertiesIsInTheDefaultSpace) {
  const Layout *L = get("f32[2,3]{0,1}")->getLayout();
  ASSERT_TRUE(L);
  EXPECT_EQ(L->MemorySpace, 0u);
  EXPECT_TRUE(L->Tiles.empty());
  EXPECT_EQ(L->ElementBits, std::nullopt);
  EXPECT_EQ(L->TailAlignment, std::nullopt);
}

TEST_F(ShapeTest, PropertiesAreReadInAnyOrder) {
  const Layout *L = get("f32[2]{0:S(3)T(128)D(D)}")->getLayout();
  EXPECT_EQ(L->MemorySpace, 3u);
  ASSERT_EQ(L->Tiles.size(), 1u);
  EXPECT_FALSE(L->HasUnknownSize);
}

TEST_F(ShapeTest, SplitIsNotTakenForMemorySpace) {
  const Layout *L = get("f32[64]{0:SC(0:16,32)}")->getLayout();
  EXPECT_EQ(L->MemorySpace, 0u);
  EXPECT_TRUE(L->HasUnknownSize);
}

TEST_F(ShapeTest, KindsOtherThanArrays) {
  EXPECT_EQ(get("token[]")->getKind(), Shape::Kind::Token);
  EXPECT_EQ(get("token[]")->getElementType(), ElementType::Token);
  EXPECT_EQ(get("opaque[]")->getKind(), Shape::Kind::Array);
  EXPECT_EQ(get("opaque[]")->getElementType(), ElementType::Opaque);
  EXPECT_TRUE(get("()")->isTuple());
  EXPECT_FALSE(get("()")->isArray());
  EXPECT_TRUE(get("()")->getElements().empty());
  const Shape *Buffer = get("b(f32[2]{0})");
  EXPECT_EQ(Buffer->getKind(), Shape::Kind::Buffer);
  ASSERT_EQ(Buffer->getElements().size(), 1u);
  EXPECT_EQ(Buffer->getElements()[0], get("f32[2]{0}"));
}

TEST_F(ShapeTest, UnknownWordIsAnArrayOfUnknownType) {
  const Shape *S = get("goldilocks[8]{0}");
  EXPECT_TRUE(S->isArray());
  EXPECT_EQ(S->getElementType(), ElementType::Unknown);
  EXPECT_EQ(S->getElementTypeName(), "goldilocks");
  EXPECT_EQ(S->getDimensions()[0].Extent, 8u);
  // No word for a buffer either, which is "b(".
  EXPECT_TRUE(get("b[8]{0}")->isArray());
}

TEST_F(ShapeTest, EqualTextsAreTheSameShape) {
  std::string One = "(f32[2]{0}, s32[])", Other = "(f32[2]{0}, s32[])";
  const Shape *S = get(One);
  EXPECT_EQ(S, get(Other));
  EXPECT_EQ(S->getElements()[0], get("f32[2]{0}"));
  EXPECT_NE(S->getElements()[0], get("f32[2]"));
  EXPECT_EQ(S->getElements()[1], get("(s32[], (s32[]))")->getElements()[0]);
  EXPECT_EQ(get("((f32[2]{0}, s32[]), pred[])")->getElements()[0], S);
  EXPECT_EQ(get("b((f32[2]{0}, s32[]))")->getElements()[0], S);
  EXPECT_EQ(get("(b(f32[7]))")->getElements()[0], get("b(f32[7])"));
}

TEST_F(ShapeTest, KnownTextNeedsNoMemory) {
  get("(f32[2]{0}, s32[])");
  size_t Before = Arena.getBytesAllocated();
  get("(f32[2]{0}, s32[])");
  StringRef Rest = "(f32[2]{0}, s32[]) tuple()";
  ShapeError Error;
  Shapes.consume(Rest, Error);
  EXPECT_EQ(Arena.getBytesAllocated(), Before);
}

TEST_F(ShapeTest, SubshapeFollowsThePath) {
  const Shape *S = get("(s32[], (f32[2], b((pred[]))))");
  EXPECT_EQ(S->getSubshape(ShapeIndex()), S);
  EXPECT_EQ(S->getSubshape(*ShapeIndex::parse("{0}")), get("s32[]"));
  EXPECT_EQ(S->getSubshape(*ShapeIndex::parse("{1,0}")), get("f32[2]"));
  EXPECT_EQ(S->getSubshape(*ShapeIndex::parse("{2}")), nullptr);
  EXPECT_EQ(S->getSubshape(*ShapeIndex::parse("{0,0}")), nullptr);
  EXPECT_EQ(S->getSubshape(*ShapeIndex::parse("{1,1,0}")), nullptr);
  EXPECT_EQ(S->getSubshape(*ShapeIndex::parse("{18446744073709551615}")),
            nullptr);
}

TEST_F(ShapeTest, TilesAreSeenInsideTuples) {
  EXPECT_FALSE(get("(f32[2]{0:S(1)}, (s32[]))")->hasTiles());
  EXPECT_FALSE(Shapes.hasTiles());
  EXPECT_TRUE(get("(s32[], (f32[2]{0:T(128)}))")->hasTiles());
  EXPECT_TRUE(get("b(f32[2]{0:T(128)})")->hasTiles());
  EXPECT_TRUE(Shapes.hasTiles());
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Reading from the start of a longer text
//===----------------------------------------------------------------------===//

TEST_F(ShapeTest, ConsumeStopsAfterTheShape) {
  ShapeError Error;
  for (StringRef Front : {"f32[2]", "f32[2]{0}", "(f32[2], s32[])", "b(s32[])",
                          "u32[]{:S(2)}", "()", "f32[8]sparse{10}"})
    for (StringRef After : {"", " add(%a)", "| at ShapeIndex {}", ", s32[]"}) {
      std::string Text = (Front + After).str();
      // Once unknown, once known.
      BumpPtrAllocator Arena;
      ShapeContext Shapes(Arena);
      for (int I = 0; I < 2; ++I) {
        StringRef Rest = Text;
        const Shape *S = Shapes.consume(Rest, Error);
        ASSERT_TRUE(S) << Text;
        EXPECT_EQ(print(*S), Front);
        EXPECT_EQ(Rest, After);
      }
    }
}

TEST_F(ShapeTest, ConsumeLeavesTheTextWhenItFails) {
  ShapeError Error;
  StringRef Text = "(f32[2], s32[) tuple()";
  EXPECT_EQ(Shapes.consume(Text, Error), nullptr);
  EXPECT_EQ(Text, "(f32[2], s32[) tuple()");
  EXPECT_EQ(Error.Offset, 13u);
  EXPECT_EQ(Error.Message, "expected a number, '<=' or '?'");
}

//===----------------------------------------------------------------------===//
// Texts that are no shapes
//===----------------------------------------------------------------------===//

TEST_F(ShapeTest, ErrorsInArrays) {
  EXPECT_EQ(errorOf(""), "0: expected a shape");
  EXPECT_EQ(errorOf(" f32[]"), "0: expected a shape");
  EXPECT_EQ(errorOf("[2]"), "0: expected a shape");
  EXPECT_EQ(errorOf("f32"), "3: expected '[' after the element type");
  EXPECT_EQ(errorOf("f32(2)"), "3: expected '[' after the element type");
  EXPECT_EQ(errorOf("f32["), "4: expected a number, '<=' or '?'");
  EXPECT_EQ(errorOf("f32[-1]"), "4: expected a number, '<=' or '?'");
  EXPECT_EQ(errorOf("f32[2,]"), "6: expected a number, '<=' or '?'");
  EXPECT_EQ(errorOf("f32[2, 3]"), "6: expected a number, '<=' or '?'");
  EXPECT_EQ(errorOf("f32[<=]"), "6: expected a number after '<='");
  EXPECT_EQ(errorOf("f32[<=?]"), "6: expected a number after '<='");
  EXPECT_EQ(errorOf("f32[2"), "5: expected ',' or ']' in the dimensions");
  EXPECT_EQ(errorOf("f32[2;3]"), "5: expected ',' or ']' in the dimensions");
  EXPECT_EQ(errorOf("f32[2]x"), "6: unexpected text after the shape");
  EXPECT_EQ(errorOf("f32[2]sparse"), "6: unexpected text after the shape");
  EXPECT_EQ(errorOf("f32[2]{0}{0}"), "9: unexpected text after the shape");
}

TEST_F(ShapeTest, ErrorsInNumbers) {
  EXPECT_EQ(errorOf("f32[18446744073709551616]"),
            "4: number does not fit into 64 bits");
  EXPECT_EQ(errorOf("f32[<=18446744073709551616]"),
            "6: number does not fit into 64 bits");
  EXPECT_EQ(errorOf("f32[2]{18446744073709551616}"),
            "7: number does not fit into 64 bits");
  EXPECT_EQ(errorOf("f32[2]{0:T(99999999999999999999)}"),
            "11: number does not fit into 64 bits");
  EXPECT_EQ(errorOf("f32[2]{0:S(99999999999999999999)}"),
            "11: number does not fit into 64 bits");
  EXPECT_EQ(errorOf("f32[02]"), "4: number has leading zeros");
}

TEST_F(ShapeTest, ErrorsInTuples) {
  EXPECT_EQ(errorOf("("), "1: expected a shape");
  EXPECT_EQ(errorOf("(f32[2]"), "7: expected ', ' or ')' in the tuple");
  EXPECT_EQ(errorOf("(f32[2],s32[])"), "7: expected ', ' or ')' in the tuple");
  EXPECT_EQ(errorOf("(f32[2], )"), "9: expected a shape");
  EXPECT_EQ(errorOf("(, f32[2])"), "1: expected a shape");
  EXPECT_EQ(errorOf("(f32[2], f32[x])"), "13: expected a number, '<=' or '?'");
  EXPECT_EQ(errorOf("())"), "2: unexpected text after the shape");
}

TEST_F(ShapeTest, ErrorsInIndexComments) {
  EXPECT_EQ(errorOf("(s32[], /*index=1*/s32[])"),
            "8: misplaced index comment before element 1");
  EXPECT_EQ(errorOf("(/*index=0*/s32[])"),
            "1: misplaced index comment before element 0");
  EXPECT_EQ(errorOf("(s32[], s32[], s32[], s32[], s32[], /*index=6*/s32[])"),
            "36: misplaced index comment before element 5");
  EXPECT_EQ(errorOf("(s32[], s32[], s32[], s32[], s32[], /*index=*/s32[])"),
            "44: expected the element's number in the comment");
  EXPECT_EQ(errorOf("(s32[], s32[], s32[], s32[], s32[], /*index=5s32[])"),
            "45: expected '*/' at the end of the comment");
  // Either all places have a comment or none.
  EXPECT_EQ(errorOf("(s32[], s32[], s32[], s32[], s32[], /*index=5*/s32[], "
                    "s32[], s32[], s32[], s32[], s32[])"),
            "82: expected '/*index=10*/'");
  EXPECT_EQ(errorOf("(s32[], s32[], s32[], s32[], s32[], s32[], "
                    "s32[], s32[], s32[], s32[], /*index=10*/s32[])"),
            "71: misplaced index comment before element 10");
}

TEST_F(ShapeTest, ErrorsInBuffers) {
  EXPECT_EQ(errorOf("b()"), "2: expected a shape");
  EXPECT_EQ(errorOf("b(f32[2]"),
            "8: expected ')' after the shape in the buffer");
  EXPECT_EQ(errorOf("b(f32[2], f32[2])"),
            "8: expected ')' after the shape in the buffer");
}

TEST_F(ShapeTest, ErrorsInLayouts) {
  EXPECT_EQ(errorOf("f32[2]{0"), "6: layout without matching '}'");
  EXPECT_EQ(errorOf("f32[2]{0:T(8}"), "6: layout without matching '}'");
  EXPECT_EQ(errorOf("f32[2]sparse{"), "12: layout without matching '}'");
  EXPECT_EQ(errorOf("f32[2]{x}"), "7: expected a dimension's number");
  EXPECT_EQ(errorOf("f32[2]{0,}"), "9: expected a dimension's number");
  EXPECT_EQ(errorOf("f32[2]{0;1}"),
            "8: expected ',', ':' or '}' in the layout");
  EXPECT_EQ(errorOf("f32[2]{0:T(8,x)}"),
            "13: expected a number or '*' in the tile");
  EXPECT_EQ(errorOf("f32[2]{0:T(8 128)}"),
            "12: expected ',' or ')' in the tile");
  EXPECT_EQ(errorOf("f32[2]{0:T(8)(2,)}"),
            "16: expected a number or '*' in the tile");
  EXPECT_EQ(errorOf("f32[2]{0:S()}"),
            "11: expected a number in the layout's 'S'");
  EXPECT_EQ(errorOf("f32[2]{0:E(4,4)}"),
            "12: expected ')' after the layout's 'E'");
  EXPECT_EQ(errorOf("f32[2]{0:L(x)}"),
            "11: expected a number in the layout's 'L'");
}

TEST_F(ShapeTest, FailureDoesNotSpoilLaterShapes) {
  EXPECT_EQ(errorOf("(f32[2]{0}, s32[)"), "16: expected a number, '<=' or '?'");
  EXPECT_EQ(logical("f32[2]{0}"), 8u);
  EXPECT_EQ(errorOf("f32[2] "), "6: unexpected text after the shape");
  EXPECT_EQ(logical("f32[2]"), 8u);
}

TEST_F(ShapeTest, SameShapeOfAnotherText) {
  BumpPtrAllocator OtherArena;
  ShapeContext OtherShapes(OtherArena);
  ShapeError Error;
  auto IsSame = [&](StringRef A, StringRef B, bool WithLayout = true) {
    const Shape *Other = OtherShapes.get(B, Error);
    EXPECT_TRUE(Other) << B.str();
    bool Same = isSameShape(*get(A), *Other, WithLayout);
    EXPECT_EQ(isSameShape(*Other, *get(A), WithLayout), Same);
    return Same;
  };
  EXPECT_TRUE(IsSame("f32[2,<=3]{1,0:T(8)}", "f32[2,<=3]{1,0:T(8)}"));
  EXPECT_TRUE(IsSame("(s32[], (f32[2]{0}))", "(s32[], (f32[2]{0}))"));
  EXPECT_TRUE(IsSame("(s32[], s32[], s32[], s32[], s32[], s32[])",
                     "(s32[], s32[], s32[], s32[], s32[], /*index=5*/s32[])"));
  EXPECT_FALSE(IsSame("f32[2]", "s32[2]"));
  EXPECT_FALSE(IsSame("q7[2]", "q9[2]"));
  EXPECT_FALSE(IsSame("f32[2]", "f32[3]"));
  EXPECT_FALSE(IsSame("f32[2]", "f32[2,1]"));
  EXPECT_FALSE(IsSame("f32[2]", "f32[<=2]"));
  EXPECT_FALSE(IsSame("f32[0]", "f32[?]"));
  EXPECT_FALSE(IsSame("f32[2]", "(f32[2])"));
  EXPECT_FALSE(IsSame("b(f32[2])", "(f32[2])"));
  EXPECT_FALSE(IsSame("(s32[])", "(s32[], s32[])"));
  EXPECT_FALSE(IsSame("(s32[], (f32[2]))", "(s32[], (f32[4]))"));
}

TEST_F(ShapeTest, SameShapeInAnotherLayout) {
  auto IsSame = [&](StringRef A, StringRef B, bool WithLayout) {
    return isSameShape(*get(A), *get(B), WithLayout);
  };
  StringRef Row = "(f32[2,3]{1,0})", Column = "(f32[2,3]{0,1})";
  StringRef None = "(f32[2,3])";
  EXPECT_TRUE(IsSame(Row, Column, /*WithLayout=*/false));
  EXPECT_FALSE(IsSame(Row, Column, /*WithLayout=*/true));
  EXPECT_TRUE(IsSame(Row, None, /*WithLayout=*/false));
  EXPECT_FALSE(IsSame(Row, None, /*WithLayout=*/true));
  EXPECT_FALSE(IsSame(None, Row, /*WithLayout=*/true));
}

} // namespace
