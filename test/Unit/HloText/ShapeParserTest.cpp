//===- ShapeParserTest.cpp - Tests of reading and printing shapes ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/ShapeParser.h"
#include "ShapeTest.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::test;

namespace {

//===----------------------------------------------------------------------===//
// Printing gives back what was read
//===----------------------------------------------------------------------===//

TEST_F(ShapeTest, RoundTripOfRealShapes) {
  for (StringRef Text : {
           "pred[]",
           "s32[]",
           "u64[2]{0}",
           "u32[32,16]{1,0}",
           "f32[2,128,4096]{2,1,0}",
           "s32[4,4,1]{2,1,0}",
           "f32[64,16]{0,1}",
           "f32[9]{0:T(128)}",
           "s8[1,4,4]{2,1,0:T(4,128)(4,1)}",
           "u32[4,2]{0,1:T(2,128)}",
           "f32[64,32]{0,1:T(8,128)S(1)}",
           "u32[]{:S(2)}",
           "f32[]{:T(128)}",
           "u32[]{:T(128)S(6)}",
           "(f32[3]{0})",
           "(s32[], f32[32,32]{1,0}, f32[16,16]{1,0})",
           "(f32[16]{0:T(128)S(1)}, f32[16,64]{1,0:T(8,128)S(1)})",
           "(f32[64,64]{1,0:T(8,128)S(1)}, f32[64,64]{1,0:T(8,128)}, "
           "u32[]{:S(2)})",
           "(s32[], u32[32,16]{1,0}, u32[32,16]{1,0}, u32[], u32[], "
           "/*index=5*/u32[], u32[4]{0}, u32[4]{0})",
       })
    EXPECT_EQ(print(*get(Text)), Text);
}

TEST_F(ShapeTest, RoundTripOfEveryPartOfTheGrammar) {
  for (StringRef Text : {
           "()",
           "(())",
           "((f32[2]{0}), f32[2]{0}, u32[])",
           "((), (s32[], ()))",
           "token[]",
           "opaque[]",
           "f32[]{}",
           "f32[0]{0}",
           "goldilocks[8]{0}",
           "f32[<=1024,4]{1,0}",
           "f32[?,4]",
           "f32[?,?]{1,0}",
           "b(f32[2,3]{1,0})",
           "(b(f32[2]{0:T(128)}), b((s32[])))",
           "f32[18446744073709551615]{0}",
           "bf16[4,8]{1,0:T(*,128)}",
           "f32[2,7,8,11,10]{4,3,2,1,0:T(*,*,2,*,3)}",
           "f32[4]{0:T()}",
           "s4[16,128]{1,0:T(8,128)(2,1)E(4)}",
           "f32[4]{0:S(5)}",
           "f32[4,5]{1,0:D(D,C+~)#(u32)*(u64)}",
           "f32[4,5]{1,0:D(S,H)#(invalid)}",
           "f32[4,5]{1,0:T(8,128)D(D,C)}",
           "f32[4]{0:L(1024)}",
           "bf16[64,128]{1,0:T(8,128)L(2048)E(16)S(1)SC(0:16,32)(1:64)}",
           "f32[<=4]{0:T(128)M(32)}",
           "f32[4,5]{1,0:D(D,C)P((s32[4]{0:T(128)}, (f32[20]{0})))}",
           "f32[4,5]{1,0:D(D,C)T(8,128)L(8)#(u32)*(u32)E(32)S(1)SC(0:1)"
           "P(f32[9]{0})M(8)}",
           "f32[8]sparse{10}",
           "f32[8]invalid{}",
       })
    EXPECT_EQ(print(*get(Text)), Text);
}

TEST_F(ShapeTest, RoundTripOfLayoutsOfUnknownForm) {
  for (StringRef Text : {
           "f32[4]{0:Q(1)}",
           "f32[4]{0:Q}",
           "f32[4]{0:S(1)Q{a:[1]}T(8)}",
           "f32[4]{0:S(1)S(2)}",
           "f32[4]{0:(1)}",
           "f32[4]{0:x=\"}\"}",
           "f32[4]{0:x=\"(\"}",
       }) {
    EXPECT_EQ(print(*get(Text)), Text);
    EXPECT_EQ(padded(Text), std::nullopt) << Text.str();
    EXPECT_EQ(logical(Text), 16u) << Text.str();
  }
}

TEST_F(ShapeTest, TuplesOfOldDumpsHaveNoIndexComments) {
  StringRef Old = "(s32[], s32[], s32[], s32[], s32[], s32[], s32[], s32[], "
                  "s32[], s32[], s32[])";
  StringRef New = "(s32[], s32[], s32[], s32[], s32[], /*index=5*/s32[], "
                  "s32[], s32[], s32[], s32[], /*index=10*/s32[])";
  EXPECT_EQ(print(*get(Old)), Old);
  EXPECT_EQ(print(*get(New)), New);
}

TEST_F(ShapeTest, CommentsCountPerTuple) {
  StringRef Text = "((s32[], s32[], s32[], s32[], s32[], /*index=5*/s32[]), "
                   "s32[], s32[], s32[], s32[], "
                   "/*index=5*/(s32[], s32[], s32[], s32[], s32[], "
                   "/*index=5*/s32[]))";
  EXPECT_EQ(print(*get(Text)), Text);
}

TEST_F(ShapeTest, PrintsWithoutLayout) {
  EXPECT_EQ(print(*get("f32[64,32]{0,1:T(8,128)S(1)}"), false), "f32[64,32]");
  EXPECT_EQ(print(*get("u32[]{:S(2)}"), false), "u32[]");
  EXPECT_EQ(print(*get("b(f32[<=2]{0})"), false), "b(f32[<=2])");
  EXPECT_EQ(print(*get("(s32[], u32[3]{0}, u32[], u32[], u32[], "
                       "/*index=5*/(u32[4]{0}))"),
                  false),
            "(s32[], u32[3], u32[], u32[], u32[], /*index=5*/(u32[4]))");
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
        const Shape *S = consumeShape(Rest, Shapes, Error);
        ASSERT_TRUE(S) << Text;
        EXPECT_EQ(print(*S), Front);
        EXPECT_EQ(Rest, After);
      }
    }
}

TEST_F(ShapeTest, ConsumeLeavesTheTextWhenItFails) {
  ShapeError Error;
  StringRef Text = "(f32[2], s32[) tuple()";
  EXPECT_EQ(consumeShape(Text, Shapes, Error), nullptr);
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

TEST_F(ShapeTest, NestingIsLimited) {
  std::string Deepest = std::string(256, '(') + std::string(256, ')');
  EXPECT_EQ(print(*get(Deepest)), Deepest);
  std::string TooDeep = std::string(257, '(') + std::string(257, ')');
  EXPECT_EQ(errorOf(TooDeep), "256: shape is nested deeper than 256 levels");
  std::string Buffers;
  for (int I = 0; I < 257; ++I)
    Buffers += "b(";
  EXPECT_EQ(errorOf(Buffers), "512: shape is nested deeper than 256 levels");
  std::string FarTooDeep(1000000, '(');
  EXPECT_EQ(errorOf(FarTooDeep), "256: shape is nested deeper than 256 levels");
  // Brackets inside a layout are only matched.
  std::string InLayout = "f32[2]{0:P(" + std::string(100000, '(') +
                         std::string(100000, ')') + ")}";
  EXPECT_EQ(print(*get(InLayout)), InLayout);
}

TEST_F(ShapeTest, WideTuple) {
  std::string Text = "(f32[1]{0}";
  for (unsigned I = 1; I < 100000; ++I) {
    Text += ", ";
    if (I % 5 == 0)
      Text += "/*index=" + utostr(I) + "*/";
    Text += "f32[" + utostr(I % 1000 + 1) + "]{0}";
  }
  Text += ")";
  const Shape *S = get(Text);
  EXPECT_EQ(S->getElements().size(), 100000u);
  EXPECT_EQ(S->getLogicalSize()->count(), 800000u);
  EXPECT_EQ(S->getElements()[1000], S->getElements()[0]);
  EXPECT_TRUE(print(*S) == Text);
}

} // namespace
