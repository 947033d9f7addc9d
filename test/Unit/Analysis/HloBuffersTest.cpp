//===- HloBuffersTest.cpp -------------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is written in place, opcode by opcode; what is expected was worked out
// on paper from XLA's AliasInfo and HloAliasAnalysis.
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/HloBuffers.h"
#include "GraphTest.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::test;

namespace {

class HloBuffersTest : public GraphTest {
protected:
  /// Parameters "p0", "p1" and so on of the computation that is made.
  SmallVector<uint32_t> addParameters(ArrayRef<const Shape *> Types,
                                      StringRef Prefix = "p") {
    SmallVector<uint32_t> Numbers;
    for (auto [N, Type] : enumerate(Types))
      Numbers.push_back(add(Opcode::Parameter, (Prefix + Twine(N)).str(), {},
                            {.Type = Type, .Number = N}));
    return Numbers;
  }
  /// The pairs of an instruction of all that is given.
  std::vector<InPlacePair> pairsOf(Opcode Op, ArrayRef<const Shape *> Operands,
                                   const Shape *Type) {
    begin("main");
    uint32_t I = add(Op, "i", addParameters(Operands), {.Type = Type});
    end();
    finish();
    return pairsOf(I);
  }
  std::vector<InPlacePair> pairsOf(uint32_t Instruction) const {
    SmallVector<InPlacePair, 2> Found = getInPlacePairs(*G, Instruction);
    return {Found.begin(), Found.end()};
  }

  using Pairs = std::vector<InPlacePair>;
};

TEST_F(HloBuffersTest, DynamicUpdateSlice) {
  EXPECT_EQ(pairsOf(Opcode::DynamicUpdateSlice, {F32, F32, F32}, F32),
            (Pairs{{0, 0, 0}}));
  EXPECT_EQ(buffer("i"), (Texts{"p0", "i"}));
  EXPECT_EQ(buffer("p1"), Texts{"p1"});
}

TEST_F(HloBuffersTest, SetDimensionSize) {
  EXPECT_EQ(pairsOf(Opcode::SetDimensionSize, {F32, F32}, F32),
            (Pairs{{0, 0, 0}}));
}

TEST_F(HloBuffersTest, Scatter) {
  EXPECT_EQ(pairsOf(Opcode::Scatter, {F32, F32, F32}, F32), (Pairs{{0, 0, 0}}));
}

// Two operands, the indices, and an update for each.
TEST_F(HloBuffersTest, ScatterOfTwo) {
  EXPECT_EQ(pairsOf(Opcode::Scatter, {F32, F32, F32, F32, F32}, Pair),
            (Pairs{{0, 0, 1}, {1, 0, 2}}));
  EXPECT_EQ(buffer("i{1}"), (Texts{"p1", "i{1}"}));
  EXPECT_EQ(buffer("i{}"), Texts{"i{}"});
}

TEST_F(HloBuffersTest, AllReduceStart) {
  EXPECT_EQ(pairsOf(Opcode::AllReduceStart, {F32}, F32), (Pairs{{0, 0, 0}}));
}

TEST_F(HloBuffersTest, AllReduceStartOfTwo) {
  EXPECT_EQ(pairsOf(Opcode::AllReduceStart, {F32, F32}, Pair),
            (Pairs{{0, 0, 1}, {1, 0, 2}}));
}

TEST_F(HloBuffersTest, RaggedAllToAll) {
  EXPECT_EQ(
      pairsOf(Opcode::RaggedAllToAll, {F32, F32, F32, F32, F32, F32}, F32),
      (Pairs{{1, 0, 0}}));
}

// What is sent goes into what is given as second operand.
TEST_F(HloBuffersTest, CollectivePermute) {
  EXPECT_EQ(pairsOf(Opcode::CollectivePermute, {F32, F32, F32, F32}, F32),
            (Pairs{{1, 0, 0}}));
}

TEST_F(HloBuffersTest, CollectivePermuteOfOneOperand) {
  EXPECT_EQ(pairsOf(Opcode::CollectivePermute, {F32}, F32), Pairs());
}

TEST_F(HloBuffersTest, CollectivePermuteIntoTuple) {
  EXPECT_EQ(pairsOf(Opcode::CollectivePermute, {Pair, Pair, F32, F32}, Pair),
            (Pairs{{1, 0, 0}, {1, 1, 1}, {1, 2, 2}}));
}

TEST_F(HloBuffersTest, CollectivePermuteStart) {
  const Shape *Started = Shapes.getTuple({F32, F32, F32, F32});
  EXPECT_EQ(
      pairsOf(Opcode::CollectivePermuteStart, {F32, F32, F32, F32}, Started),
      (Pairs{{1, 0, 2}}));
  EXPECT_EQ(positions("p0"), (Texts{"p0", "i{0}"}));
}

TEST_F(HloBuffersTest, CollectivePermuteStartIntoTuple) {
  const Shape *Started = Shapes.getTuple({Pair, Pair, F32, F32});
  // Leaves 0 the whole, 1 to 3 what is sent, 4 to 6 where it is received.
  EXPECT_EQ(
      pairsOf(Opcode::CollectivePermuteStart, {Pair, Pair, F32, F32}, Started),
      (Pairs{{1, 0, 4}, {1, 1, 5}, {1, 2, 6}}));
}

TEST_F(HloBuffersTest, OthersWriteNothingInPlace) {
  EXPECT_EQ(pairsOf(Opcode::Add, {F32, F32}, F32), Pairs());
  EXPECT_EQ(buffer("i"), Texts{"i"});
}

//===----------------------------------------------------------------------===//
// Fusions
//===----------------------------------------------------------------------===//

TEST_F(HloBuffersTest, FusionOfFusion) {
  uint32_t Inner = begin("inner", /*IsFused=*/true);
  SmallVector<uint32_t> I = addParameters({F32, F32}, "i");
  add(Opcode::DynamicUpdateSlice, "write", {I[1], I[0], I[0]});
  Order.clear();
  // What is written behind another write is that of the same parameter.
  uint32_t Outer = begin("outer", /*IsFused=*/true);
  SmallVector<uint32_t> O = addParameters({F32, F32}, "o");
  uint32_t Nested =
      add(Opcode::Fusion, "nested", {O[1], O[0]}, {.Called = {Inner}});
  add(Opcode::DynamicUpdateSlice, "again", {Nested, O[1], O[1]});
  Order.clear();
  begin("main");
  uint32_t F =
      add(Opcode::Fusion, "f", addParameters({F32, F32}), {.Called = {Outer}});
  end();
  finish();
  EXPECT_EQ(pairsOf(Nested), (Pairs{{1, 0, 0}}));
  EXPECT_EQ(pairsOf(F), (Pairs{{0, 0, 0}}));
  EXPECT_EQ(buffer("f"), (Texts{"p0", "f"}));
}

TEST_F(HloBuffersTest, FusionOfElementOfParameter) {
  uint32_t Fused = begin("fused", /*IsFused=*/true);
  SmallVector<uint32_t> A = addParameters({Pair, F32}, "a");
  uint32_t Element =
      add(Opcode::GetTupleElement, "element", {A[0]}, {.Number = 1});
  add(Opcode::DynamicUpdateSlice, "write", {Element, A[1], A[1]});
  Order.clear();
  begin("main");
  uint32_t F =
      add(Opcode::Fusion, "f", addParameters({Pair, F32}), {.Called = {Fused}});
  end();
  finish();
  EXPECT_EQ(pairsOf(F), (Pairs{{0, 2, 0}}));
  EXPECT_EQ(buffer("f"), (Texts{"p0{1}", "f"}));
}

// XLA looks through tuples first and then through bitcasts, not again.
TEST_F(HloBuffersTest, FusionOfBitcastOfElement) {
  uint32_t Fused = begin("fused", /*IsFused=*/true);
  SmallVector<uint32_t> A = addParameters({Pair, F32}, "a");
  uint32_t Element =
      add(Opcode::GetTupleElement, "element", {A[0]}, {.Number = 1});
  uint32_t Cast = add(Opcode::Bitcast, "cast", {Element});
  add(Opcode::DynamicUpdateSlice, "write", {Cast, A[1], A[1]});
  Order.clear();
  begin("main");
  uint32_t F =
      add(Opcode::Fusion, "f", addParameters({Pair, F32}), {.Called = {Fused}});
  end();
  finish();
  EXPECT_EQ(pairsOf(F), Pairs());
}

// What is added to the parameter first is no update of it.
TEST_F(HloBuffersTest, FusionThatComputesFirst) {
  uint32_t Fused = begin("fused", /*IsFused=*/true);
  SmallVector<uint32_t> A = addParameters({F32, F32}, "a");
  uint32_t Sum = add(Opcode::Add, "sum", {A[0], A[1]});
  add(Opcode::DynamicUpdateSlice, "write", {Sum, A[1], A[1]});
  Order.clear();
  begin("main");
  add(Opcode::Fusion, "f", addParameters({F32, F32}), {.Called = {Fused}});
  end();
  finish();
  EXPECT_EQ(buffer("f"), Texts{"f"});
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

// A loop in a branch: what it carries, and what the branches give.
TEST_F(HloBuffersTest, LoopInBranch) {
  uint32_t Body = begin("body");
  uint32_t B0 = add(Opcode::Parameter, "b");
  add(Opcode::Negate, "n", {B0});
  end();
  uint32_t Condition = begin("condition");
  add(Opcode::Parameter, "c");
  add(Opcode::Constant, "k");
  end();
  uint32_t One = begin("one");
  uint32_t A = add(Opcode::Parameter, "a");
  add(Opcode::While, "w", {A}, {.Called = {Body, Condition}});
  end();
  uint32_t Two = begin("two");
  uint32_t E = add(Opcode::Parameter, "e");
  add(Opcode::Negate, "x", {E});
  end();
  begin("main");
  SmallVector<uint32_t> P = addParameters({F32, F32, F32});
  add(Opcode::Conditional, "d", P, {.Called = {One, Two}});
  end();
  finish();
  EXPECT_EQ(values(), (Texts{"n", "k", "x", "p0", "p1", "p2", "b phi", "c phi",
                             "w phi", "d phi"}));
  EXPECT_EQ(positions("p1"), (Texts{"p1", "a"}));
  EXPECT_EQ(buffer("d"), (Texts{"n", "x", "p1", "b", "c", "w", "d"}));
  EXPECT_EQ(schedule(), (Texts{"p0", "p1", "p2", "a", "c", "k", "b", "n", "w",
                               "e", "x", "d"}));
  // The branch ends with its root, and the conditional reads what it gives.
  EXPECT_EQ(range("w"), "8-10");
  EXPECT_EQ(range("x"), "10-11");
  EXPECT_EQ(range("d"), "11-12");
  EXPECT_EQ(range("p2"), "0-12");
}

// Pairs tell which values share a buffer, and no more: of() makes the same
// buffers of them.
TEST_F(HloBuffersTest, PairsTellAllBuffers) {
  begin("main");
  SmallVector<uint32_t> P = addParameters({F32, F32, F32});
  uint32_t U = add(Opcode::DynamicUpdateSlice, "u", P);
  add(Opcode::DynamicUpdateSlice, "v", {U, P[1], P[2]});
  end();
  finish();
  HloBuffers Buffers = HloBuffers::compute(*D);
  HloBuffers Again =
      HloBuffers::of(D->definitions().size(), Buffers.getPairs());
  EXPECT_EQ(buffer("p0"), (Texts{"p0", "u", "v"}));
  ASSERT_EQ(Again.size(), Buffers.size());
  for (uint32_t V = 0; V != D->definitions().size(); ++V)
    EXPECT_EQ(Again.getBuffer(V), Buffers.getBuffer(V));
  // Two for a buffer of three, none for those of one.
  EXPECT_EQ(Buffers.getPairs().size(), 2u);
}

} // namespace
