//===- AliasingOperandsTest.cpp - Tests of libtpu's aliasing lists --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/Shape.h"
#include "llvm/Support/Allocator.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

class AliasingOperandsTest : public testing::Test {
protected:
  /// "0->1 2->0", "none" without a list, or the error.
  std::string read(StringRef Lists, uint32_t OperandCount,
                   uint32_t ResultCount) {
    const Shape *F32 = Shapes.getArray(ElementType::F32, {4});
    std::vector<const Shape *> Elements(ResultCount, F32);
    const Shape *Type = ResultCount == 1 ? F32 : Shapes.getTuple(Elements);
    std::string Config = ("{\"flag_configs\":[]," + Lists + "}").str();
    auto Read = parseAliasingOperands(Config, *Type, OperandCount);
    if (!Read)
      return toString(Read.takeError());
    if (!*Read)
      return "none";
    std::string Text;
    for (AliasingOperand A : **Read)
      Text += (Text.empty() ? "" : " ") + std::to_string(A.OperandNumber) +
              "->" + std::to_string(A.Result);
    return Text;
  }

  BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
};

// With three operands 3 is the first result.
TEST_F(AliasingOperandsTest, Lists) {
  EXPECT_EQ(read(R"("zeroes":"0")", 1, 1), "none");
  EXPECT_EQ(read(R"("aliasing_operands":{"lists":[]})", 1, 1), "");
  EXPECT_EQ(
      read(R"("aliasing_operands":{"lists":[{"indices":["2","3"]}]})", 3, 1),
      "2->0");
  EXPECT_EQ(read(R"("aliasing_operands":{"lists":[{"indices":["0","4"]},)"
                 R"({"indices":["1","2","3"]}]},"more":{"a":1})",
                 3, 2),
            "0->1 1->0 2->0");
  // Operands without a result: what they may become is not said.
  EXPECT_EQ(
      read(R"("aliasing_operands":{"lists":[{"indices":["0","1"]}]})", 2, 1),
      "");
}

TEST_F(AliasingOperandsTest, Errors) {
  EXPECT_EQ(
      read(R"("aliasing_operands":{"lists":[{"indices":["0","4"]}]})", 3, 1),
      "it names operand or result 4 of 3 and 1");
  EXPECT_EQ(read(R"("aliasing_operands":{"lists":[{"indices":["x"]}]})", 3, 1),
            "its indices are no numbers");
  EXPECT_EQ(read(R"("aliasing_operands":{"lists":[7]})", 3, 1),
            "its lists are no JSON objects");
  EXPECT_EQ(read(R"("aliasing_operands":{"lists":[{"indices")", 3, 1),
            "it is no JSON");
  // The parser calls itself for what is nested.
  EXPECT_EQ(
      read(R"("aliasing_operands":{"lists":)" + std::string(99999, '['), 3, 1),
      "it is no JSON");
  EXPECT_EQ(read(R"("aliasing_operands":{"lists":[{"indices":["0","0","0"]}]})",
                 1, 1),
            "it names more than there is");
  EXPECT_EQ(read(R"("aliasing_operands":7)", 3, 1), "it is no JSON object");
  EXPECT_EQ(read(R"("aliasing_operands":{})", 3, 1), "it has no lists");
  EXPECT_EQ(read(R"("aliasing_operands":{"lists":[{}]})", 3, 1),
            "a list has no indices");
}

} // namespace
