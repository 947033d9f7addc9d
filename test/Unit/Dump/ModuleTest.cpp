//===- ModuleTest.cpp - Tests of Module as the parser fills it ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/Module.h"
#include "ParsedDump.h"
#include "hlomem/Dump/DumpProvenance.h"
#include "hlomem/IR/ModuleBuilder.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

constexpr StringRef LookedUpDump = R"(BufferAssignment:
allocation 0: size 4, parameter 0 at ShapeIndex {}:
 value: <0 a @0> (size=4,offset=0): s32[]
allocation 1: size 16, parameter 12, shape |<unknown shape>| at ShapeIndex {1,0}, maybe-live-out:
 value: <9223372036854775807 t{} @0> (size=16,offset=0): (s32[], s32[])
allocation 2: size 4, output shape is |s32[]|, maybe-live-out:
 value: <5 t{1} @0> (size=4,offset=0): s32[]
allocation 3: size 4, maybe-live-out:
allocation 4: size 4, constant:
allocation 5: size 4, thread-local:
allocation 6: size 4, preallocated-temp:

Total bytes used: 40

Used values:
<0 a @0>
 positions:
  a
 uses:
 from instruction: %a = s32[] parameter(0)
<5 t{1} @0>
 positions:
  t {1}
 uses:
 from instruction: %t = (s32[], s32[]) tuple(%a, %a)
<9223372036854775807 t{} @0>
 positions:
  t {}
 uses:
 from instruction: %t = (s32[], s32[]) tuple(%a, %a)


HloLiveRange (max 2):
  InstructionSequence:
    0:a
    1:t
  BufferLiveRange:
    a{}:0-2
    t{}:1-2
    t{1}:1-2
  Live ranges at 0 (peak):
    a: 4 bytes
)";

class ModuleTest : public testing::Test {
protected:
  void SetUp() override { ASSERT_TRUE(M); }

  std::unique_ptr<Module> M = parse(LookedUpDump).M;
};

ShapeIndex index(StringRef Braced) { return *ShapeIndex::parse(Braced); }

TEST_F(ModuleTest, FindValueById) {
  EXPECT_EQ(M->findValue(0), &M->values()[0]);
  EXPECT_EQ(M->findValue(5), &M->values()[2]);
  EXPECT_EQ(M->findValue(INT64_MAX), &M->values()[1]);
  EXPECT_EQ(M->findValue(1), nullptr);
  // Numbers that no id can have.
  EXPECT_EQ(M->findValue(UINT64_MAX), nullptr);
  EXPECT_EQ(M->findValue(UINT64_MAX - 1), nullptr);
}

TEST_F(ModuleTest, FindValueByDefinition) {
  EXPECT_EQ(M->findValue("a", ShapeIndex()), &M->values()[0]);
  EXPECT_EQ(M->findValue("t", index("{}")), &M->values()[1]);
  EXPECT_EQ(M->findValue("t", index("{1}")), &M->values()[2]);
  EXPECT_EQ(M->findValue("t", index("{0}")), nullptr);
  EXPECT_EQ(M->findValue("t", index("{1,0}")), nullptr);
  EXPECT_EQ(M->findValue("A", ShapeIndex()), nullptr);
  EXPECT_EQ(M->findValue("", ShapeIndex()), nullptr);
}

TEST_F(ModuleTest, FindPrinted) {
  EXPECT_EQ(M->findPrinted("a"), &M->values()[0]);
  const Value *T = M->findPrinted("t");
  ASSERT_TRUE(T);
  EXPECT_EQ(M->getInstruction(*T)->Op, Opcode::Tuple);
  EXPECT_EQ(M->findPrinted("b"), nullptr);
  EXPECT_EQ(M->findPrinted(""), nullptr);
}

TEST_F(ModuleTest, GetTime) {
  EXPECT_EQ(M->getTime("a"), 0u);
  EXPECT_EQ(M->getTime("t"), 1u);
  EXPECT_EQ(M->getTime("b"), std::nullopt);
  EXPECT_EQ(M->getTime(""), std::nullopt);
}

TEST_F(ModuleTest, InstructionsAreParsedOnce) {
  const InstructionDetails *Tuple = M->getInstruction(M->values()[1]);
  ASSERT_TRUE(Tuple);
  EXPECT_EQ(Tuple->OpcodeName, "tuple");
  EXPECT_EQ(Tuple->Operands.size(), 2u);
  EXPECT_EQ(M->getInstruction(M->values()[2]), Tuple);
  EXPECT_NE(M->getInstruction(M->values()[0]), Tuple);
}

// Where remarks say that it stands, and what it says if the dump contradicts
// itself, must not depend on who has asked before.
TEST_F(ModuleTest, AnInstructionIsThatOfItsFirstUsedValue) {
  for (size_t First : {1, 2}) {
    std::unique_ptr<Module> M = parse(LookedUpDump).M;
    ASSERT_TRUE(M);
    const InstructionDetails *Tuple = M->getInstruction(M->values()[First]);
    ASSERT_TRUE(Tuple);
    const Value *Used = *llvm::find_if(usedValues(*M), [](const Value *V) {
      return V->getInstructionName() == "t";
    });
    EXPECT_GE(Tuple->Name.data(), Used->getInstructionText().begin());
    EXPECT_LT(Tuple->Name.data(), Used->getInstructionText().end());
  }
}

TEST_F(ModuleTest, LooksNothingUpInAnEmptyModule) {
  M = ModuleBuilder("empty").build();
  EXPECT_EQ(M->getName(), "empty");
  EXPECT_EQ(M->findValue(0), nullptr);
  EXPECT_EQ(M->findValue("a", ShapeIndex()), nullptr);
  EXPECT_EQ(M->getTime("a"), std::nullopt);
  EXPECT_FALSE(M->hasLiveRanges());
}

TEST_F(ModuleTest, DescribeKind) {
  std::vector<std::string> Kinds;
  for (const Allocation &A : M->allocations())
    Kinds.push_back(describeKind(A));
  EXPECT_EQ(Kinds, (std::vector<std::string>{
                       "parameter 0", "parameter 12 {1,0}, donated", "output",
                       "output", "constant", "thread-local", "temp"}));
  EXPECT_FALSE(M->allocations()[0].isDonated());
  EXPECT_TRUE(M->allocations()[1].isDonated());
  EXPECT_FALSE(M->allocations()[2].isDonated());
  EXPECT_FALSE(M->allocations()[0].getParameter()->HasShape);
  EXPECT_TRUE(M->allocations()[1].getParameter()->HasShape);
  EXPECT_EQ(M->allocations()[1].getParameter()->Type, nullptr);
}

} // namespace
