//===- HloGraphTest.cpp ---------------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/HloGraph.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"
#include <functional>

using namespace llvm;
using namespace hlomem;

namespace {

class HloGraphTest : public ::testing::Test {
protected:
  InstructionId add(Opcode Op, StringRef Name,
                    ArrayRef<InstructionId> Operands = {},
                    ArrayRef<ComputationId> Called = {}, uint64_t Number = 0) {
    return B.addInstruction({.Name = Name,
                             .Op = Op,
                             .Type = F32,
                             .Number = Number,
                             .Operands = Operands,
                             .Called = Called});
  }
  /// Of what was made, after which something else is.
  std::string error() {
    auto G = std::move(B).build();
    std::destroy_at(&B);
    std::construct_at(&B, "m");
    return G ? "no error" : toString(G.takeError());
  }

  BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  const Shape *F32 = Shapes.getArray(ElementType::F32, {4});
  HloGraphBuilder B{"m"};
};

TEST_F(HloGraphTest, FindsByName) {
  const ComputationId Entry = B.addComputation("e");
  const InstructionId X = add(Opcode::Parameter, "x");
  const InstructionId T = B.addInstruction({.Name = "t",
                                            .Op = Opcode::Tuple,
                                            .Type = Shapes.getTuple({F32, F32}),
                                            .Operands = {X, X}});
  B.setRoot(Entry, T);
  B.setEntry(Entry);
  std::unique_ptr<HloGraph> G = cantFail(std::move(B).build());
  EXPECT_EQ(G->find("x"), X);
  EXPECT_EQ(G->find("t"), T);
  EXPECT_FALSE(G->find("e"));
  EXPECT_FALSE(G->find(""));
  auto At = [](StringRef Index) { return *ShapeIndex::parse(Index); };
  EXPECT_EQ(G->find("t", At("{}")), (HloPlace{T, RootLeaf}));
  EXPECT_EQ(G->find("t", At("{1}")), (HloPlace{T, LeafId(2)}));
  EXPECT_FALSE(G->find("t", At("{2}")));
  EXPECT_FALSE(G->find("y", At("{}")));
}

TEST_F(HloGraphTest, Leaves) {
  const Shape *Pair = Shapes.getTuple({F32, F32});
  const Shape *Nest = Shapes.getTuple({F32, Pair, Shapes.getTuple({}), F32});
  const LeafTree &T = B.getLeaves(*Nest);
  std::vector<std::string> Indices;
  std::vector<uint32_t> Sizes, Parents;
  for (auto [Leaf, N] : withIds(T.nodes())) {
    raw_string_ostream OS(Indices.emplace_back());
    T.printIndex(Leaf, OS);
    Sizes.push_back(N.Size);
    Parents.push_back(N.Parent.index());
  }
  EXPECT_EQ(Indices, (std::vector<std::string>{"{}", "{0}", "{1}", "{1,0}",
                                               "{1,1}", "{2}", "{3}"}));
  EXPECT_EQ(Sizes, (std::vector<uint32_t>{7, 1, 3, 1, 1, 1, 1}));
  EXPECT_EQ(Parents, (std::vector<uint32_t>{0, 0, 0, 2, 2, 0, 0}));
  EXPECT_EQ(T.find({1, 1}), LeafId(4));
  EXPECT_EQ(T.find(ShapeIndex()), RootLeaf);
  EXPECT_EQ(T.find({3}), LeafId(6));
  EXPECT_FALSE(T.find({4}));
  EXPECT_FALSE(T.find({2, 0}));
  EXPECT_FALSE(T.find({-1}));
  EXPECT_EQ(T.getElement(LeafId(2), 1), LeafId(4));
  EXPECT_FALSE(T.getElement(LeafId(2), 2));
  EXPECT_EQ(T.getElementAbove(LeafId(4), RootLeaf),
            std::pair(uint64_t(1), LeafId(2)));
  EXPECT_EQ(T.getElementAbove(LeafId(4), LeafId(2)),
            std::pair(uint64_t(1), LeafId(4)));
  EXPECT_EQ(T.getElementAbove(LeafId(6), RootLeaf),
            std::pair(uint64_t(3), LeafId(6)));
  EXPECT_EQ(&B.getLeaves(*Nest), &T);
}

// Wide and deep tuples need no stack.
TEST_F(HloGraphTest, DeepLeaves) {
  const Shape *S = F32;
  for (int I = 0; I != 200; ++I)
    S = Shapes.getTuple({S});
  EXPECT_EQ(B.getLeaves(*S).size(), 201u);
}

TEST_F(HloGraphTest, UsersAndCallers) {
  ComputationId Sum = B.addComputation("sum");
  InstructionId A = add(Opcode::Parameter, "a", {}, {}, 0);
  InstructionId C = add(Opcode::Parameter, "c", {}, {}, 1);
  InstructionId R = add(Opcode::Add, "r", {A, C});
  B.setRoot(Sum, R);
  ComputationId Main = B.addComputation("main");
  InstructionId X = add(Opcode::Parameter, "x");
  InstructionId D = add(Opcode::Add, "d", {X, X});
  InstructionId E = add(Opcode::Call, "e", {X, D}, {Sum});
  B.setRoot(Main, E);
  B.setEntry(Main);
  B.setSchedule(Main, {X, D, E});
  auto G = std::move(B).build();
  ASSERT_TRUE(bool(G)) << toString(G.takeError());
  EXPECT_EQ((**G)[X].Uses, ArrayRef<GraphUse>({{D, 0}, {D, 1}, {E, 0}}));
  EXPECT_EQ((**G)[D].Uses, ArrayRef<GraphUse>({{E, 1}}));
  EXPECT_EQ((*G)->computations()[Sum].Callers, ArrayRef({E}));
  EXPECT_EQ((*G)->computations()[Sum].Parameters, ArrayRef({A, C}));
  EXPECT_TRUE((*G)->isRoot(E));
  EXPECT_FALSE((*G)->isRoot(D));
  EXPECT_TRUE((*G)->isScheduled());
  EXPECT_EQ((*G)->getEntry().Name, "main");
  EXPECT_EQ((**G)[E].OpcodeName, "call");
}

TEST_F(HloGraphTest, OtherAliases) {
  ComputationId Main = B.addComputation("main");
  InstructionId X = add(Opcode::Parameter, "x");
  InstructionId D = add(Opcode::Negate, "d", {X});
  B.setRoot(Main, D);
  B.setEntry(Main);
  B.addBufferDonor({.Parameter = 0});
  auto G = std::move(B).build();
  ASSERT_TRUE(bool(G)) << toString(G.takeError());
  auto Donated = (*G)->withAliases({{.Parameter = 0}}, /*Donors=*/{});
  ASSERT_EQ(Donated->inputOutputAliases().size(), 1U);
  EXPECT_EQ(Donated->inputOutputAliases().front().Output, RootLeaf);
  EXPECT_TRUE(Donated->bufferDonors().empty());
  EXPECT_EQ((*Donated)[D].Operands, ArrayRef({X}));
  // The graph itself is as it was.
  EXPECT_TRUE((*G)->inputOutputAliases().empty());
  EXPECT_EQ((*G)->bufferDonors().size(), 1U);
}

// Who follows a value to the other asks for its leaf there by number.
TEST_F(HloGraphTest, WhatIsPassedOnHasAsManyLeaves) {
  const Shape *Pair = Shapes.getTuple({F32, F32});
  auto Add = [&](Opcode Op, const Shape *Type,
                 ArrayRef<InstructionId> Operands = {},
                 ArrayRef<ComputationId> Called = {}) {
    return B.addInstruction({.Name = opcodeName(Op),
                             .Op = Op,
                             .Type = Type,
                             .Operands = Operands,
                             .Called = Called});
  };
  auto AddCalled = [&](const Shape *Parameter, const Shape *Root) {
    ComputationId C = B.addComputation("f");
    Add(Opcode::Parameter, Parameter);
    B.setRoot(C, Add(Opcode::Constant, Root));
    return C;
  };
  // Of a program whose root reads an argument of that type, as all operands.
  auto Error = [&](Opcode Op, const Shape *Type, const Shape *Operand,
                   ArrayRef<ComputationId> Called = {}, size_t Operands = 1) {
    ComputationId Main = B.addComputation("main");
    SmallVector<InstructionId> Read(Operands, Add(Opcode::Parameter, Operand));
    B.setRoot(Main, Add(Op, Type, Read, Called));
    B.setEntry(Main);
    return error();
  };
  auto Refusal = [](Opcode Op) {
    return ("instruction '" + opcodeName(Op) +
            "' passes on what has another shape there")
        .str();
  };

  const Shape *One = Shapes.getTuple({F32}), *OfPair = Shapes.getTuple({Pair});
  std::string Tuple = Refusal(Opcode::Tuple);
  EXPECT_EQ(Error(Opcode::Tuple, One, F32), "no error");
  EXPECT_EQ(Error(Opcode::Tuple, OfPair, F32), Tuple);
  EXPECT_EQ(Error(Opcode::Tuple, One, Pair), Tuple);
  EXPECT_EQ(Error(Opcode::Tuple, Pair, F32), Tuple);
  EXPECT_EQ(Error(Opcode::Tuple, F32, F32), Tuple);
  std::string Element = Refusal(Opcode::GetTupleElement);
  EXPECT_EQ(Error(Opcode::GetTupleElement, Pair, OfPair), "no error");
  EXPECT_EQ(Error(Opcode::GetTupleElement, F32, OfPair), Element);
  EXPECT_EQ(Error(Opcode::GetTupleElement, Pair, One), Element);
  for (auto [Op, Operands] : {std::pair(Opcode::Call, 1),
                              {Opcode::Fusion, 1},
                              {Opcode::Conditional, 2}}) {
    auto OfCall = [&, Op = Op, Operands = Operands](const Shape *Parameter,
                                                    const Shape *Root) {
      ComputationId C = AddCalled(Parameter, Root);
      return Error(Op, Pair, F32, C, Operands);
    };
    EXPECT_EQ(OfCall(F32, Pair), "no error");
    EXPECT_EQ(OfCall(F32, F32), Refusal(Op));
    EXPECT_EQ(OfCall(Pair, Pair), Refusal(Op));
  }
  // What the condition gives is not passed on.
  auto OfLoop = [&](const Shape *Taken, const Shape *Given, const Shape *Asked,
                    const Shape *Init) {
    ComputationId Body = AddCalled(Taken, Given);
    return Error(Opcode::While, Pair, Init, {Body, AddCalled(Asked, F32)});
  };
  std::string While = Refusal(Opcode::While);
  EXPECT_EQ(OfLoop(Pair, Pair, Pair, Pair), "no error");
  EXPECT_EQ(OfLoop(F32, Pair, Pair, Pair), While);
  EXPECT_EQ(OfLoop(Pair, F32, Pair, Pair), While);
  EXPECT_EQ(OfLoop(Pair, Pair, F32, Pair), While);
  EXPECT_EQ(OfLoop(Pair, Pair, Pair, F32), While);
}

// A body that is left out has a name, and what it calls.
TEST_F(HloGraphTest, UnreadBody) {
  ComputationId Sum = B.addComputation("sum");
  B.setRoot(Sum, add(Opcode::Parameter, "a"));
  ComputationId Body = B.addComputation("body", /*IsFused=*/true);
  B.setUnread(Body, {{Sum, /*IsByFusion=*/false}});
  ComputationId Main = B.addComputation("main");
  InstructionId X = add(Opcode::Parameter, "x");
  InstructionId F = add(Opcode::Fusion, "f", {X}, {Body});
  B.setRoot(Main, F);
  B.setEntry(Main);
  auto G = std::move(B).build();
  ASSERT_TRUE(bool(G)) << toString(G.takeError());
  const GraphComputation &C = (*G)->computations()[Body];
  EXPECT_TRUE(C.IsUnread);
  EXPECT_EQ(C.Begin, C.End);
  EXPECT_EQ(C.Callers, ArrayRef({F}));
  ASSERT_EQ(C.UnreadCalls.size(), 1u);
  EXPECT_EQ(C.UnreadCalls[0].Computation, Sum);
  EXPECT_TRUE((*G)->computations()[Sum].Callers.empty());
}

// A chain of calls as long as a file can have them.
TEST_F(HloGraphTest, DeepCallsNeedNoStack) {
  static constexpr uint32_t Depth = 200000;
  ComputationId Last;
  for (uint32_t I = 0; I != Depth; ++I) {
    ComputationId C = B.addComputation("c");
    B.setRoot(C, Last ? add(Opcode::Call, "k", {}, {Last})
                      : add(Opcode::Constant, "k"));
    Last = C;
  }
  B.setEntry(Last);
  EXPECT_EQ(error(), "no error");
}

TEST_F(HloGraphTest, Errors) {
  struct {
    std::function<void()> Make;
    const char *Error;
  } Cases[] = {
      {[] {}, "the program has no entry computation"},
      {[&] {
         B.setUnread(B.addComputation("main", /*IsFused=*/true), {});
         B.setEntry(ComputationId(0));
       },
       "the program has no entry computation"},
      {[&] {
         B.setUnread(B.addComputation("body", /*IsFused=*/true), {});
         B.setEntry(B.addComputation("main"));
         B.setRoot(ComputationId(1),
                   add(Opcode::Call, "c", {}, {ComputationId(0)}));
       },
       "instruction 'c' calls a computation that was not read"},
      {[&] {
         B.setUnread(B.addComputation("body", /*IsFused=*/true),
                     {{ComputationId(1), /*IsByFusion=*/false}});
         B.setEntry(B.addComputation("sum"));
         B.setRoot(ComputationId(1),
                   add(Opcode::Fusion, "f", {}, {ComputationId(0)}));
       },
       "instruction 'f' calls 'body', which it is called by"},
      {[&] {
         B.setEntry(B.addComputation("one"));
         B.setRoot(ComputationId(0),
                   add(Opcode::Call, "y", {}, {ComputationId(1)}));
         B.setRoot(B.addComputation("two"),
                   add(Opcode::Call, "z", {}, {ComputationId(0)}));
       },
       "instruction 'z' calls 'one', which it is called by"},
      {[&] {
         B.addComputation("other");
         B.setRoot(ComputationId(0), add(Opcode::Parameter, "x"));
         B.setEntry(B.addComputation("main"));
         B.setRoot(ComputationId(1),
                   add(Opcode::Negate, "y", {InstructionId(0)}));
       },
       "instruction 'y' has an operand that is not in its computation"},
  };
  for (const auto &C : Cases) {
    C.Make();
    EXPECT_EQ(error(), C.Error);
  }
}

TEST_F(HloGraphTest, ErrorsInOneComputation) {
  struct {
    std::function<InstructionId()> Make; // The root.
    const char *Error;
    SmallVector<InstructionId> Schedule = {};
  } Cases[] = {
      {[&] {
         InstructionId Y = add(Opcode::Negate, "y", {InstructionId(1)});
         add(Opcode::Parameter, "x");
         return Y;
       },
       "instruction 'y' stands before its operand 'x'"},
      {[&] { return add(Opcode::Parameter, "x", {}, {}, 1); },
       "computation 'main' has no parameter 0, or several of that number"},
      {[&] { return add(Opcode::Negate, "y", {add(Opcode::Parameter, "x")}); },
       "computation 'main' schedules 'y' before its operand 'x'",
       {InstructionId(1), InstructionId(0)}},
      {[&] { return add(Opcode::Negate, "y", {add(Opcode::Parameter, "x")}); },
       "computation 'main' has 2 instructions, of which its schedule has 1",
       {InstructionId(0)}},
      {[&] { return add(Opcode::While, "w", {add(Opcode::Parameter, "x")}); },
       "instruction 'w' does not have the operands and computations of its "
       "opcode"},
      {[&] {
         return add(Opcode::GetTupleElement, "g", {add(Opcode::Parameter, "x")},
                    {}, 3);
       },
       "instruction 'g' takes an element that its operand does not have"},
      {[&] {
         B.addInputOutputAlias({.Parameter = 1});
         return add(Opcode::Parameter, "x");
       },
       "an aliased argument or result is not there"},
  };
  for (const auto &C : Cases) {
    B.setEntry(B.addComputation("main"));
    B.setRoot(ComputationId(0), C.Make());
    if (!C.Schedule.empty())
      B.setSchedule(ComputationId(0), C.Schedule);
    EXPECT_EQ(error(), C.Error);
  }
  B.setEntry(B.addComputation("main"));
  add(Opcode::Parameter, "x");
  EXPECT_EQ(error(), "computation 'main' has no root");
}

} // namespace
