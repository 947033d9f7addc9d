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
#include "DataflowTest.h"
#include "llvm/Support/FormatVariadic.h"
#include <tuple>

using namespace llvm;
using namespace hlomem;
using namespace hlomem::test;

namespace {

/// Of each InPlacePair: the number of the operand, its leaf, and that of the
/// result.
using Pairs = std::vector<std::tuple<uint32_t, uint32_t, uint32_t>>;

class HloBuffersTest : public DataflowTest {
protected:
  /// Reads an instruction i of parameters p0, p1 and so on.
  void readOne(StringRef Opcode, StringRef Type, ArrayRef<StringRef> Operands) {
    std::string Text, List;
    for (auto [N, Operand] : enumerate(Operands)) {
      Text += formatv("p{0} = {1} parameter({0})\n", N, Operand);
      List += formatv(N == 0 ? "p{0}" : ", p{0}", N);
    }
    read((Text + "ROOT i = " + Type + " " + Opcode + "(" + List + ")").str());
  }
  Pairs pairsOf(StringRef Name) const {
    Pairs Found;
    for (const InPlacePair &P : getInPlacePairs(*G, number(Name)))
      Found.emplace_back(P.OperandNumber, P.OperandLeaf.index(),
                         P.OutputLeaf.index());
    return Found;
  }
};

constexpr StringLiteral One = "f32[4]", Two = "(f32[4], f32[4])";
constexpr StringLiteral Started = "(f32[4], f32[4], f32[4], f32[4])";
constexpr StringLiteral StartedTwo =
    "((f32[4], f32[4]), (f32[4], f32[4]), f32[4], f32[4])";

TEST_F(HloBuffersTest, PairsByOpcode) {
  struct {
    StringRef Opcode;
    StringRef Type;
    std::vector<StringRef> Operands;
    Pairs Expected;
  } Cases[] = {
      {"dynamic-update-slice", One, {One, One, One}, {{0, 0, 0}}},
      {"set-dimension-size", One, {One, One}, {{0, 0, 0}}},
      {"scatter", One, {One, One, One}, {{0, 0, 0}}},
      // Two operands, the indices, and an update for each.
      {"scatter", Two, {One, One, One, One, One}, {{0, 0, 1}, {1, 0, 2}}},
      {"all-reduce-start", One, {One}, {{0, 0, 0}}},
      {"all-reduce-start", Two, {One, One}, {{0, 0, 1}, {1, 0, 2}}},
      {"ragged-all-to-all", One, {One, One, One, One, One, One}, {{1, 0, 0}}},
      // What is sent goes into what is given as second operand.
      {"collective-permute", One, {One, One, One, One}, {{1, 0, 0}}},
      {"collective-permute", One, {One}, {}},
      {"collective-permute",
       Two,
       {Two, Two, One, One},
       {{1, 0, 0}, {1, 1, 1}, {1, 2, 2}}},
      {"collective-permute-start", Started, {One, One, One, One}, {{1, 0, 2}}},
      // Leaves 0 the whole, 1 to 3 what is sent, 4 to 6 where it is received.
      {"collective-permute-start",
       StartedTwo,
       {Two, Two, One, One},
       {{1, 0, 4}, {1, 1, 5}, {1, 2, 6}}},
      {"add", One, {One, One}, {}},
  };
  for (const auto &C : Cases) {
    SCOPED_TRACE(C.Opcode.str() + " " + C.Type.str());
    readOne(C.Opcode, C.Type, C.Operands);
    EXPECT_EQ(pairsOf("i"), C.Expected);
  }
}

TEST_F(HloBuffersTest, PairsShareABuffer) {
  readOne("dynamic-update-slice", One, {One, One, One});
  EXPECT_EQ(buffer("i"), (Texts{"p0", "i"}));
  EXPECT_EQ(buffer("p1"), Texts{"p1"});
  readOne("scatter", Two, {One, One, One, One, One});
  EXPECT_EQ(buffer("i{1}"), (Texts{"p1", "i{1}"}));
  EXPECT_EQ(buffer("i{}"), Texts{"i{}"});
  readOne("collective-permute-start", Started, {One, One, One, One});
  EXPECT_EQ(positions("p0"), (Texts{"p0", "i{0}"}));
  readOne("add", One, {One, One});
  EXPECT_EQ(buffer("i"), Texts{"i"});
}

//===----------------------------------------------------------------------===//
// Fusions
//===----------------------------------------------------------------------===//

// What is written behind another write is that of the same parameter.
TEST_F(HloBuffersTest, FusionOfFusion) {
  read(R"(
inner {
  i0 = f32[4] parameter(0)
  i1 = f32[4] parameter(1)
  ROOT write = f32[4] dynamic-update-slice(i1, i0, i0)
}
outer {
  o0 = f32[4] parameter(0)
  o1 = f32[4] parameter(1)
  nested = f32[4] fusion(o1, o0), kind=kLoop, calls=inner
  ROOT again = f32[4] dynamic-update-slice(nested, o1, o1)
}
ENTRY main {
  p0 = f32[4] parameter(0)
  p1 = f32[4] parameter(1)
  ROOT f = f32[4] fusion(p0, p1), kind=kLoop, calls=outer
}
)");
  EXPECT_EQ(pairsOf("nested"), (Pairs{{1, 0, 0}}));
  EXPECT_EQ(pairsOf("f"), (Pairs{{0, 0, 0}}));
  EXPECT_EQ(buffer("f"), (Texts{"p0", "f"}));
}

TEST_F(HloBuffersTest, FusionOfElementOfParameter) {
  const std::string Text = R"(
fused {
  a0 = (f32[4], f32[4]) parameter(0)
  a1 = f32[4] parameter(1)
  element = f32[4] get-tuple-element(a0), index=1
  ROOT write = f32[4] dynamic-update-slice(element, a1, a1)
}
ENTRY main {
  p0 = (f32[4], f32[4]) parameter(0)
  p1 = f32[4] parameter(1)
  ROOT f = f32[4] fusion(p0, p1), kind=kLoop, calls=fused
}
)";
  read(Text);
  EXPECT_EQ(pairsOf("f"), (Pairs{{0, 2, 0}}));
  EXPECT_EQ(buffer("f"), (Texts{"p0{1}", "f"}));
  // XLA looks through tuples first and then through bitcasts, not again.
  read(replaceText(Text, "  ROOT write = f32[4] dynamic-update-slice(element,",
                   "  cast = f32[4] bitcast(element)\n"
                   "  ROOT write = f32[4] dynamic-update-slice(cast,"));
  EXPECT_EQ(pairsOf("f"), Pairs());
  // What is added to the parameter first is no update of it.
  read(replaceText(Text, "  ROOT write = f32[4] dynamic-update-slice(element,",
                   "  sum = f32[4] add(element, a1)\n"
                   "  ROOT write = f32[4] dynamic-update-slice(sum,"));
  EXPECT_EQ(buffer("f"), Texts{"f"});
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

// A loop in a branch: what it carries, and what the branches give.
TEST_F(HloBuffersTest, LoopInBranch) {
  read(R"(
body {
  b = f32[4] parameter(0)
  ROOT n = f32[4] negate(b)
}
condition {
  c = f32[4] parameter(0)
  ROOT k = pred[] constant(true)
}
one {
  a = f32[4] parameter(0)
  ROOT w = f32[4] while(a), condition=condition, body=body
}
two {
  e = f32[4] parameter(0)
  ROOT x = f32[4] negate(e)
}
ENTRY main {
  p0 = s32[] parameter(0)
  p1 = f32[4] parameter(1)
  p2 = f32[4] parameter(2)
  ROOT d = f32[4] conditional(p0, p1, p2), branch_computations={one, two}
}
)");
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
  read(R"(
    p0 = f32[4] parameter(0)
    p1 = f32[4] parameter(1)
    p2 = f32[4] parameter(2)
    u = f32[4] dynamic-update-slice(p0, p1, p2)
    ROOT v = f32[4] dynamic-update-slice(u, p1, p2))");
  HloBuffers Buffers = HloBuffers::compute(*D);
  HloBuffers Again =
      HloBuffers::of(D->definitions().size(), Buffers.getPairs());
  EXPECT_EQ(buffer("p0"), (Texts{"p0", "u", "v"}));
  ASSERT_EQ(Again.size(), Buffers.size());
  for (ValueId V : D->definitions().ids())
    EXPECT_EQ(Again.getBuffer(V), Buffers.getBuffer(V));
  // Two for a buffer of three, none for those of one.
  EXPECT_EQ(Buffers.getPairs().size(), 2u);
}

} // namespace
