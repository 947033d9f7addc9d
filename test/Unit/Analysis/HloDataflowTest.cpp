//===- HloDataflowTest.cpp ------------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs by hand; what is expected of them was worked out on paper from
// XLA's rules.
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/HloDataflow.h"
#include "GraphTest.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::test;

namespace {

using HloDataflowTest = GraphTest;

// A loop that changes leaf 0 and passes leaf 1 through.
class HloLoopTest : public HloDataflowTest {
protected:
  void SetUp() override {
    uint32_t Body = begin("body");
    uint32_t Arg = add(Opcode::Parameter, "b", {}, {.Type = Pair});
    uint32_t X = add(Opcode::GetTupleElement, "x", {Arg}, {.Number = 0});
    uint32_t Y = add(Opcode::GetTupleElement, "y", {Arg}, {.Number = 1});
    uint32_t N = add(Opcode::Add, "n", {X, Y});
    add(Opcode::Tuple, "r", {N, Y}, {.Type = Pair});
    end();
    uint32_t Condition = begin("condition");
    add(Opcode::Parameter, "c", {}, {.Type = Pair});
    add(Opcode::Constant, "k");
    end();
    begin("main");
    uint32_t P = add(Opcode::Parameter, "p", {}, {.Number = 0});
    uint32_t Q = add(Opcode::Parameter, "q", {}, {.Number = 1});
    uint32_t T = add(Opcode::Tuple, "t", {P, Q}, {.Type = Pair});
    uint32_t W = add(Opcode::While, "w", {T},
                     {.Type = Pair, .Called = {Body, Condition}});
    uint32_t Result = add(Opcode::GetTupleElement, "g", {W}, {.Number = 0});
    add(Opcode::Negate, "z", {Result});
    end();
    finish();
  }
};

TEST_F(HloLoopTest, Values) {
  EXPECT_EQ(values(),
            (Texts{"n", "r{}", "k", "p", "q", "t{}", "z", "b{} phi", "b{0} phi",
                   "c{} phi", "c{0} phi", "w{} phi", "w{0} phi"}));
}

TEST_F(HloLoopTest, PositionsAndUses) {
  EXPECT_EQ(positions("q"),
            (Texts{"q", "b{1}", "y", "r{1}", "c{1}", "t{1}", "w{1}"}));
  // The tuple that ends the body reads what it passes on.
  EXPECT_EQ(uses("q"), (Texts{"n 1", "r 1", "w 0"}));
  EXPECT_EQ(positions("b{0}"), (Texts{"b{0}", "x"}));
  EXPECT_EQ(uses("b{0}"), (Texts{"n 0"}));
  // A table is read where an element is taken from it.
  EXPECT_EQ(uses("w{}"), (Texts{"g 0"}));
  EXPECT_EQ(uses("c{0}"), Texts());
}

TEST_F(HloLoopTest, Buffers) {
  EXPECT_EQ(buffer("p"), (Texts{"n", "p", "b{0}", "c{0}", "w{0}"}));
  EXPECT_EQ(buffer("t{}"), (Texts{"r{}", "t{}", "b{}", "c{}", "w{}"}));
  EXPECT_EQ(buffer("q"), (Texts{"q"}));
}

TEST_F(HloLoopTest, LiveRanges) {
  EXPECT_EQ(schedule(), (Texts{"p", "q", "t", "c", "k", "b", "x", "y", "n", "r",
                               "w", "g", "z"}));
  // An argument that is not given away is the caller's to the end.
  EXPECT_EQ(range("q"), "0-13");
  // The values of one buffer take turns.
  EXPECT_EQ(range("p"), "0-3");
  EXPECT_EQ(range("c{0}"), "3-5");
  EXPECT_EQ(range("b{0}"), "5-8");
  EXPECT_EQ(range("n"), "8-10");
  EXPECT_EQ(range("w{0}"), "10-13");
  EXPECT_EQ(range("k"), "4-5");
  EXPECT_EQ(range("z"), "12-13");
}

TEST_F(HloDataflowTest, OfGivenDefinitions) {
  begin("main");
  uint32_t X = add(Opcode::Parameter, "x");
  uint32_t C = add(Opcode::Bitcast, "c", {X});
  add(Opcode::Negate, "y", {C});
  end();
  finish();
  EXPECT_EQ(values(), (Texts{"x", "y"}));
  HloDataflow Given = HloDataflow::of(*G, {HloPlace{C, 0}});
  EXPECT_EQ(Given.getValueAt({C, 0}), 0u);
  EXPECT_EQ(Given.getValueAt({X, 0}), HloDataflow::NoValue);
  EXPECT_EQ(Given.getPositions(0).size(), 1u);
}

TEST_F(HloDataflowTest, Conditional) {
  uint32_t One = begin("one");
  uint32_t A = add(Opcode::Parameter, "a");
  add(Opcode::Negate, "b", {A});
  end();
  uint32_t Two = begin("two");
  add(Opcode::Parameter, "c");
  end();
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p", {}, {.Number = 0});
  uint32_t Q = add(Opcode::Parameter, "q", {}, {.Number = 1});
  add(Opcode::Conditional, "d", {P, Q, Q}, {.Called = {One, Two}});
  end();
  finish();
  EXPECT_EQ(values(), (Texts{"b", "p", "q", "d phi"}));
  EXPECT_EQ(positions("q"), (Texts{"q", "a", "c"}));
  EXPECT_EQ(uses("q"), (Texts{"d 1", "d 2", "b 0"}));
  EXPECT_EQ(buffer("d"), (Texts{"b", "q", "d"}));
  EXPECT_EQ(schedule(), (Texts{"p", "q", "a", "b", "c", "d"}));
  EXPECT_EQ(range("b"), "3-5");
}

TEST_F(HloDataflowTest, CallsAndReductions) {
  uint32_t Sum = begin("sum");
  uint32_t A = add(Opcode::Parameter, "a", {}, {.Number = 0});
  uint32_t C = add(Opcode::Parameter, "c", {}, {.Number = 1});
  add(Opcode::Add, "s", {A, C});
  end();
  uint32_t Callee = begin("callee");
  uint32_t E = add(Opcode::Parameter, "e");
  add(Opcode::Negate, "f", {E});
  end();
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p");
  uint32_t K = add(Opcode::Call, "k", {P}, {.Called = {Callee}});
  add(Opcode::Reduce, "r", {K, K}, {.Called = {Sum}});
  end();
  finish();
  // What is applied to elements has values of its own, which are never live
  // together with others.
  EXPECT_EQ(values(), (Texts{"a", "c", "s", "f", "p", "r"}));
  EXPECT_EQ(D->getContext(Sum), HloContext::ThreadLocal);
  EXPECT_EQ(D->getContext(Callee), HloContext::Global);
  EXPECT_EQ(positions("f"), (Texts{"f", "k"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "e"}));
  EXPECT_EQ(range("a"), "none");
  EXPECT_EQ(schedule(), (Texts{"p", "e", "f", "k", "r"}));
  EXPECT_EQ(range("f"), "2-4");
}

TEST_F(HloDataflowTest, FusionsInPlace) {
  // The first parameter is updated, behind a bitcast; the second is not.
  uint32_t Fused = begin("fused", /*IsFused=*/true);
  uint32_t A = add(Opcode::Parameter, "a", {}, {.Number = 0});
  uint32_t U = add(Opcode::Parameter, "u", {}, {.Number = 1});
  uint32_t Cast = add(Opcode::Bitcast, "cast", {A});
  uint32_t Update = add(Opcode::DynamicUpdateSlice, "update", {Cast, U, U});
  uint32_t Sum = add(Opcode::Add, "sum", {A, U});
  add(Opcode::Tuple, "both", {Sum, Update}, {.Type = Pair});
  Order.clear();
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p", {}, {.Number = 0});
  uint32_t Q = add(Opcode::Parameter, "q", {}, {.Number = 1});
  uint32_t F =
      add(Opcode::Fusion, "f", {P, Q}, {.Type = Pair, .Called = {Fused}});
  end();
  finish();
  EXPECT_EQ(values(), (Texts{"p", "q", "f{}", "f{0}", "f{1}"}));
  ASSERT_EQ(getInPlacePairs(*G, F).size(), 1u);
  EXPECT_EQ(getInPlacePairs(*G, F)[0], (InPlacePair{0, 0, 2}));
  EXPECT_EQ(buffer("f{1}"), (Texts{"p", "f{1}"}));
  EXPECT_EQ(buffer("f{0}"), (Texts{"f{0}"}));
}

TEST_F(HloDataflowTest, GivenAliases) {
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p");
  OutputOperandAlias Alias = {.Output = 2, .OperandNumber = 0};
  add(Opcode::CustomCall, "c", {P}, {.Type = Pair, .Aliases = Alias});
  end();
  B.addInputOutputAlias({.Output = 1, .Parameter = 0});
  finish();
  EXPECT_EQ(buffer("p"), (Texts{"p", "c{0}", "c{1}"}));
  // It is given away, and so ends with its last use.
  EXPECT_EQ(range("p"), "0-1");
}

TEST_F(HloDataflowTest, AsynchronousOperations) {
  uint32_t Inner = begin("inner");
  uint32_t A = add(Opcode::Parameter, "a");
  add(Opcode::Negate, "n", {A});
  end();
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p");
  const Shape *Started = Shapes.getTuple({Shapes.getTuple({F32}), F32, F32});
  uint32_t S =
      add(Opcode::AsyncStart, "s", {P}, {.Type = Started, .Called = {Inner}});
  uint32_t Other = add(Opcode::Negate, "o", {P});
  uint32_t Done = add(Opcode::AsyncDone, "d", {S}, {.Called = {Inner}});
  add(Opcode::Add, "r", {Done, Other});
  end();
  finish();
  EXPECT_EQ(values(), (Texts{"n", "p", "s{}", "s{0}", "s{2}", "o", "r"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "a", "s{0,0}"}));
  EXPECT_EQ(positions("n"), (Texts{"n", "s{1}", "d"}));
  EXPECT_EQ(schedule(), (Texts{"p", "a", "n", "s", "o", "d", "r"}));
  EXPECT_EQ(range("n"), "2-6");
  EXPECT_EQ(range("n", {.AsyncValuesBeginAtStart = true}), "3-6");
}

TEST_F(HloDataflowTest, CopiesAndTransfers) {
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p", {}, {.Type = Pair});
  uint32_t C = add(Opcode::Copy, "c", {P}, {.Type = Pair});
  uint32_t G0 = add(Opcode::GetTupleElement, "g", {C}, {.Number = 1});
  const Shape *Started = Shapes.getTuple({F32, F32, F32});
  uint32_t S = add(Opcode::CopyStart, "s", {G0}, {.Type = Started});
  add(Opcode::CopyDone, "d", {S});
  end();
  finish();
  // A copy of a tuple copies its table alone.
  EXPECT_EQ(values(),
            (Texts{"p{}", "p{0}", "p{1}", "c{}", "s{}", "s{0}", "s{2}"}));
  EXPECT_EQ(positions("p{1}"), (Texts{"p{1}", "c{1}", "g", "s{1}"}));
  EXPECT_EQ(positions("s{0}"), (Texts{"s{0}", "d"}));
}

TEST_F(HloDataflowTest, Barriers) {
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p", {}, {.Number = 0});
  uint32_t Q = add(Opcode::Parameter, "q", {}, {.Number = 1});
  uint32_t T = add(Opcode::Tuple, "t", {P, Q}, {.Type = Pair});
  uint32_t O = add(Opcode::OptBarrier, "o", {T}, {.Type = Pair});
  uint32_t Element = add(Opcode::GetTupleElement, "g", {O}, {.Number = 0});
  uint32_t A = add(Opcode::AddDependency, "a", {Element, Q});
  add(Opcode::Negate, "n", {A});
  end();
  finish();
  EXPECT_EQ(values(), (Texts{"p", "q", "t{}", "n"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "t{0}", "o{0}", "g", "a"}));
  EXPECT_EQ(positions("t{}"), (Texts{"t{}", "o{}"}));
  EXPECT_EQ(uses("p"), (Texts{"o 0", "a 0", "n 0"}));
  EXPECT_EQ(uses("t{}"), (Texts{"o 0", "g 0"}));
  EXPECT_EQ(range("t{}"), "2-4");
  EXPECT_EQ(range("n"), "6-7");
}

TEST_F(HloDataflowTest, Gathers) {
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p");
  uint32_t S = add(Opcode::AllGatherStart, "s", {P}, {.Type = Pair});
  add(Opcode::AllGatherDone, "d", {S});
  end();
  finish();
  EXPECT_EQ(values(), (Texts{"p", "s{}", "s{1}"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "s{0}"}));
  EXPECT_EQ(positions("s{1}"), (Texts{"s{1}", "d"}));
  EXPECT_EQ(range("s{}"), "1-2");
  EXPECT_EQ(range("s{1}"), "1-3");
}

TEST_F(HloDataflowTest, SendsAndReceives) {
  begin("main");
  const Shape *Started = Shapes.getTuple({F32, F32, F32});
  uint32_t P = add(Opcode::Parameter, "p", {}, {.Number = 0});
  uint32_t T = add(Opcode::Parameter, "t", {}, {.Number = 1});
  uint32_t S = add(Opcode::Send, "s", {P, T}, {.Type = Started});
  add(Opcode::SendDone, "e", {S});
  uint32_t R = add(Opcode::Recv, "r", {T}, {.Type = Started});
  add(Opcode::RecvDone, "d", {R}, {.Type = Pair});
  end();
  finish();
  EXPECT_EQ(values(), (Texts{"p", "t", "s{}", "s{1}", "s{2}", "e", "r{}",
                             "r{0}", "r{1}", "r{2}", "d{}", "d{1}"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "s{0}"}));
  EXPECT_EQ(positions("r{0}"), (Texts{"r{0}", "d{0}"}));
  // Nothing reads it.
  EXPECT_EQ(range("e"), "3-3");
}

// The parameter has the one argument or the other.
TEST_F(HloDataflowTest, CalledTwice) {
  uint32_t Callee = begin("callee");
  uint32_t E = add(Opcode::Parameter, "e");
  add(Opcode::Negate, "n", {E});
  end();
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p", {}, {.Number = 0});
  uint32_t Q = add(Opcode::Parameter, "q", {}, {.Number = 1});
  uint32_t K = add(Opcode::Call, "k", {P}, {.Called = {Callee}});
  uint32_t L = add(Opcode::Call, "l", {Q}, {.Called = {Callee}});
  add(Opcode::Add, "a", {K, L});
  end();
  finish();
  EXPECT_EQ(values(), (Texts{"n", "p", "q", "a", "e phi"}));
  EXPECT_EQ(positions("n"), (Texts{"n", "k", "l"}));
  // A computation stands in the schedule once.
  EXPECT_EQ(schedule(), (Texts{"p", "q", "e", "n", "k", "l", "a"}));
  EXPECT_EQ(range("e"), "2-3");
  EXPECT_EQ(range("n"), "3-6");
}

// A computation is called with what another caller got back from it, and that
// caller comes second.
TEST_F(HloDataflowTest, CalledWithItsOwnResult) {
  uint32_t Callee = begin("callee");
  add(Opcode::Parameter, "e");
  end();
  uint32_t Other = begin("other");
  uint32_t O = add(Opcode::Parameter, "o");
  add(Opcode::Call, "i", {O}, {.Called = {Callee}});
  end();
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p");
  uint32_t K = add(Opcode::Call, "k", {P}, {.Called = {Callee}});
  uint32_t L = add(Opcode::Call, "l", {K}, {.Called = {Other}});
  add(Opcode::Negate, "n", {L});
  end();
  finish();
  EXPECT_EQ(values(), (Texts{"p", "n"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "e", "o", "i", "k", "l"}));
}

// Only what is paired with a result ends before the program does.
TEST_F(HloDataflowTest, Donors) {
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p", {}, {.Number = 0});
  uint32_t Q = add(Opcode::Parameter, "q", {}, {.Number = 1});
  uint32_t A = add(Opcode::Add, "a", {P, Q});
  add(Opcode::Negate, "n", {A});
  end();
  B.addBufferDonor({.Parameter = 0, .ParameterLeaf = 0});
  B.addInputOutputAlias({.Output = 0, .Parameter = 1});
  finish();
  EXPECT_EQ(range("p"), "0-4");
  EXPECT_EQ(buffer("q"), (Texts{"q", "n"}));
  EXPECT_EQ(range("q"), "0-2");
}

// Since jax 0.11.2 a slice that is updated asynchronously is the operand's
// until the operation is done.
TEST_F(HloDataflowTest, AsynchronousDynamicUpdateSlice) {
  uint32_t Inner = begin("inner");
  uint32_t A = add(Opcode::Parameter, "a", {}, {.Number = 0});
  uint32_t C = add(Opcode::Parameter, "c", {}, {.Number = 1});
  add(Opcode::DynamicUpdateSlice, "n", {C, A, A});
  end();
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p", {}, {.Number = 0});
  uint32_t Q = add(Opcode::Parameter, "q", {}, {.Number = 1});
  const Shape *Started =
      Shapes.getTuple({Shapes.getTuple({F32, F32}), F32, F32});
  uint32_t S = add(Opcode::AsyncStart, "s", {P, Q},
                   {.Type = Started, .Called = {Inner}});
  add(Opcode::AsyncDone, "d", {S}, {.Called = {Inner}});
  end();
  finish();
  EXPECT_EQ(positions("n"), (Texts{"n", "s{1}", "d"}));
  EXPECT_EQ(positions("q"), (Texts{"q", "c", "s{0,1}"}));
  D.emplace(HloDataflow::compute(*G, {.AsyncUpdatesForwardOperand = true}));
  EXPECT_EQ(positions("n"), (Texts{"n", "d"}));
  EXPECT_EQ(positions("q"), (Texts{"q", "c", "s{0,1}", "s{1}"}));
  EXPECT_EQ(uses("q"), (Texts{"s 1", "n 0", "d 0", "d 0"}));
}

TEST_F(HloDataflowTest, AsynchronousUpdates) {
  uint32_t Inner = begin("inner");
  uint32_t A = add(Opcode::Parameter, "a");
  add(Opcode::Negate, "n", {A});
  end();
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p");
  const Shape *Started = Shapes.getTuple({Shapes.getTuple({F32}), F32, F32});
  uint32_t S =
      add(Opcode::AsyncStart, "s", {P}, {.Type = Started, .Called = {Inner}});
  uint32_t U =
      add(Opcode::AsyncUpdate, "u", {S}, {.Type = Started, .Called = {Inner}});
  add(Opcode::AsyncDone, "d", {U}, {.Called = {Inner}});
  end();
  finish();
  EXPECT_EQ(positions("n"), (Texts{"n", "s{1}", "u{1}", "d"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "a", "s{0,0}", "u{0,0}"}));
  EXPECT_EQ(schedule(), (Texts{"p", "a", "n", "s", "u", "d"}));
  EXPECT_EQ(range("n"), "2-6");
}

// An empty tuple stands for a result that has no place yet: what runs is put
// before the update that gives it one. Of the done it is its own result.
TEST_F(HloDataflowTest, AsynchronousResultWithoutPlace) {
  uint32_t Inner = begin("inner");
  uint32_t A = add(Opcode::Parameter, "a");
  add(Opcode::Negate, "n", {A});
  end();
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p");
  const Shape *Nothing = Shapes.getTuple({});
  const Shape *Operands = Shapes.getTuple({F32});
  uint32_t S = add(
      Opcode::AsyncStart, "s", {P},
      {.Type = Shapes.getTuple({Operands, Nothing, F32}), .Called = {Inner}});
  uint32_t U =
      add(Opcode::AsyncUpdate, "u", {S},
          {.Type = Shapes.getTuple({Operands, F32, F32}), .Called = {Inner}});
  add(Opcode::AsyncDone, "d", {U}, {.Called = {Inner}});
  end();
  finish();
  EXPECT_EQ(schedule(), (Texts{"p", "s", "a", "n", "u", "d"}));
}

// As XLA 0.12 starts a gather on a TPU: the start has neither operands nor a
// place for the result, but as many leaves as the update that has both.
TEST_F(HloDataflowTest, AsynchronousOperandsLater) {
  uint32_t Inner = begin("inner");
  uint32_t A = add(Opcode::Parameter, "a", {}, {.Number = 0});
  uint32_t C = add(Opcode::Parameter, "c", {}, {.Number = 1});
  add(Opcode::Add, "n", {A, C});
  end();
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p", {}, {.Number = 0});
  uint32_t Q = add(Opcode::Parameter, "q", {}, {.Number = 1});
  const Shape *Nothing = Shapes.getTuple({});
  uint32_t S =
      add(Opcode::AsyncStart, "s", {},
          {.Type = Shapes.getTuple({Nothing, Nothing, Shapes.getTuple({F32})}),
           .Called = {Inner}});
  uint32_t U = add(Opcode::AsyncUpdate, "u", {S, P, Q},
                   {.Type = Shapes.getTuple({Pair, F32}), .Called = {Inner}});
  add(Opcode::AsyncDone, "d", {U}, {.Called = {Inner}});
  end();
  finish();
  EXPECT_EQ(schedule(), (Texts{"p", "q", "s", "a", "c", "n", "u", "d"}));
  EXPECT_EQ(positions("n"), (Texts{"n", "u{1}", "d"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "a", "u{0,0}"}));
  EXPECT_EQ(positions("q"), (Texts{"q", "c", "u{0,1}"}));
  EXPECT_EQ(positions("s{2,0}"), (Texts{"s{2,0}"}));
}

TEST_F(HloDataflowTest, AsynchronousPairWithoutPlace) {
  uint32_t Inner = begin("inner");
  uint32_t A = add(Opcode::Parameter, "a");
  add(Opcode::Tuple, "n", {A, A}, {.Type = Pair});
  end();
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p");
  const Shape *Nothing = Shapes.getTuple({});
  const Shape *Operands = Shapes.getTuple({F32});
  uint32_t S = add(
      Opcode::AsyncStart, "s", {P},
      {.Type = Shapes.getTuple({Operands, Nothing, F32}), .Called = {Inner}});
  add(Opcode::AsyncDone, "d", {S}, {.Type = Pair, .Called = {Inner}});
  end();
  finish();
  EXPECT_EQ(schedule(), (Texts{"p", "s", "a", "n", "d"}));
}

// What lies behind a loop's own result has no value, and no end is awaited.
TEST_F(HloDataflowTest, NothingFromNothing) {
  uint32_t Body = begin("body");
  add(Opcode::Parameter, "b");
  end();
  begin("main");
  uint32_t P = add(Opcode::Parameter, "p");
  add(Opcode::While, "w", {P}, {.Called = {Body, Body}});
  end();
  finish();
  EXPECT_EQ(values(), (Texts{"p"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "b", "w"}));
}

} // namespace
