//===- ModuleBuilderTest.cpp - Modules that are built by hand -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/ModuleBuilder.h"
#include "TestEdits.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <string>

using namespace hlomem;
using llvm::StringRef;

namespace {

/// An argument of 16 bytes; a block of 32 with both leaves of a loop, the
/// second of which takes over the bytes of a temporary.
std::unique_ptr<Module> makeModule() {
  ModuleBuilder B("by-hand");
  const Shape *Small = B.shapes().getArray(ElementType::F32, {4}, {0});
  const Shape *Pair = B.shapes().getTuple({Small, Small});
  ShapeIndex First = *ShapeIndex::parse("{0}");
  ShapeIndex Second = *ShapeIndex::parse("{1}");

  Allocation &A = B.addAllocation(Bytes(16), AllocationFlags::Parameter);
  A.setParameter({.Number = 0, .HasShape = true, .Type = Small});
  Position Argument = B.getPosition("p");
  Use ReadByLoop{B.getPosition("while.1", First), 0};
  B.addValue({.Definition = Argument,
              .Size = Bytes(16),
              .Type = Small,
              .Range = LiveRange{0, 3},
              .Uses = {{ReadByLoop}}});

  B.addAllocation(Bytes(32), AllocationFlags::PreallocatedTemp, 1);
  Position Carried[] = {B.getPosition("body", First)};
  B.addValue({.Definition = B.getPosition("while.1", First),
              .Size = Bytes(16),
              .Type = Small,
              .Range = LiveRange{1, 3},
              .IsPhi = true,
              .OtherPositions = Carried});
  B.addValue({.Definition = B.getPosition("t"),
              .Offset = Bytes(16),
              .Size = Bytes(16),
              .Type = Small,
              .Range = LiveRange{0, 1}});
  B.addValue({.Definition = B.getPosition("while.1", Second),
              .Offset = Bytes(16),
              .Size = Bytes(16),
              .Type = Small,
              .Range = LiveRange{1, 3},
              .Color = 2});

  InstructionDetails While;
  While.Name = "while.1";
  While.Type = Pair;
  While.Op = Opcode::While;
  While.OpcodeName = "while";
  While.IsComplete = true;
  std::string Body = "body_of_loop";
  CalledComputation Called[] = {{"body", Body}};
  While.CalledComputations = Called;
  B.addInstruction(While);
  B.setSchedule({"p", "t", "while.1"});
  return B.build();
}

TEST(ModuleBuilderTest, FactsWithoutAnyText) {
  std::unique_ptr<Module> M = makeModule();
  EXPECT_EQ(M->getName(), "by-hand");
  EXPECT_EQ(M->getProvenance(), nullptr);
  EXPECT_FALSE(M->isIncomplete());
  ASSERT_EQ(M->allocations().size(), 2u);
  EXPECT_EQ(M->getTotalSize(), Bytes(48));
  EXPECT_EQ(M->schedule(), llvm::ArrayRef<StringRef>({"p", "t", "while.1"}));
  EXPECT_TRUE(M->hasLiveRanges());

  const Allocation &A = M->allocations()[0];
  EXPECT_FALSE(A.getLoc().isValid());
  ASSERT_TRUE(A.getParameter());
  ASSERT_EQ(A.values().size(), 1u);
  const Allocation &B = M->allocations()[1];
  EXPECT_EQ(B.getIndex(), 1u);
  EXPECT_EQ(B.getMemorySpace(), 1u);
  EXPECT_TRUE(B.isArena());
  ASSERT_EQ(B.values().size(), 3u);
  EXPECT_EQ(&B.values()[0].getAllocation(), &B);

  const Value &Carried = B.values()[0];
  EXPECT_EQ(Carried.getId(), 1u);
  EXPECT_TRUE(Carried.isPhi());
  EXPECT_EQ(Carried.getColor(), 1u);
  EXPECT_EQ(B.values()[2].getColor(), 2u);
  EXPECT_EQ(Carried.getLiveRange(), (LiveRange{1, 3}));
  ASSERT_EQ(Carried.getPositions().size(), 2u);
  EXPECT_EQ(Carried.getPositions()[0], Carried.getDefinition());
  EXPECT_EQ(Carried.getPositions()[1].getName(), "body");
  EXPECT_EQ(Carried.getPositions()[1].getIndex().getText(), "0");
  EXPECT_FALSE(Carried.hasUses());
  EXPECT_TRUE(A.values()[0].hasUses());
  ASSERT_EQ(A.values()[0].getUses().size(), 1u);
  EXPECT_EQ(A.values()[0].getUses()[0].User.getName(), "while.1");
}

TEST(ModuleBuilderTest, LookUps) {
  std::unique_ptr<Module> M = makeModule();
  const Value &Second = M->values()[3];
  EXPECT_EQ(M->findValue(3), &Second);
  EXPECT_EQ(M->findValue(4), nullptr);
  EXPECT_EQ(M->findValue("while.1", *ShapeIndex::parse("{1}")), &Second);
  EXPECT_EQ(M->findValue("while.1", ShapeIndex()), nullptr);
  EXPECT_EQ(M->getTime("while.1"), 2u);
  EXPECT_EQ(M->getTime("body"), std::nullopt);
  EXPECT_EQ(M->findPrinted("while.1"), &M->values()[1]);
  EXPECT_EQ(M->findPrinted("p"), nullptr);
}

TEST(ModuleBuilderTest, InstructionsAreCopied) {
  std::unique_ptr<Module> M = makeModule();
  const InstructionDetails *While = M->getInstruction(M->values()[3]);
  ASSERT_TRUE(While);
  EXPECT_EQ(While, M->getInstruction(M->values()[1]));
  EXPECT_EQ(While->Op, Opcode::While);
  ASSERT_EQ(While->CalledComputations.size(), 1u);
  EXPECT_EQ(While->CalledComputations[0].Name, "body_of_loop");
  EXPECT_EQ(M->getInstruction(M->values()[0]), nullptr);
}

TEST(ModuleBuilderTest, ShapesAreInterned) {
  ModuleBuilder B("shapes");
  const Shape *S = B.shapes().getArray(ElementType::BF16, {8, 128}, {1, 0});
  EXPECT_EQ(S, B.shapes().getArray(ElementType::BF16, {8, 128}, {1, 0}));
  EXPECT_NE(S, B.shapes().getArray(ElementType::BF16, {8, 128}));
  EXPECT_EQ(S->getLogicalSize(), Bytes(2048));
  const Shape *T = B.shapes().getTuple({S, S});
  std::string Text;
  llvm::raw_string_ostream(Text) << *T;
  EXPECT_EQ(Text, "(bf16[8,128]{1,0}, bf16[8,128]{1,0})");
  EXPECT_EQ(T, B.shapes().getTuple({S, S}));
}

TEST(ModuleBuilderTest, NamesAreInterned) {
  ModuleBuilder B("names");
  std::string Name = "add.1";
  StringRef Interned = B.intern(Name);
  EXPECT_EQ(Interned.data(), B.intern(std::string("add.1")).data());
  EXPECT_NE(Interned.data(), Name.data());
  Position P = B.getPosition(Name, ShapeIndex::parse("{2,0}"));
  Name = "gone.";
  EXPECT_EQ(P.getName(), "add.1");
  EXPECT_EQ(P.getIndex().getText(), "2,0");
}

TEST(ModuleBuilderTest, EditsOfAModuleByHand) {
  std::unique_ptr<Module> M = makeModule();
  setSlice(*M, M->values()[0], Bytes(0), Bytes(8));
  setSize(*M, M->allocations()[0], Bytes(8));
  EXPECT_EQ(M->getTotalSize(), Bytes(40));
  EXPECT_EQ(
      removeAllocations(
          *M, [](const Allocation &A) { return A.getMemorySpace() == 1; }),
      1u);
  EXPECT_EQ(M->values().size(), 1u);
  EXPECT_EQ(M->findValue(3), nullptr);
}

} // namespace
