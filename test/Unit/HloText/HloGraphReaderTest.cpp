//===- HloGraphReaderTest.cpp ---------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/HloText/HloGraphReader.h"
#include "hlomem/HloText/HloTextParser.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/HloProgram.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

class HloGraphReaderTest : public ::testing::Test {
protected:
  const HloGraph *read(StringRef Text) {
    std::string Error = errorOf(Text);
    EXPECT_EQ(Error, "");
    return G.get();
  }
  std::string errorOf(StringRef Text) {
    Expected<std::unique_ptr<HloProgram>> Read = parseHloText(
        SourceText::whole(MemoryBuffer::getMemBufferCopy(Text, "m.txt")));
    if (!Read)
      return toString(Read.takeError());
    Program = std::move(*Read);
    Expected<std::unique_ptr<HloGraph>> Made = readHloGraph(*Program, Shapes);
    if (!Made)
      return toString(Made.takeError());
    G = std::move(*Made);
    return "";
  }
  // Of an entry with these lines.
  std::string errorOfBody(StringRef Body, StringRef Header = "") {
    return errorOf(
        ("HloModule m" + Header + "\n\nENTRY %e {\n" + Body + "\n}\n").str());
  }
  std::vector<std::string> names(ArrayRef<uint32_t> Numbers) {
    std::vector<std::string> Result;
    for (uint32_t I : Numbers)
      Result.push_back(G->instructions()[I].Name.str());
    return Result;
  }
  const GraphInstruction &find(StringRef Name) {
    return *find_if(G->instructions(), [Name](const GraphInstruction &I) {
      return I.Name == Name;
    });
  }

  BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  std::unique_ptr<HloProgram> Program;
  std::unique_ptr<HloGraph> G;
};

using Names = std::vector<std::string>;

TEST_F(HloGraphReaderTest, Loop) {
  read("HloModule loop, is_scheduled=true, "
       "input_output_alias={ {1}: (0, {1}, must-alias) }, "
       "buffer_donor={ (0, {0}) }\n\n"
       "%fused (p: f32[4]) -> f32[4] {\n"
       "  %p = f32[4]{0} parameter(0)\n"
       "  ROOT %n = f32[4]{0} negate(%p)\n}\n\n"
       "%body (b: (s32[], f32[4])) -> (s32[], f32[4]) {\n"
       "  %b = (s32[], f32[4]{0}) parameter(0)\n"
       "  %i = s32[] get-tuple-element(%b), index=0\n"
       "  %x = f32[4]{0} get-tuple-element(%b), index=1\n"
       "  %f = f32[4]{0} fusion(%x), kind=kLoop, "
       "output_to_operand_aliasing={{}: (0, {})}, calls=%fused\n"
       "  ROOT %r = (s32[], f32[4]{0}) tuple(%i, %f)\n}\n\n"
       "%cond (c: (s32[], f32[4])) -> pred[] {\n"
       "  %c = (s32[], f32[4]{0}) parameter(0)\n"
       "  ROOT %t = pred[] constant(true)\n}\n\n"
       "ENTRY %e (a: (s32[], f32[4])) -> (s32[], f32[4]) {\n"
       "  %a = (s32[], f32[4]{0}) parameter(0)\n"
       "  ROOT %w = (s32[], f32[4]{0}) while(%a), condition=%cond, "
       "body=%body\n}\n");
  ASSERT_TRUE(G);
  EXPECT_EQ(G->getEntry().Name, "e");
  EXPECT_TRUE(G->isScheduled());
  const GraphInstruction &W = find("w");
  Names Called;
  for (uint32_t C : W.Called)
    Called.push_back(G->computations()[C].Name.str());
  EXPECT_EQ(Called, (Names{"body", "cond"}));
  EXPECT_EQ(names(W.Operands), Names{"a"});
  EXPECT_EQ(find("x").Number, 1u);
  EXPECT_TRUE(G->computations()[0].IsFused);
  EXPECT_TRUE(G->computations()[0].Schedule.empty());
  EXPECT_EQ(names(G->computations()[1].Schedule),
            (Names{"b", "i", "x", "f", "r"}));
  ASSERT_EQ(find("f").Aliases.size(), 1u);
  EXPECT_EQ(find("f").Aliases[0].Output, 0u);
  ASSERT_EQ(G->inputOutputAliases().size(), 1u);
  EXPECT_EQ(G->inputOutputAliases()[0].Output, 2u);
  EXPECT_EQ(G->inputOutputAliases()[0].ParameterLeaf, 2u);
  EXPECT_TRUE(G->inputOutputAliases()[0].IsMust);
  ASSERT_EQ(G->bufferDonors().size(), 1u);
  EXPECT_EQ(G->bufferDonors()[0].ParameterLeaf, 1u);
}

TEST_F(HloGraphReaderTest, ElementsLeftOut) {
  read("HloModule m, is_scheduled=true\n\n"
       "ENTRY %e (a: (f32[4], f32[2])) -> f32[4] {\n"
       "  %a = (f32[4]{0}, f32[2]{0}) parameter(0)\n"
       "  %n = f32[2]{0} negate(%a#1)\n"
       "  ROOT %s = f32[4]{0} custom-call(%a#0, %a#1, %n), "
       "custom_call_target=\"t\", "
       "output_to_operand_aliasing={{}: (0, {})}\n}\n");
  ASSERT_TRUE(G);
  EXPECT_EQ(names(find("s").Operands), (Names{"a#0", "a#1", "n"}));
  EXPECT_EQ(names(G->getEntry().Schedule),
            (Names{"a", "a#1", "n", "a#0", "s"}));
  EXPECT_EQ(find("a#1").Op, Opcode::GetTupleElement);
  EXPECT_EQ(find("a#1").Number, 1u);
}

TEST_F(HloGraphReaderTest, ElementOfElement) {
  read("HloModule m\n\n"
       "ENTRY %e (a: ((f32[4], f32[2]))) -> (f32[2], f32[2]) {\n"
       "  %a = ((f32[4]{0}, f32[2]{0})) parameter(0)\n"
       "  ROOT %t = (f32[2]{0}, f32[2]{0}) tuple(%a#0#1, %a#0#1)\n}\n");
  ASSERT_TRUE(G);
  EXPECT_EQ(names(find("t").Operands), (Names{"a#0#1", "a#0#1"}));
  EXPECT_EQ(names(find("a#0#1").Operands), Names{"a#0"});
  EXPECT_EQ(names(find("a#0").Operands), Names{"a"});
}

TEST_F(HloGraphReaderTest, NotScheduled) {
  EXPECT_EQ(errorOfBody("  ROOT %a = f32[4]{0} parameter(0)"), "");
  EXPECT_FALSE(G->isScheduled());
}

TEST_F(HloGraphReaderTest, Errors) {
  EXPECT_EQ(errorOfBody("  %a = f32[4]{0} parameter(0)\n"
                        "  ROOT %n = f32[4]{0} negate(%z)"),
            "m.txt:5:9: 'n' reads 'z', which does not stand before it in its "
            "computation");
  EXPECT_EQ(errorOfBody("  ROOT %n = f32[4]{0} negate(%n)"),
            "m.txt:4:9: 'n' reads 'n', which does not stand before it in its "
            "computation");
  EXPECT_EQ(errorOfBody("  %a = (f32[4]{0}) parameter(0)\n"
                        "  ROOT %n = f32[4]{0} negate(%a#1)"),
            "m.txt:5:9: 'a' has no element '#1'");
  EXPECT_EQ(errorOfBody("  %a = f32[4]{0} parameter(0)\n"
                        "  ROOT %n = f32[4]{0} negate(%a#0)"),
            "m.txt:5:9: 'a' has no element '#0'");
  EXPECT_EQ(errorOfBody("  %a = f32[4]{0} parameter(0)\n"
                        "  ROOT %n = f32[4]{0} call(%a), to_apply=%g"),
            "m.txt:5:9: 'n' calls 'g', which is not in the text");
  EXPECT_EQ(errorOfBody("  ROOT %a = f32[x]{0} parameter(0)"),
            "m.txt:4:9: the shape of 'a' is unknown");
  EXPECT_EQ(errorOfBody("  %a = f32[4]{0} parameter(0)\n"
                        "  ROOT %n = f32[4]{0} custom-call(%a), "
                        "output_to_operand_aliasing={{}: (1, {})}"),
            "m.txt:5:67: there is no operand 1");
  EXPECT_EQ(errorOfBody("  %a = f32[4]{0} parameter(0)\n"
                        "  ROOT %n = f32[4]{0} custom-call(%a), "
                        "output_to_operand_aliasing={{1}: (0, {})}"),
            "m.txt:5:67: the shape has no part {1}");
  EXPECT_EQ(errorOfBody("  ROOT %a = f32[4]{0} parameter(0)",
                        ", input_output_alias={ {}: (1, {}, may-alias) }"),
            "m.txt:1:33: the program has no argument 1");
  EXPECT_EQ(
      errorOfBody("  ROOT %a = f32[4]{0} parameter(0)", ", buffer_donor={ 0 }"),
      "m.txt:1:27: expected '{ (PARAMETER, {INDEX}), ... }'");
  EXPECT_EQ(errorOfBody("  %a = f32[4]{0} parameter(0)\n"
                        "  ROOT %n = (f32[4]{0}) negate-start(%a)"),
            "m.txt:5:9: 'n' starts a computation that the text does not show");
}

} // namespace
