//===- PartsTest.cpp - What contents are, and what they are called --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../GraphTest.h"
#include "Parts/ContentNames.h"
#include "Parts/PartFolding.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace llvm;
using namespace hlomem;
using namespace hlomem::test;

namespace {

std::string getPath(StringRef OpName) {
  return join(splitOpName(OpName).first, "/");
}

TEST(ScopeNamesTest, OpNames) {
  EXPECT_EQ(getPath("jit(f)/jvp(GPT)/h_0/attn/dot_general"), "GPT/h_0/attn");
  EXPECT_EQ(getPath("jit(f)/transpose(jvp(GPT/h_0))/while/body/add"),
            "GPT/h_0");
  EXPECT_EQ(getPath("jit(f)/vmap(layer)/bqhd,bkhd->bhqk/dot_general"), "layer");
  // A checkpoint says its scope twice.
  EXPECT_EQ(getPath("jit(f)/h_0/attn/checkpoint/h_0/attn/add"), "h_0/attn");
  EXPECT_EQ(splitOpName("a/b/c").second, "c");
  EXPECT_EQ(getPath(""), "");
  EXPECT_EQ(getPath("add"), "");
  EXPECT_EQ(getPath("pmap(f)/h_0/add"), "h_0");
  EXPECT_EQ(getPath("StatefulPartitionedCall_1/model/dense/MatMul"),
            "model/dense");
  EXPECT_EQ(getPath("Linear[fc1]/aten__mm.12/aten__mm"), "Linear[fc1]");
  EXPECT_EQ(splitOpName("jit(f)/iota[shape=(16,) dimension=0]").second, "iota");
  EXPECT_EQ(splitOpName("jit(f)/jit(_uniform)").second, "_uniform");
  // Of several instructions that XLA has merged.
  EXPECT_EQ(splitOpName("jit(f)/jvp(block)/ge;jit(f)/jvp(block)/select").second,
            "ge");
  EXPECT_EQ(getPath("jit(f)/jvp(block)/ge;jit(f)/jvp(block)/select"), "block");
  // None of these is of JAX.
  EXPECT_EQ(getPath("///"), "");
  EXPECT_EQ(getPath("f(((/a/b"), "");
  EXPECT_EQ(getPath(")))/a/b"), ")))/a");
  EXPECT_EQ(getPath("\x01\xff/a.*[/b"), "\x01\xff/a.*[");
  EXPECT_EQ(getPath(std::string(10000, 'x') + "/add"), std::string(10000, 'x'));
  EXPECT_EQ(getPath(std::string(10000, '(') + "/add"), "");
}

TEST(ScopeNamesTest, Phases) {
  EXPECT_EQ(getPhase(""), Phase::None);
  EXPECT_EQ(getPhase("jit(f)/jvp(M)/add"), Phase::Forward);
  EXPECT_EQ(getPhase("jit(f)/transpose(jvp(M))/add"), Phase::Backward);
  EXPECT_EQ(getPhase("jit(f)/jvp(M)/rematted_computation/add"),
            Phase::Backward);
  EXPECT_EQ(getPhase("gradient_tape/model/MatMul"), Phase::Backward);
  EXPECT_EQ(getPhase("jit(f)/transpose(x)/add"), Phase::Other);
}

/// Folds buffers of one byte with these names.
std::vector<MemoryPart> foldParts(ArrayRef<const char *> Names) {
  PartFolding Rows;
  for (const char *Name : Names)
    Rows.add({PartKind::Parameters, Name, "", ""}, "f32[2]", Bytes(1));
  return std::move(Rows).fold();
}

TEST(PartFoldingTest, Layers) {
  std::vector<MemoryPart> Parts = foldParts({"h_0/v2", "h_1/v2", "h_10/v2"});
  ASSERT_EQ(Parts.size(), 1u);
  EXPECT_EQ(Parts[0].What.Name, "h_*/v2");
  EXPECT_EQ(Parts[0].Layers, 3u);
  EXPECT_EQ(Parts[0].Buffers, 3u);
  EXPECT_EQ(Parts[0].Size, Bytes(3));
  // Elements of a list are no layers.
  Parts = foldParts({"state[0]", "state[1]"});
  ASSERT_EQ(Parts.size(), 1u);
  EXPECT_EQ(Parts[0].What.Name, "state[*]");
  EXPECT_EQ(Parts[0].Layers, 1u);
}

TEST(PartFoldingTest, OddNames) {
  EXPECT_EQ(foldParts({"7"})[0].What.Name, "7");
  EXPECT_EQ(foldParts({"#1#"})[0].What.Name, "#1#");
  // The pattern of both is the same, and the first has no number.
  EXPECT_EQ(foldParts({"w#", "w1"})[0].What.Name, "w#");
  EXPECT_EQ(foldParts({"", ""})[0].What.Name, "");
  EXPECT_EQ(foldParts({"a*1", "a*2"})[0].What.Name, "a**");
}

class PartsTest : public GraphTest {
protected:
  void nameContents(StringRef Text) {
    read(Text);
    Names.emplace(*Program, *G, ArrayRef<std::string>());
  }
  Content findContent(StringRef Instruction) {
    return Names->find({number(Instruction), RootLeaf});
  }

  std::optional<ContentNames> Names;
};

TEST_F(PartsTest, ArgumentsByReadersAndRenewal) {
  nameContents(R"(
    w = f32[4,4] parameter(0), metadata={op_name="w"}
    m = f32[4,4] parameter(1), metadata={op_name="m"}
    x = f32[2,4] parameter(2), metadata={op_name="x"}
    y = f32[2,4] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="jit(f)/jvp(M)/dot"}
    h = f32[2,4] tanh(y), metadata={op_name="jit(f)/jvp(M)/tanh"}
    g = f32[4,4] dot(x, h), lhs_contracting_dims={0}, rhs_contracting_dims={0}, metadata={op_name="jit(f)/transpose(jvp(M))/dot"}
    m2 = f32[4,4] add(m, g), metadata={op_name="jit(f)/add"}
    w2 = f32[4,4] add(w, m2), metadata={op_name="jit(f)/add"}
    ROOT t = (f32[4,4], f32[4,4]) tuple(w2, m2))");
  EXPECT_EQ(findContent("w").Kind, PartKind::Parameters);
  EXPECT_EQ(findContent("m").Kind, PartKind::OptimizerState);
  EXPECT_EQ(findContent("x").Kind, PartKind::Inputs);
  EXPECT_EQ(findContent("h").Kind, PartKind::KeptForBackward);
  EXPECT_EQ(findContent("h").Name, "M");
  EXPECT_EQ(findContent("g").Kind, PartKind::Gradients);
  EXPECT_EQ(findContent("w2").Kind, PartKind::Results);
  EXPECT_EQ(findContent("w2").Name, "new w");
  EXPECT_EQ(findContent("m2").Name, "new m");
}

// XLA for TPUs renews in VMEM and copies from there; factors of the update are
// ready long before it.
TEST_F(PartsTest, NewMomentsAreCopied) {
  nameContents(R"(
    w = f32[4,4] parameter(0), metadata={op_name="w"}
    m = f32[4,4] parameter(1), metadata={op_name="m"}
    x = f32[2,4] parameter(2), metadata={op_name="x"}
    n = s32[] parameter(3), metadata={op_name="n"}
    c = f32[] convert(n), metadata={op_name="jit(f)/convert"}
    s = f32[] exponential(c), metadata={op_name="jit(f)/exp"}
    b = f32[4,4] broadcast(s), dimensions={}, metadata={op_name="jit(f)/mul"}
    y = f32[2,4] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="jit(f)/jvp(M)/dot"}
    g = f32[4,4] dot(x, y), lhs_contracting_dims={0}, rhs_contracting_dims={0}, metadata={op_name="jit(f)/transpose(jvp(M))/dot"}
    m2 = f32[4,4] add(m, g), metadata={op_name="jit(f)/add"}
    m3 = (f32[4,4], f32[4,4], u32[]) copy-start(m2)
    m4 = f32[4,4] copy-done(m3)
    u = f32[4,4] multiply(m2, b), metadata={op_name="jit(f)/mul"}
    w2 = f32[4,4] add(w, u), metadata={op_name="jit(f)/add"}
    ROOT t = (f32[4,4], f32[4,4]) tuple(w2, m4))");
  EXPECT_EQ(Names->find({number("m3"), LeafId(1)}).Name, "new m");
  EXPECT_EQ(findContent("s").Kind, PartKind::WorkingMemory);
  EXPECT_EQ(findContent("y").Kind, PartKind::KeptForBackward);
}

// Only the update reads p.b by its op_names, as it reads the moments.
TEST_F(PartsTest, ParametersHaveOneBeginning) {
  std::string Text = R"(x = bf16[4] parameter(0), metadata={op_name="x"}
    y = f32[4] convert(x), metadata={op_name="jit(f)/transpose(jvp(M))/convert"}
)";
  std::string Results, Types;
  unsigned Number = 1;
  for (StringRef Of : {"p", "o[0].mu"})
    for (StringRef Leaf : {"a", "b", "c"}) {
      std::string N = utostr(Number++);
      bool IsRead = Of == "p" && Leaf != "b";
      Text += ("a" + Twine(N) + " = f32[4] parameter(" + N +
               "), metadata={op_name=\"" + Of + "['" + Leaf + "']\"}\nr" + N +
               " = f32[4] multiply(a" + N + ", " +
               (IsRead ? "x), metadata={op_name=\"jit(f)/jvp(M)/mul\"}\nn"
                       : "y), metadata={op_name=\"jit(f)/mul\"}\nn") +
               N + " = f32[4] add(r" + N +
               ", y), metadata={op_name=\"jit(f)/add\"}\n")
                  .str();
      Results += (Number == 2 ? "n" : ", n") + N;
      Types += Number == 2 ? "f32[4]" : ", f32[4]";
    }
  nameContents(Text + "ROOT t = (" + Types + ") tuple(" + Results + ")");
  for (StringRef A : {"a1", "a2", "a3"})
    EXPECT_EQ(findContent(A).Kind, PartKind::Parameters);
  for (StringRef A : {"a4", "a5", "a6"})
    EXPECT_EQ(findContent(A).Kind, PartKind::OptimizerState);
}

// Predictions renew no labels of their shape, and a key is renewed to be an
// input again. Indices are beside the arrays of a graph.
TEST_F(PartsTest, RenewedInputs) {
  nameContents(R"(
    w = f32[4,4] parameter(0), metadata={op_name="w"}
    k = u32[2] parameter(1), metadata={op_name="key"}
    l = f32[2,4] parameter(2), metadata={op_name="labels"}
    e = f32[2,4] parameter(3), metadata={op_name="graph.nodes"}
    n = f32[8,4] parameter(4), metadata={op_name="graph.edges"}
    i = s32[8] parameter(5), metadata={op_name="graph.senders"}
    y = f32[2,4] dot(e, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="jit(f)/jvp(M)/dot"}
    d = f32[2,4] subtract(y, l), metadata={op_name="jit(f)/jvp()/sub"}
    g = f32[4,4] dot(e, d), lhs_contracting_dims={0}, rhs_contracting_dims={0}, metadata={op_name="jit(f)/transpose(jvp(M))/dot"}
    w2 = f32[4,4] add(w, g), metadata={op_name="jit(f)/add"}
    k2 = u32[2] add(k, k), metadata={op_name="jit(f)/split"}
    ROOT t = (f32[4,4], u32[2], f32[2,4]) tuple(w2, k2, y))");
  EXPECT_EQ(findContent("w").Kind, PartKind::Parameters);
  for (StringRef A : {"k", "l", "e", "n", "i"})
    EXPECT_EQ(findContent(A).Kind, PartKind::Inputs);
}

// Equal loops of two layers have the op_names of the first. What has none is of
// the pass of its loop.
TEST_F(PartsTest, MergedLoops) {
  std::string Text;
  for (char Of : {'1', '2'}) {
    std::string Loop = R"(body# {
  s# = (pred[], f32[8], f32[8]) parameter(0)
  k# = pred[] get-tuple-element(s#), index=0
  a# = f32[8] get-tuple-element(s#), index=1
  e# = f32[8] exponential(a#), metadata={op_name="jit(f)/jvp(M)/while/body/layer1/exp"}
  d# = f32[8] add(a#, a#)
  ROOT u# = (pred[], f32[8], f32[8]) tuple(k#, e#, d#)
}
cond# {
  v# = (pred[], f32[8], f32[8]) parameter(0)
  ROOT w# = pred[] get-tuple-element(v#), index=0
}
)";
    std::replace(Loop.begin(), Loop.end(), '#', Of);
    Text += Loop;
  }
  nameContents(Text + R"(ENTRY main {
  x = f32[8] parameter(0), metadata={op_name="x"}
  i = pred[] parameter(1), metadata={op_name="i"}
  z = f32[] constant(0)
  f = f32[8] broadcast(z), dimensions={}
  l1 = (pred[], f32[8], f32[8]) tuple(i, f, f)
  o1 = (pred[], f32[8], f32[8]) while(l1), condition=cond1, body=body1, metadata={op_name="jit(f)/jvp(M)/while"}
  g1 = f32[8] get-tuple-element(o1), index=1
  h1 = f32[8] get-tuple-element(o1), index=2
  l2 = (pred[], f32[8], f32[8]) tuple(i, f, f)
  o2 = (pred[], f32[8], f32[8]) while(l2), condition=cond2, body=body2, metadata={op_name="jit(f)/jvp(M)/while"}
  g2 = f32[8] get-tuple-element(o2), index=1
  n1 = f32[8] multiply(g1, h1), metadata={op_name="jit(f)/transpose(jvp(M))/mul"}
  ROOT n2 = f32[8] add(n1, g2), metadata={op_name="jit(f)/transpose(jvp(M))/add"}
}
)");
  EXPECT_EQ(findContent("g1").Name, "M/layer*");
  EXPECT_EQ(findContent("g2").Name, "M/layer*");
  EXPECT_EQ(findContent("h1").Kind, PartKind::KeptForBackward);
}

// TensorFlow names the forward pass and the optimizer alike, and all arguments.
TEST_F(PartsTest, GradientTape) {
  nameContents(R"(
    a0 = f32[2,4] parameter(0), metadata={op_name="XLA_Args"}
    a1 = f32[4,4] parameter(1), metadata={op_name="XLA_Args"}
    a2 = f32[4,4] parameter(2), metadata={op_name="XLA_Args"}
    y = f32[2,4] dot(a0, a1), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="model/dense/MatMul" source_file="/v/lib/python3.11/site-packages/tf/ops.py" source_line=1221}
    h = f32[2,4] tanh(y), metadata={op_name="model/dense/Tanh" source_file="/home/me/train.py" source_line=7}
    g = f32[4,4] dot(a0, h), lhs_contracting_dims={0}, rhs_contracting_dims={0}, metadata={op_name="gradient_tape/model/dense/MatMul/MatMul_1"}
    m = f32[4,4] add(a2, g), metadata={op_name="sgd/Add"}
    w = f32[4,4] add(a1, m), metadata={op_name="sgd/Add_1"}
    ROOT t = (f32[4,4], f32[4,4]) tuple(w, m))");
  EXPECT_EQ(findContent("a0").Kind, PartKind::Inputs);
  EXPECT_EQ(findContent("a0").Name, "a0");
  // The backward pass does not read the weights of the first layer.
  EXPECT_EQ(findContent("a1").Kind, PartKind::Parameters);
  EXPECT_EQ(findContent("a1").Name, "a1 of model/dense");
  // It is no parameter because one has its shape.
  EXPECT_EQ(findContent("a2").Kind, PartKind::OptimizerState);
  EXPECT_EQ(findContent("a2").Name, "a2 of model/dense");
  EXPECT_EQ(findContent("h").Kind, PartKind::KeptForBackward);
  EXPECT_EQ(findContent("h").Source, "train.py:7");
  EXPECT_EQ(findContent("y").Source, "");
  EXPECT_EQ(findContent("g").Kind, PartKind::Gradients);
}

// PyTorch/XLA names neither arguments nor the backward pass.
TEST_F(PartsTest, NothingTellsArguments) {
  nameContents(R"(
    p0 = f32[8] parameter(0), metadata={op_type="xla__device_data" op_name="xla__device_data"}
    p1 = s64[8] parameter(1), metadata={op_type="xla__device_data" op_name="xla__device_data"}
    y = f32[8] negate(p0), metadata={op_type="aten__neg" op_name="aten__neg"}
    ROOT t = (f32[8], f32[8]) tuple(y, p0))");
  EXPECT_EQ(findContent("p0").Kind, PartKind::Arguments);
  EXPECT_EQ(findContent("p0").Name, "p0");
  EXPECT_EQ(findContent("p1").Kind, PartKind::Inputs);
  nameContents(R"(
    p0 = f32[8] parameter(0), metadata={op_type="xla__device_data" op_name="xla__device_data"}
    ROOT y = f32[8] negate(p0), metadata={op_type="aten__neg" op_name="aten__neg"})");
  EXPECT_EQ(findContent("p0").Name, "p0");
  EXPECT_EQ(findContent("y").Name, "new p0");
}

// An optimizer renews no loss, and a scale is none.
TEST_F(PartsTest, NumbersAreNotPaired) {
  nameContents(R"(
    s = f32[] parameter(0), metadata={op_name="scale"}
    n = s32[] parameter(1), metadata={op_name="count"}
    l = f32[] negate(s), metadata={op_name="jit(f)/neg"}
    o = s32[] negate(n), metadata={op_name="jit(f)/neg"}
    ROOT t = (f32[], s32[]) tuple(l, o))");
  EXPECT_EQ(findContent("l").Name, "");
  EXPECT_EQ(findContent("o").Name, "new count");
}

TEST_F(PartsTest, BehindLoopsAndBranches) {
  nameContents(R"(given {
  p = f32[8] parameter(0)
  ROOT r = f32[8] copy(p)
}
made {
  q = f32[8] parameter(0)
  ROOT e = f32[8] exponential(q), metadata={op_name="jit(f)/scope/exp"}
}
body {
  s = (pred[], f32[8], f32[8], f32[8]) parameter(0)
  k = pred[] get-tuple-element(s), index=0
  a = f32[8] get-tuple-element(s), index=1
  b = f32[8] get-tuple-element(s), index=2
  c = f32[8] get-tuple-element(s), index=3
  d = f32[8] conditional(k, c, c), true_computation=given, false_computation=made
  ROOT u = (pred[], f32[8], f32[8], f32[8]) tuple(k, b, a, d)
}
cond {
  v = (pred[], f32[8], f32[8], f32[8]) parameter(0)
  ROOT w = pred[] get-tuple-element(v), index=0
}
ENTRY main {
  x = f32[8] parameter(0), metadata={op_name="x"}
  i = pred[] parameter(1), metadata={op_name="i"}
  z = f32[] constant(0)
  f = f32[8] broadcast(z), dimensions={}
  l = (pred[], f32[8], f32[8], f32[8]) tuple(i, x, x, f)
  o = (pred[], f32[8], f32[8], f32[8]) while(l), condition=cond, body=body
  g1 = f32[8] get-tuple-element(o), index=1
  g3 = f32[8] get-tuple-element(o), index=3
  n1 = f32[8] negate(g1), metadata={op_name="jit(f)/neg"}
  ROOT n3 = f32[8] add(g3, n1), metadata={op_name="jit(f)/add"}
}
)");
  // Two elements that change places are what went in.
  EXPECT_EQ(findContent("g1").Name, "x");
  // One branch hands on what it is given.
  Content C = findContent("g3");
  EXPECT_EQ(C.Kind, PartKind::WorkingMemory);
  EXPECT_EQ(C.Name, "scope");
}

// No stack and no time suffices to follow all of this by recursion.
TEST_F(PartsTest, LongChains) {
  constexpr unsigned Count = 50000;
  std::string Text = "x = f32[8] parameter(0), metadata={op_name=\"x\"}\n";
  std::string Last = "x";
  for (unsigned N = 0; N != Count; ++N) {
    std::string Next = "c" + utostr(N);
    Text += (Twine(Next) + " = f32[8] copy(" + Last + ")\n").str();
    Last = Next;
  }
  nameContents(Text + "ROOT r = f32[8] negate(" + Last + ")");
  EXPECT_EQ(findContent("c5").Name, "x");
  findContent(Last);
  findContent("r");
}

TEST_F(PartsTest, ManyWritesOfConstants) {
  constexpr unsigned Count = 400;
  std::string Text = "z = f32[] constant(0)\n"
                     "i = s32[] constant(0)\n"
                     "u = f32[1] constant({1})\n"
                     "b = f32[400] broadcast(z), dimensions={}\n";
  std::string Last = "b";
  for (unsigned N = 0; N != Count; ++N) {
    std::string Next = "d" + utostr(N);
    Text +=
        (Twine(Next) + " = f32[400] dynamic-update-slice(" + Last + ", u, i)\n")
            .str();
    Last = Next;
  }
  nameContents(Text + "ROOT r = f32[400] negate(" + Last +
               "), metadata={op_name=\"jit(f)/neg\"}");
  EXPECT_EQ(findContent("b").Kind, PartKind::Constants);
  EXPECT_EQ(findContent("d7").Kind, PartKind::Constants);
}

} // namespace
