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
#include "hlomem/Analysis/Program/HloBuffers.h"
#include "hlomem/Analysis/Program/HloLiveRanges.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <map>

using namespace llvm;
using namespace hlomem;

namespace {

class HloDataflowTest : public ::testing::Test {
protected:
  struct Extra {
    const Shape *Type = nullptr;
    uint64_t Number = 0;
    ArrayRef<uint32_t> Called = {};
    ArrayRef<OutputOperandAlias> Aliases = {};
  };

  uint32_t begin(StringRef Name, bool IsFused = false) {
    return Current = B.addComputation(Name, IsFused);
  }
  uint32_t add(Opcode Op, StringRef Name, ArrayRef<uint32_t> Operands = {}) {
    return add(Op, Name, Operands, Extra());
  }
  uint32_t add(Opcode Op, StringRef Name, ArrayRef<uint32_t> Operands,
               const Extra &E) {
    uint32_t I = B.addInstruction({.Name = Name,
                                   .Op = Op,
                                   .Type = E.Type ? E.Type : F32,
                                   .Number = E.Number,
                                   .Operands = Operands,
                                   .Called = E.Called,
                                   .Aliases = E.Aliases});
    ByName[Name.str()] = I;
    B.setRoot(Current, I);
    Order.push_back(I);
    return I;
  }
  // The last instruction is the root, and the order of the instructions the
  // schedule.
  void end() {
    B.setSchedule(Current, Order);
    Order.clear();
  }
  void finish() {
    B.setEntry(Current);
    auto Built = std::move(B).build();
    ASSERT_TRUE(bool(Built)) << toString(Built.takeError());
    G = std::move(*Built);
    D.emplace(HloDataflow::compute(*G));
  }

  std::string name(HloPlace P) const {
    const GraphInstruction &I = G->instructions()[P.Instruction];
    std::string Text = I.Name.str();
    if (I.Type->isTuple())
      Text += "{" + (*I.Leaves)[P.Leaf].Index.getText().str() + "}";
    return Text;
  }
  std::vector<std::string> values() const {
    std::vector<std::string> Names;
    for (auto [V, P] : enumerate(D->definitions()))
      Names.push_back(name(P) + (D->isPhi(V) ? " phi" : ""));
    return Names;
  }
  uint32_t value(StringRef Name) const {
    for (auto [V, P] : enumerate(D->definitions()))
      if (name(P) == Name)
        return V;
    ADD_FAILURE() << "no value " << Name.str();
    return 0;
  }
  std::vector<std::string> positions(StringRef Name) const {
    std::vector<std::string> Names;
    for (HloPlace P : D->getPositions(value(Name)))
      Names.push_back(name(P));
    return Names;
  }
  std::vector<std::string> uses(StringRef Name) const {
    SmallVector<HloUse> Uses;
    D->getUses(value(Name), Uses);
    std::vector<std::string> Names;
    for (const HloUse &U : Uses)
      Names.push_back(G->instructions()[U.User].Name.str() + " " +
                      std::to_string(U.OperandNumber));
    return Names;
  }
  std::vector<std::string> buffer(StringRef Name) const {
    HloBuffers Buffers = HloBuffers::compute(*D);
    std::vector<std::string> Names;
    for (uint32_t V : Buffers.getValues(Buffers.getBuffer(value(Name))))
      Names.push_back(name(D->definitions()[V]));
    return Names;
  }
  std::string range(StringRef Name, LiveRangeRules Rules = {}) const {
    HloSchedule S(*G);
    auto R =
        computeLiveRanges(*D, HloBuffers::compute(*D), S, Rules)[value(Name)];
    return R ? std::to_string(R->Begin) + "-" + std::to_string(R->End) : "none";
  }
  std::vector<std::string> schedule() const {
    HloSchedule S(*G);
    std::vector<std::string> Names;
    for (uint32_t I : S.order())
      Names.push_back(G->instructions()[I].Name.str());
    return Names;
  }

  using Texts = std::vector<std::string>;

  BumpPtrAllocator Arena;
  ShapeContext Shapes{Arena};
  const Shape *F32 = Shapes.getArray(ElementType::F32, {4});
  const Shape *Pair = Shapes.getTuple({F32, F32});
  HloGraphBuilder B{"m"};
  uint32_t Current = 0;
  SmallVector<uint32_t> Order;
  std::map<std::string, uint32_t> ByName;
  std::unique_ptr<HloGraph> G;
  std::optional<HloDataflow> D;
};

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
