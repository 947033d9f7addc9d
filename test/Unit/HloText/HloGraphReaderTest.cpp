//===- HloGraphReaderTest.cpp ---------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphTest.h"

using namespace llvm;
using namespace hlomem;

namespace {

class HloGraphReaderTest : public test::GraphTest {
protected:
  std::vector<std::string> names(ArrayRef<InstructionId> Numbers) {
    std::vector<std::string> Result;
    for (InstructionId I : Numbers)
      Result.push_back(G->instructions()[I].Name.str());
    return Result;
  }
};

using Names = std::vector<std::string>;

TEST_F(HloGraphReaderTest, Loop) {
  read(R"(
%fused (p: f32[4]) -> f32[4] {
  %p = f32[4]{0} parameter(0)
  ROOT %n = f32[4]{0} negate(%p)
}
%body (b: (s32[], f32[4])) -> (s32[], f32[4]) {
  %b = (s32[], f32[4]{0}) parameter(0)
  %i = s32[] get-tuple-element(%b), index=0
  %x = f32[4]{0} get-tuple-element(%b), index=1
  %f = f32[4]{0} fusion(%x), kind=kLoop, output_to_operand_aliasing={{}: (0, {})}, calls=%fused
  ROOT %r = (s32[], f32[4]{0}) tuple(%i, %f)
}
%cond (c: (s32[], f32[4])) -> pred[] {
  %c = (s32[], f32[4]{0}) parameter(0)
  ROOT %t = pred[] constant(true)
}
ENTRY %e (a: (s32[], f32[4])) -> (s32[], f32[4]) {
  %a = (s32[], f32[4]{0}) parameter(0)
  ROOT %w = (s32[], f32[4]{0}) while(%a), condition=%cond, body=%body
}
)",
       "is_scheduled=true, input_output_alias={ {1}: (0, {1}, must-alias) }, "
       "buffer_donor={ (0, {0}) }");
  EXPECT_EQ(G->getEntry().Name, "e");
  EXPECT_TRUE(G->isScheduled());
  Names Called;
  for (ComputationId C : find("w").Called)
    Called.push_back(G->computations()[C].Name.str());
  EXPECT_EQ(Called, (Names{"body", "cond"}));
  EXPECT_EQ(names(find("w").Operands), Names{"a"});
  EXPECT_EQ(find("x").Number, 1u);
  EXPECT_TRUE(G->computations()[ComputationId(0)].IsFused);
  EXPECT_TRUE(G->computations()[ComputationId(0)].Schedule.empty());
  EXPECT_EQ(names(G->computations()[ComputationId(1)].Schedule),
            (Names{"b", "i", "x", "f", "r"}));
  ASSERT_EQ(find("f").Aliases.size(), 1u);
  EXPECT_EQ(find("f").Aliases[0].Output, RootLeaf);
  ASSERT_EQ(G->inputOutputAliases().size(), 1u);
  EXPECT_EQ(G->inputOutputAliases()[0].Output, LeafId(2));
  EXPECT_EQ(G->inputOutputAliases()[0].ParameterLeaf, LeafId(2));
  EXPECT_TRUE(G->inputOutputAliases()[0].IsMust);
  ASSERT_EQ(G->bufferDonors().size(), 1u);
  EXPECT_EQ(G->bufferDonors()[0].ParameterLeaf, LeafId(1));
}

TEST_F(HloGraphReaderTest, ElementsLeftOut) {
  read(R"(
    %a = (f32[4]{0}, f32[2]{0}) parameter(0)
    %n = f32[2]{0} negate(%a#1)
    ROOT %s = f32[4]{0} custom-call(%a#0, %a#1, %n), custom_call_target="t", output_to_operand_aliasing={{}: (0, {})})");
  EXPECT_EQ(names(find("s").Operands), (Names{"a#0", "a#1", "n"}));
  EXPECT_EQ(names(G->getEntry().Schedule),
            (Names{"a", "a#1", "n", "a#0", "s"}));
  EXPECT_EQ(find("a#1").Op, Opcode::GetTupleElement);
  EXPECT_EQ(find("a#1").Number, 1u);
}

TEST_F(HloGraphReaderTest, ElementOfElement) {
  read(R"(
    %a = ((f32[4]{0}, f32[2]{0})) parameter(0)
    ROOT %t = (f32[2]{0}, f32[2]{0}) tuple(%a#0#1, %a#0#1))",
       "is_scheduled=false");
  EXPECT_FALSE(G->isScheduled());
  EXPECT_EQ(names(find("t").Operands), (Names{"a#0#1", "a#0#1"}));
  EXPECT_EQ(names(find("a#0#1").Operands), Names{"a#0"});
  EXPECT_EQ(names(find("a#0").Operands), Names{"a"});
}

TEST_F(HloGraphReaderTest, Errors) {
  const std::string A = "  %a = f32[4]{0} parameter(0)\n  ROOT %n = ";
  const std::string OnlyA = "  ROOT %a = f32[4]{0} parameter(0)";
  struct {
    std::string Body;
    const char *Message;
    const char *Attributes = "";
  } Cases[] = {
      {A + "f32[4]{0} negate(%z)", "5:9: 'n' reads 'z', which does not stand "
                                   "before it in its computation"},
      {"  ROOT %n = f32[4]{0} negate(%n)",
       "4:9: 'n' reads 'n', which does not stand before it in its computation"},
      {"  %a = (f32[4]{0}) parameter(0)\n  ROOT %n = f32[4]{0} negate(%a#1)",
       "5:9: 'a' has no element '#1'"},
      {A + "f32[4]{0} negate(%a#0)", "5:9: 'a' has no element '#0'"},
      {A + "f32[4]{0} call(%a), to_apply=%g",
       "5:9: 'n' calls 'g', which is not in the text"},
      {"  ROOT %a = f32[x]{0} parameter(0)",
       "4:9: the shape of 'a' is unknown"},
      {A + "f32[4]{0} custom-call(%a), "
           "output_to_operand_aliasing={{}: (1, {})}",
       "5:67: there is no operand 1"},
      {A + "f32[4]{0} custom-call(%a), "
           "output_to_operand_aliasing={{1}: (0, {})}",
       "5:67: the shape has no part {1}"},
      {OnlyA, "1:33: the program has no argument 1",
       ", input_output_alias={ {}: (1, {}, may-alias) }"},
      {OnlyA, "1:27: expected '{ (PARAMETER, {INDEX}), ... }'",
       ", buffer_donor={ 0 }"},
      {A + "(f32[4]{0}) negate-start(%a)",
       "5:9: 'n' starts a computation that the text does not show"},
  };
  for (const auto &C : Cases) {
    std::string Text = "HloModule m" +
                       (C.Attributes + ("\n\nENTRY %e {\n" + C.Body)) + "\n}\n";
    std::unique_ptr<ProgramSource> P = cantFail(parseHloText(
        SourceText::whole(MemoryBuffer::getMemBufferCopy(Text, "m.txt"))));
    BumpPtrAllocator OfCase;
    ShapeContext ShapesOfCase(OfCase);
    EXPECT_EQ(toString(P->readGraph(ShapesOfCase).takeError()),
              std::string("m.txt:") + C.Message);
  }
}

} // namespace
