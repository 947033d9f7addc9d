//===- ShapeTest.cpp - Tests of what a shape tells ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeTest.h"
#include "hlomem/HloText/ShapeParser.h"

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
  // Where the next object would lie: not every LLVM counts bytes.
  auto Next = [this] { return *Arena.identifyObject(Arena.Allocate(1, 1)); };
  int64_t First = Next();
  int64_t Before = Next();
  get("(f32[2]{0}, s32[])");
  StringRef Rest = "(f32[2]{0}, s32[]) tuple()";
  ShapeError Error;
  consumeShape(Rest, Shapes, Error);
  EXPECT_EQ(Next() - Before, Before - First);
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

TEST_F(ShapeTest, SameShapeOfAnotherText) {
  BumpPtrAllocator OtherArena;
  ShapeContext OtherShapes(OtherArena);
  ShapeError Error;
  auto IsSame = [&](StringRef A, StringRef B, bool WithLayout = true) {
    const Shape *Other = parseShape(B, OtherShapes, Error);
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

TEST_F(ShapeTest, WithOtherElements) {
  auto Get = [&](StringRef Text, ElementType Type, ArrayRef<uint64_t> Extents) {
    return print(*Shapes.getWithElements(*get(Text), Type, Extents));
  };
  EXPECT_EQ(Get("f32[2,3]{1,0}", ElementType::BF16, {2, 3}), "bf16[2,3]{1,0}");
  EXPECT_EQ(Get("f32[2,3]{0,1}", ElementType::F32, {1, 3}), "f32[1,3]{0,1}");
  EXPECT_EQ(Get("f32[2,3]", ElementType::S8, {0, 3}), "s8[0,3]");
  EXPECT_EQ(Get("f32[]", ElementType::F16, {}), "f16[]");
  // What is dynamic stays so, and so do tiles and the memory space.
  EXPECT_EQ(Get("f32[<=2,3]{1,0}", ElementType::BF16, {4, 3}),
            "bf16[<=4,3]{1,0}");
  EXPECT_EQ(Get("f32[8,128]{1,0:T(8,128)S(1)}", ElementType::BF16, {8, 128}),
            "bf16[8,128]{1,0:T(8,128)S(1)}");
  // The width of elements is that of a type, and goes with it.
  EXPECT_EQ(Get("s4[8]{0:E(4)}", ElementType::S8, {8}), "s8[8]{0}");
  EXPECT_EQ(Get("s4[8]{0:T(8)E(4)S(1)}", ElementType::S8, {8}),
            "s8[8]{0:T(8)S(1)}");
  EXPECT_EQ(Get("s4[8]{0:E(4)}", ElementType::S4, {4}), "s4[4]{0:E(4)}");
  // The same shape is the same object.
  EXPECT_EQ(Shapes.getWithElements(*get("f32[2]{0}"), ElementType::F32, {2}),
            get("f32[2]{0}"));
  // As large as 64 bits, and no size then.
  const Shape *Large =
      Shapes.getWithElements(*get("f32[2,3]{1,0}"), ElementType::F64,
                             {~uint64_t(0) >> 1, ~uint64_t(0) >> 1});
  EXPECT_EQ(Large->getPaddedSize(), std::nullopt);
}

} // namespace
