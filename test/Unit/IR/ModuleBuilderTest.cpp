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

/// Stands for none.
const Shape NoShape{ShapeParts()};

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

// What the builder is given may go as soon as it has it, and what is set on its
// allocations as soon as it is done.
TEST(ModuleBuilderTest, NothingNeedsToOutliveTheCall) {
  std::unique_ptr<Module> M;
  {
    ModuleBuilder Other("other");
    std::string Texts = "value{1}position{2}reader{3}", Index = "{4}";
    auto At = [&](size_t Begin, size_t Length) {
      return StringRef(Texts).substr(Begin, Length);
    };
    const Shape *S = Other.shapes().getTuple(
        {Other.shapes().getArray(ElementType::F32, {2, 3}, {1, 0})});
    ModuleBuilder B("copies");
    Allocation &A = B.addAllocation(Bytes(8), AllocationFlags::Parameter |
                                                  AllocationFlags::OutputShape);
    A.setParameter({.Number = 1,
                    .Index = *ShapeIndex::parse(Index),
                    .HasShape = true,
                    .Type = S});
    A.setOutputShape(S);
    Position More[] = {Position(At(8, 8), At(16, 3))};
    Use Reads[] = {{HloPosition(At(19, 6), At(25, 3)), 0}};
    B.addValue({.Definition = Position(At(0, 5), At(5, 3)),
                .Size = Bytes(8),
                .Type = S,
                .OtherPositions = More,
                .Uses = Reads});
    Operand From = {At(8, 8), S};
    InstructionDetails I;
    I.Name = At(0, 5);
    I.Type = S;
    I.Operands = From;
    B.addInstruction(I);
    Texts.assign(Texts.size(), '?');
    M = B.build();
    Index = "{?}";
  }
  auto Print = [](const auto &What) {
    std::string Text;
    llvm::raw_string_ostream(Text) << What;
    return Text;
  };
  const Value &V = M->values().front();
  EXPECT_EQ(Print(V.getDefinition()), "value{1}");
  EXPECT_EQ(Print(V.getPositions()[1]), "position{2}");
  EXPECT_EQ(Print(V.getUses()[0].User), "reader{3}");
  EXPECT_EQ(Print(V.getShape()), "(f32[2,3]{1,0})");
  const Allocation &A = M->allocations().front();
  EXPECT_EQ(Print(A.getParameter()->Index), "{4}");
  EXPECT_EQ(A.getParameter()->Type, &V.getShape());
  EXPECT_EQ(A.getOutputShape(), &V.getShape());
  const InstructionDetails *I = M->getInstruction(V);
  EXPECT_EQ(I->Type, &V.getShape());
  EXPECT_EQ(I->Operands[0].Type, &V.getShape());
  EXPECT_EQ(I->Operands[0].Name, "position");
}

#if GTEST_HAS_DEATH_TEST
/// A module of one value in one allocation.
void build(ModuleBuilder::NewValue V, Bytes Size = Bytes(8),
           AllocationFlags Flags = AllocationFlags::None) {
  ModuleBuilder B("wrong");
  const Shape *S = B.shapes().getArray(ElementType::F32, {2});
  B.addAllocation(Size, Flags);
  V.Definition = B.getPosition("v");
  if (V.Type == &NoShape)
    V.Type = nullptr;
  else
    V.Type = S;
  B.addValue(V);
  B.setSchedule({"v"});
  B.build();
}

TEST(ModuleBuilderDeathTest, WhatNoModuleHolds) {
  constexpr uint64_t Most = UINT64_MAX - 1;
  build({.Size = Bytes(8), .Range = LiveRange{0, 1}});
  EXPECT_DEATH(build({.Range = LiveRange{1, 0}}), "live from 1 to 0");
  EXPECT_DEATH(build({.Range = LiveRange{0, 2}}), "0 to 2 in a program of 1");
  EXPECT_DEATH(build({.Range = LiveRange{0, UINT32_MAX}}), "a program of 1");
  EXPECT_DEATH(build({.Size = Bytes::overflow()}), "value 0 ends behind 64");
  EXPECT_DEATH(build({.Offset = Bytes(Most), .Size = Bytes(8)}),
               "value 0 ends behind 64");
  EXPECT_DEATH(build({.Type = &NoShape}), "value 0 has no type");
  EXPECT_DEATH(build({}, Bytes::overflow()), "allocation 0 has over 64 bits");
  EXPECT_DEATH(build({}, Bytes(8), AllocationFlags::Parameter),
               "the flag Parameter and an argument");
  EXPECT_DEATH(build({}, Bytes(8), AllocationFlags::OutputShape),
               "the flag OutputShape and a shape");
  EXPECT_DEATH(ModuleBuilder("early").addValue({}), "before all allocations");
}

// Where a reader leaves its facts to be looked at.
TEST(ModuleBuilderDeathTest, ValuesThatNobodyPlaced) {
  auto Fill = [](ModuleBuilder &B) {
    B.facts().Allocations.emplace_back();
    B.facts().Values.append(Value());
  };
  ModuleBuilder B("facts");
  Fill(B);
  EXPECT_DEATH(B.build(), "which values stand in which allocation");
}
#endif

} // namespace
