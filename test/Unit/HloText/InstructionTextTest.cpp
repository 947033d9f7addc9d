//===- InstructionTextTest.cpp - Tests of printWithoutOperandTypes --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/InstructionParser.h"
#include "hlomem/IR/Instruction.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

std::string strip(StringRef Text) {
  std::string Result;
  llvm::raw_string_ostream OS(Result);
  printWithoutOperandTypes(Text, OS);
  return Result;
}

TEST(InstructionTextTest, TypesGo) {
  EXPECT_EQ(strip("%a.1 = f32[2]{0} add(f32[2]{0} %b, f32[2]{0} %c-d)"),
            "%a.1 = f32[2]{0} add(%b, %c-d)");
  EXPECT_EQ(strip("a = pred[] f(s32[] %b), x={f32[] %c}"),
            "a = pred[] f(%b), x={f32[] %c}");
}

TEST(InstructionTextTest, TypesWithCommasAndBlanks) {
  EXPECT_EQ(strip("%a = (f32[2]{0:T(8,128)(2,1)}, (s32[], u8[])) "
                  "while((f32[2]{0:T(8,128)(2,1)}, (s32[], u8[])) %b)"),
            "%a = (f32[2]{0:T(8,128)(2,1)}, (s32[], u8[])) while(%b)");
  EXPECT_EQ(strip("%a = b(f32[2]) f(b(f32[2,3]{1,0}) %b, () %c, token[] %d)"),
            "%a = b(f32[2]) f(%b, %c, %d)");
}

TEST(InstructionTextTest, CommentsStay) {
  EXPECT_EQ(strip("%a = s32[] f(s32[] %b, /*index=5*/s32[] %c, "
                  "/*index=10*/(s32[], /*index=5*/s32[]) %d)"),
            "%a = s32[] f(%b, /*index=5*/%c, /*index=10*/%d)");
}

// Nothing to take away: all of it stays.
TEST(InstructionTextTest, NoTypes) {
  for (StringRef Text :
       {"", "%a", "%a = ", "%a = f32[]", "%a = f32[] add", "%a = f32[] iota()",
        "%a = f32[] add(%b, %c), metadata={op_name=\"f(f32[] %x)\"}",
        "%a = s32[] constant(5)", "%a = s8[2,1] constant({ {1}, {2} })",
        "%a = s32[] parameter(0)", "%a = f32[] add(b, c)",
        "%a = f32[] add(f32[] b, f32[] c)",
        "%a = f32[] custom-call(%b), custom_call_target=\"x(s32[] %y)\""})
    EXPECT_EQ(strip(Text), Text);
}

// What looks like an operand in a literal is none.
TEST(InstructionTextTest, Literals) {
  StringRef Text = "%a = u8[3] constant(\"f32[] %b\")";
  EXPECT_EQ(strip(Text), Text);
}

TEST(InstructionTextTest, NotUnderstood) {
  for (StringRef Text :
       {"%a = f32[2 add(f32[] %b)", "%a = f32[] add(f32[] %b",
        "%a = f32[] add(f32[] %b}", "%a = f32[] add(\"f32[] %b)",
        "%a = f32[] f(/*index=5 f32[] %b)", "%a: f32[] add(f32[] %b)"})
    EXPECT_EQ(strip(Text), Text);
}

TEST(InstructionTextTest, LineFeedsStay) {
  EXPECT_EQ(strip("%a = f32[] f(s32[] %b), backend_config={\"x\":\"1\n2\"}"),
            "%a = f32[] f(%b), backend_config={\"x\":\"1\n2\"}");
}

} // namespace
