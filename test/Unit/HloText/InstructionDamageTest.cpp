//===- InstructionDamageTest.cpp - Texts that are cut or out of form ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionTest.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::test;

namespace {

using InstructionDamageTest = InstructionTest;

TEST_F(InstructionDamageTest, WhatPrecedesTheDamageIsKept) {
  InstructionDetails I = parseAny(
      "%a.1 = s32[] add(%x, %y), direction=LT, metadata={op_name=\"cut");
  EXPECT_FALSE(I.IsComplete);
  EXPECT_EQ(I.Name, "a.1");
  EXPECT_EQ(print(I.Type), "s32[]");
  EXPECT_EQ(I.Op, Opcode::Add);
  EXPECT_EQ(operandsOf(I), "x y");
  EXPECT_EQ(keysOf(I), "direction");
  EXPECT_EQ(I.Metadata.OpName, "");
}

TEST_F(InstructionDamageTest, DamagedOperandsKeepTheHead) {
  InstructionDetails I = parseAny("%a.1 = s32[] add(%x, %y");
  EXPECT_FALSE(I.IsComplete);
  EXPECT_EQ(I.OpcodeName, "add");
  EXPECT_EQ(I.OperandText, "");
  I = parseAny("%a.1 = s32[] add(%x, 7), direction=LT");
  EXPECT_FALSE(I.IsComplete);
  EXPECT_EQ(I.OperandText, "%x, 7");
  EXPECT_TRUE(I.Operands.empty());
  EXPECT_TRUE(I.Attributes.empty());
}

TEST_F(InstructionDamageTest, UnknownEndKeepsTheAttributes) {
  for (StringRef End : {" (pinned)", " foo: 2", ", foo 1", "<8 b @0>"}) {
    InstructionDetails I = parseAny(
        ("%a = s32[] add(%x, %y), to_apply=%r, metadata={op_name=\"n\"}" + End)
            .str());
    EXPECT_FALSE(I.IsComplete) << End.str();
    EXPECT_EQ(keysOf(I), "to_apply metadata") << End.str();
    EXPECT_EQ(callsOf(I), "to_apply=r") << End.str();
    EXPECT_EQ(I.Metadata.OpName, "n") << End.str();
  }
}

TEST_F(InstructionDamageTest, UnreadableShapeKeepsTheName) {
  InstructionDetails I = parseAny("%a.1 = s32[ add(%x)");
  EXPECT_FALSE(I.IsComplete);
  EXPECT_EQ(I.Name, "a.1");
  EXPECT_EQ(I.Type, nullptr);
  EXPECT_EQ(I.Op, Opcode::Unknown);
  EXPECT_EQ(I.OpcodeName, "");
}

TEST_F(InstructionDamageTest, DamagedMetadataKeepsTheAttributes) {
  InstructionDetails I =
      parseAny("%a = s32[] add(%x, %y), to_apply=%r, "
               "metadata={op_name=\"n\" source_line=x source_column=2}");
  EXPECT_FALSE(I.IsComplete);
  EXPECT_EQ(keysOf(I), "to_apply metadata");
  EXPECT_EQ(callsOf(I), "to_apply=r");
  EXPECT_EQ(I.Metadata.OpName, "n");
  EXPECT_EQ(I.Metadata.SourceLine, 0u);
  EXPECT_EQ(I.Metadata.SourceColumn, 0u);
}

TEST_F(InstructionDamageTest, TextsThatAreNotUnderstood) {
  for (StringRef Text :
       {"", "%", "%a", "%a =", "%a = ", " %a = s32[] add()", "%a = s32[]",
        "%a = s32[] ", "%a = s32[] add", "%a = s32[]add()", "%a = s32[] (%x)",
        "%a = s32[] add(%x]", "%a = s32[] add(%x, )", "%a = s32[] add(, %x)",
        "%a = s32[] add(%)", "%a = s32[] add(s32[]%x)",
        "%a = s32[] add(s32[ %x)", "%a = s32[] add(s32[] s32[] %x)",
        "%a = s32[] add(/*index=5 %x)", "%a = s32[] add(%x) ",
        "%a = s32[] add(%x),", "%a = s32[] add(%x), ",
        "%a = s32[] add(%x), key", "%a = s32[] add(%x), =value",
        "%a = s32[] add(%x), key={", "%a = s32[] add(%x), key={]",
        "%a = s32[] add(%x), key=}", "%a = s32[] add(%x), key=\"\\\"",
        "%a = s32[] add(%x),key=1", "%a = s32[] add(%x), to_apply=",
        "%a = s32[] add(%x), to_apply=%", "%a = s32[] add(%x), to_apply={%a",
        "%a = s32[] add(%x), to_apply={%a,%b}",
        "%a = s32[] add(%x), to_apply={%a, }",
        "%a = s32[] add(%x), to_apply=%a %b",
        "%a = s32[] add(%x), control-predecessors={%a}x",
        "%a = s32[] add(%x), metadata=1",
        "%a = s32[] add(%x), metadata={op_name}",
        "%a = s32[] add(%x), metadata={op_name=x}",
        "%a = s32[] add(%x), metadata={op_name=\"}",
        "%a = s32[] add(%x), metadata={source_line=\"1\"}",
        "%a = s32[] add(%x), metadata={source_line=1x}",
        "%a = s32[] add(%x), metadata={source_line=18446744073709551616}",
        // The next line of the dump, glued to this one.
        "%a = s32[] add(%x)<8 add.3 @0>",
        "%a = s32[] add(%x), calls=%f<8 add.3 @0>",
        "%a = s32[] add(%x), metadata={op_name=\"x\"}<8 add.3 @0>"})
    EXPECT_FALSE(parseAny(Text).IsComplete) << Text.str();
}

TEST_F(InstructionDamageTest, DeepNestingIsOnlyMatched) {
  std::string Text = "%a = s32[] add(%x), key=" + std::string(1000000, '{') +
                     std::string(1000000, '}') + ", last=1";
  EXPECT_EQ(parse(Text).getAttribute("last"), "1");
  std::string Open = "%a = s32[] constant(" + std::string(1000000, '(');
  EXPECT_FALSE(parseAny(Open).IsComplete);
}

// As far as it goes it says the same as the whole.
TEST_F(InstructionDamageTest, Outline) {
  for (StringRef Text :
       {"%add.2 = f32[2]{0} add(f32[2]{0} %a, f32[2]{0} %b), metadata={x=1}",
        "t = (f32[2]{0}, s32[]) tuple(a, b)",
        "%w = (s32[]) while(%t), condition=%c, body=%b, "
        "control-predecessors={}",
        "%p = f32[] parameter(0), sharding={replicated}",
        "%c = f32[2]{0} constant({1, 2})", "%o = f32[] new-opcode({1, %a})",
        // Cut at each part.
        "", "%a", "%a = ", "%a = f32[", "%a = f32[]", "%a = f32[] add",
        "%a = f32[] add(", "%a = f32[] add(%b", "%a = f32[] add(%b, ",
        "%a = f32[] add(%b, 5)", "%a = f32[] add(%b), calls="}) {
    InstructionOutline Front = parseOutline(Text);
    InstructionDetails Whole = parseAny(Text);
    EXPECT_EQ(Front.Name, Whole.Name);
    EXPECT_EQ(readType(Front.TypeText), Whole.Type);
    EXPECT_EQ(Front.Op, Whole.Op);
    EXPECT_EQ(Front.OpcodeName, Whole.OpcodeName);
    EXPECT_EQ(Front.OperandText, Whole.OperandText);
    ASSERT_EQ(Front.Operands.size(), Whole.Operands.size());
    for (auto [L, R] : zip_equal(Front.Operands, Whole.Operands))
      EXPECT_EQ(std::pair(L.Name, readType(L.TypeText)),
                std::pair(R.Name, R.Type));
  }
}

TEST_F(InstructionDamageTest, OutlineEndsBeforeTheAttributes) {
  InstructionOutline O =
      parseOutline("%a = f32[2]{0} add(%b, %c), calls=%d, x=");
  EXPECT_TRUE(O.IsComplete);
  EXPECT_EQ(O.Name, "a");
  EXPECT_EQ(O.TypeText, "f32[2]{0}");
  EXPECT_EQ(O.Op, Opcode::Add);
  ASSERT_EQ(O.Operands.size(), 2u);
  EXPECT_EQ(O.Operands[1].Name, "c");
  EXPECT_EQ(O.AttributeText, ", calls=%d, x=");
  O = parseOutline("%a = f32[2]{0} add(%b, 5), x=1");
  EXPECT_FALSE(O.IsComplete);
  EXPECT_TRUE(O.Operands.empty());
  EXPECT_EQ(O.OperandText, "%b, 5");
}

TEST_F(InstructionDamageTest, HeadEndsBeforeTheOperands) {
  InstructionHead Head =
      parseHead("%w = (f32[2]{0:T(8)}, /*index=1*/(s32[], b(f32[]))) "
                "while(%t), body=%b");
  EXPECT_EQ(Head.Name, "w");
  EXPECT_EQ(Head.TypeText, "(f32[2]{0:T(8)}, /*index=1*/(s32[], b(f32[])))");
  EXPECT_EQ(Head.Op, Opcode::While);
  EXPECT_EQ(Head.OpcodeName, "while");
  EXPECT_EQ(Head.Tail, "(%t), body=%b");
  // A handle has blanks like a tuple, and an opcode may be a wrapped one.
  Head = parseHead("x = b((f32[], s32[])) fusion-start(");
  EXPECT_EQ(Head.TypeText, "b((f32[], s32[]))");
  EXPECT_EQ(Head.Op, Opcode::AsyncStart);
  EXPECT_EQ(Head.OpcodeName, "fusion-start");
  EXPECT_EQ(Head.Tail, "(");
}

// The type is only passed over.
TEST_F(InstructionDamageTest, HeadGoesOnBehindATypeThatCannotBeRead) {
  StringRef Text = "%a = f99[?x]{no}y add(%b), calls=%c";
  InstructionHead Head = parseHead(Text);
  EXPECT_EQ(Head.TypeText, "f99[?x]{no}y");
  EXPECT_EQ(Head.Op, Opcode::Add);
  InstructionDetails Whole = parseAny(Text);
  EXPECT_EQ(Whole.Type, nullptr);
  EXPECT_EQ(Whole.Op, Opcode::Add);
  EXPECT_TRUE(Whole.Attributes.empty());
  EXPECT_FALSE(Whole.IsComplete);
}

TEST_F(InstructionDamageTest, HeadOfAnUnknownTextHasNoTail) {
  for (StringRef Text :
       {"", "%", "%a", "%a =", "%a = ", "%a =  add(%b)", "%a = f32[]",
        "%a = f32[] ", "%a = f32[] add", "%a = f32[] add{", "%a = (f32[] add(",
        "%a = (f32[)] add(%b)", "%a = {\" add(%b)", "= f32[] add(%b)"}) {
    InstructionHead Head = parseHead(Text);
    EXPECT_EQ(Head.Tail, "") << Text.str();
    EXPECT_EQ(Head.Op, Opcode::Unknown) << Text.str();
  }
}

} // namespace
