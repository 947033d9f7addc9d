//===- PatternMatchTest.cpp - Tests of patterns of instructions -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/PatternMatch.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::PatternMatch;

namespace {

/// Two arguments, and what is computed of them.
class PatternMatchTest : public ::testing::Test {
protected:
  InstructionId add(Opcode Op, ArrayRef<InstructionId> Operands = {},
                    uint64_t Number = 0, ArrayRef<ComputationId> Called = {},
                    const Shape *Type = nullptr) {
    return B.addInstruction({.Name = "x",
                             .Op = Op,
                             .Type = Type ? Type : F32,
                             .Number = Number,
                             .Operands = Operands,
                             .Called = Called});
  }
  void build(ComputationId Computation, InstructionId Root) {
    B.setRoot(Computation, Root);
    B.setEntry(Computation);
    G = cantFail(std::move(B).build());
  }
  template <Pattern T> bool is(InstructionId Number, T P) const {
    return match(*G, Number, P);
  }

  BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  const Shape *F32 = Shapes.getArray(ElementType::F32, {4});
  HloGraphBuilder B{"m"};
  std::unique_ptr<HloGraph> G;
};

TEST_F(PatternMatchTest, OperandsAreBound) {
  ComputationId Main = B.addComputation("main");
  InstructionId A = add(Opcode::Parameter), C = add(Opcode::Parameter, {}, 1);
  InstructionId Sum = add(Opcode::Add, {A, C});
  InstructionId Half = add(Opcode::Multiply, {Sum, A});
  build(Main, Half);

  InstructionId L, R;
  const GraphInstruction *I = nullptr;
  EXPECT_TRUE(is(Sum, m_Op(Opcode::Add, m_Inst(L), m_Inst(R))));
  EXPECT_EQ(L, A);
  EXPECT_EQ(R, C);
  EXPECT_TRUE(is(Half, m_Op(Opcode::Multiply, m_Inst(I))));
  EXPECT_EQ(I, &(*G)[Sum]);
  // There may be more operands than patterns, and not fewer.
  EXPECT_TRUE(is(Sum, m_Op(Opcode::Add)));
  EXPECT_FALSE(is(Sum, m_Op(Opcode::Add, m_Inst(), m_Inst(), m_Inst())));
  EXPECT_FALSE(is(Sum, m_Op(Opcode::Multiply)));
  EXPECT_TRUE(is(Sum, (m_AnyOp<Opcode::Multiply, Opcode::Add>(m_Specific(A)))));
  EXPECT_FALSE(
      is(Sum, (m_AnyOp<Opcode::Multiply, Opcode::Add>(m_Specific(C)))));
  EXPECT_TRUE(
      is(Half, m_Operands(m_Op(Opcode::Add, m_Inst(L)), m_Deferred(L))));
  EXPECT_FALSE(is(
      Half, m_Operands(m_Op(Opcode::Add, m_Inst(), m_Inst(L)), m_Deferred(L))));
}

TEST_F(PatternMatchTest, EitherOrder) {
  ComputationId Main = B.addComputation("main");
  InstructionId A = add(Opcode::Parameter);
  InstructionId Minus = add(Opcode::Negate, {A});
  InstructionId Sum = add(Opcode::Add, {A, Minus});
  build(Main, Sum);

  InstructionId Of;
  auto Negation = m_Op(Opcode::Negate, m_Inst(Of));
  EXPECT_TRUE(is(Sum, m_Commutative(Opcode::Add, Negation, m_Parameter())));
  EXPECT_EQ(Of, A);
  EXPECT_TRUE(is(Sum, m_Commutative(Opcode::Add, m_Parameter(), Negation)));
  EXPECT_FALSE(is(Sum, m_Commutative(Opcode::Multiply, m_Inst(), m_Inst())));
  EXPECT_FALSE(is(Sum, m_Commutative(Opcode::Add, Negation, Negation)));
  EXPECT_FALSE(is(Minus, m_Commutative(Opcode::Negate, m_Inst(), m_Inst())));
}

TEST_F(PatternMatchTest, PatternsAreCombined) {
  ComputationId Main = B.addComputation("main");
  InstructionId A = add(Opcode::Parameter);
  InstructionId Minus = add(Opcode::Negate, {A});
  InstructionId Sum = add(Opcode::Add, {A, Minus});
  build(Main, Sum);

  EXPECT_TRUE(is(A, m_AnyOf(m_Specific(Sum), m_Parameter())));
  EXPECT_FALSE(is(Minus, m_AnyOf(m_Specific(Sum), m_Parameter())));
  EXPECT_TRUE(is(A, m_AllOf(m_Specific(A), m_Parameter())));
  EXPECT_FALSE(is(A, m_AllOf(m_Specific(Sum), m_Parameter())));
  EXPECT_TRUE(is(A, m_Not(m_Specific(Sum))));
  EXPECT_FALSE(is(A, m_OneUse(m_Inst())));
  EXPECT_TRUE(is(Minus, m_OneUse(m_Inst())));
  EXPECT_FALSE(is(Minus, m_OneUse(m_Parameter())));
  // A function of the caller's is a pattern, too.
  auto IsRoot = [](const HloGraph &G, InstructionId N) { return G.isRoot(N); };
  EXPECT_TRUE(is(Sum, m_AllOf(IsRoot, m_Op(Opcode::Add))));
  EXPECT_FALSE(is(Minus, IsRoot));
}

TEST_F(PatternMatchTest, ParametersAndElements) {
  ComputationId Main = B.addComputation("main");
  InstructionId A = add(Opcode::Parameter), C = add(Opcode::Parameter, {}, 1);
  InstructionId Pair =
      add(Opcode::Tuple, {A, C}, 0, {}, Shapes.getTuple({F32, F32}));
  InstructionId Second = add(Opcode::GetTupleElement, {Pair}, 1);
  build(Main, Second);

  uint64_t N = 0;
  EXPECT_TRUE(is(C, m_Parameter(N)));
  EXPECT_EQ(N, 1u);
  EXPECT_FALSE(is(Pair, m_Parameter()));
  N = 0;
  EXPECT_TRUE(is(Second, m_GetTupleElement(m_Op(Opcode::Tuple), N)));
  EXPECT_EQ(N, 1u);
  EXPECT_TRUE(is(Second, m_GetTupleElement(m_Specific(Pair))));
  EXPECT_FALSE(is(Second, m_GetTupleElement(m_Parameter())));
  EXPECT_FALSE(is(Pair, m_GetTupleElement(m_Inst())));
}

TEST_F(PatternMatchTest, MovesAreSkipped) {
  ComputationId Main = B.addComputation("main");
  InstructionId A = add(Opcode::Parameter);
  InstructionId Copy = add(Opcode::Copy, {A});
  InstructionId Pair =
      add(Opcode::Tuple, {Copy, A}, 0, {}, Shapes.getTuple({F32, F32}));
  InstructionId First = add(Opcode::GetTupleElement, {Pair});
  InstructionId Moved = add(Opcode::Bitcast, {add(Opcode::Convert, {First})});
  build(Main, Moved);

  InstructionId N;
  EXPECT_TRUE(is(Moved, m_SkipMoves(m_Inst(N))));
  EXPECT_EQ(N, Pair);
  EXPECT_TRUE(is(Moved, m_Skip(m_MoveOfWhole(), m_Inst(N))));
  EXPECT_EQ(N, First);
  EXPECT_TRUE(is(A, m_SkipMoves(m_Specific(A))));
  EXPECT_FALSE(is(Moved, m_SkipMoves(m_Parameter())));
  EXPECT_TRUE(is(Copy, m_Move(m_Parameter())));
  EXPECT_FALSE(is(Pair, m_Move()));
  // The variable that is bound may be the one that is matched.
  for (N = Copy; match(*G, N, m_Move(m_Inst(N)));)
    ;
  EXPECT_EQ(N, A);
}

// As docs/PassInterfaces.md has it.
TEST_F(PatternMatchTest, SliceThatIsWritten) {
  ComputationId Main = B.addComputation("main");
  InstructionId Whole = add(Opcode::Parameter),
                Part = add(Opcode::Parameter, {}, 1);
  InstructionId Update = add(Opcode::DynamicUpdateSlice, {Whole, Part});
  InstructionId Number = add(Opcode::Copy, {Update});
  build(Main, Number);

  InstructionId Array, Slice;
  EXPECT_TRUE(match(*G, Number,
                    m_SkipMoves(m_Op(Opcode::DynamicUpdateSlice,
                                     m_OneUse(m_Inst(Array)), m_Inst(Slice)))));
  EXPECT_EQ(Array, Whole);
  EXPECT_EQ(Slice, Part);
}

TEST_F(PatternMatchTest, BodiesOfFusions) {
  ComputationId Fused = B.addComputation("fused", /*IsFused=*/true);
  InstructionId Inner = add(Opcode::Parameter);
  InstructionId Minus = add(Opcode::Negate, {Inner});
  B.setRoot(Fused, Minus);
  ComputationId Main = B.addComputation("main");
  InstructionId A = add(Opcode::Parameter);
  InstructionId Fusion = add(Opcode::Fusion, {A}, 0, {Fused});
  build(Main, Fusion);

  EXPECT_TRUE(is(Fusion, m_Body(m_Op(Opcode::Negate, m_Specific(Inner)))));
  EXPECT_FALSE(is(Fusion, m_Body(m_Parameter())));
  EXPECT_FALSE(is(Minus, m_Body(m_Inst())));
  EXPECT_TRUE(is(Inner, m_FusedParameter(m_Specific(A))));
  EXPECT_FALSE(is(Inner, m_FusedParameter(m_Specific(Fusion))));
  EXPECT_FALSE(is(A, m_FusedParameter(m_Inst())));
}

} // namespace
