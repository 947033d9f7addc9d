//===- HloDataflowTest.cpp - Tests of values, buffers and live ranges -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is expected of the programs was worked out on paper from XLA's rules.
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/HloDataflow.h"
#include "DataflowTest.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::test;

namespace {

using HloDataflowTest = DataflowTest;

// A loop that changes leaf 0 and passes leaf 1 through.
TEST_F(HloDataflowTest, Loop) {
  read(R"(
body {
  b = (f32[4], f32[4]) parameter(0)
  x = f32[4] get-tuple-element(b), index=0
  y = f32[4] get-tuple-element(b), index=1
  n = f32[4] add(x, y)
  ROOT r = (f32[4], f32[4]) tuple(n, y)
}
condition {
  c = (f32[4], f32[4]) parameter(0)
  ROOT k = pred[] constant(true)
}
ENTRY main {
  p = f32[4] parameter(0)
  q = f32[4] parameter(1)
  t = (f32[4], f32[4]) tuple(p, q)
  w = (f32[4], f32[4]) while(t), condition=condition, body=body
  g = f32[4] get-tuple-element(w), index=0
  ROOT z = f32[4] negate(g)
}
)");
  EXPECT_EQ(values(),
            (Texts{"n", "r{}", "k", "p", "q", "t{}", "z", "b{} phi", "b{0} phi",
                   "c{} phi", "c{0} phi", "w{} phi", "w{0} phi"}));
  EXPECT_EQ(positions("q"),
            (Texts{"q", "b{1}", "y", "r{1}", "c{1}", "t{1}", "w{1}"}));
  // The tuple that ends the body reads what it passes on.
  EXPECT_EQ(uses("q"), (Texts{"n 1", "r 1", "w 0"}));
  EXPECT_EQ(positions("b{0}"), (Texts{"b{0}", "x"}));
  EXPECT_EQ(uses("b{0}"), (Texts{"n 0"}));
  // A table is read where an element is taken from it.
  EXPECT_EQ(uses("w{}"), (Texts{"g 0"}));
  EXPECT_EQ(uses("c{0}"), Texts());

  EXPECT_EQ(buffer("p"), (Texts{"n", "p", "b{0}", "c{0}", "w{0}"}));
  EXPECT_EQ(buffer("t{}"), (Texts{"r{}", "t{}", "b{}", "c{}", "w{}"}));
  EXPECT_EQ(buffer("q"), (Texts{"q"}));

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
  read(R"(
    x = f32[4] parameter(0)
    c = f32[4] bitcast(x)
    ROOT y = f32[4] negate(c))");
  EXPECT_EQ(values(), (Texts{"x", "y"}));
  HloDataflow Given = HloDataflow::of(*G, {HloPlace{number("c"), RootLeaf}});
  EXPECT_EQ(Given.getValueAt({number("c"), RootLeaf}), ValueId(0));
  EXPECT_FALSE(Given.getValueAt({number("x"), RootLeaf}));
  EXPECT_EQ(Given.getPositions(ValueId(0)).size(), 1u);
}

TEST_F(HloDataflowTest, Conditional) {
  read(R"(
one {
  a = f32[4] parameter(0)
  ROOT b = f32[4] negate(a)
}
two {
  ROOT c = f32[4] parameter(0)
}
ENTRY main {
  p = s32[] parameter(0)
  q = f32[4] parameter(1)
  ROOT d = f32[4] conditional(p, q, q), branch_computations={one, two}
}
)");
  EXPECT_EQ(values(), (Texts{"b", "p", "q", "d phi"}));
  EXPECT_EQ(positions("q"), (Texts{"q", "a", "c"}));
  EXPECT_EQ(uses("q"), (Texts{"d 1", "d 2", "b 0"}));
  EXPECT_EQ(buffer("d"), (Texts{"b", "q", "d"}));
  EXPECT_EQ(schedule(), (Texts{"p", "q", "a", "b", "c", "d"}));
  EXPECT_EQ(range("b"), "3-5");
}

// XLA may keep a phi of one other value, if that is a phi: nobody knows which.
TEST_F(HloDataflowTest, NeedlessPhis) {
  read(R"(
yes {
  ROOT a = f32[4] parameter(0)
}
no {
  d = f32[4] parameter(0)
  ROOT e = f32[4] negate(d)
}
body {
  b = (f32[4], f32[4]) parameter(0)
  x = f32[4] get-tuple-element(b), index=0
  y = f32[4] get-tuple-element(b), index=1
  ROOT r = (f32[4], f32[4]) tuple(x, y)
}
condition {
  c = (f32[4], f32[4]) parameter(0)
  ROOT k = pred[] constant(true)
}
ENTRY main {
  p = f32[4] parameter(0)
  f = pred[] parameter(1)
  m = f32[4] conditional(f, p, p), true_computation=yes, false_computation=no
  t = (f32[4], f32[4]) tuple(p, m)
  w = (f32[4], f32[4]) while(t), condition=condition, body=body
  ROOT z = f32[4] get-tuple-element(w), index=1
}
)");
  std::vector<HloPlace> Places(D->definitions().begin(),
                               D->definitions().end());
  const InstructionId While = number("w");
  for (uint64_t Element : {0, 1})
    Places.push_back(
        {While, (*G)[While].Leaves->getElement(RootLeaf, Element)});
  D.emplace(HloDataflow::of(*G, Places));
  EXPECT_TRUE(D->isPhi(value("m")));
  EXPECT_TRUE(D->isDefined(value("m")));
  EXPECT_FALSE(D->isDefined(value("w{0}")));
  EXPECT_TRUE(D->isDefined(value("w{1}")));
}

TEST_F(HloDataflowTest, CallsAndReductions) {
  read(R"(
sum {
  a = f32[] parameter(0)
  c = f32[] parameter(1)
  ROOT s = f32[] add(a, c)
}
callee {
  e = f32[4] parameter(0)
  ROOT f = f32[4] negate(e)
}
ENTRY main {
  p = f32[4] parameter(0)
  k = f32[4] call(p), to_apply=callee
  ROOT r = f32[4] reduce(k, k), dimensions={}, to_apply=sum
}
)");
  // What is applied to elements has values of its own, which are never live
  // together with others.
  EXPECT_EQ(values(), (Texts{"a", "c", "s", "f", "p", "r"}));
  EXPECT_EQ(D->getContext(find("r").Called[0]), HloContext::ThreadLocal);
  EXPECT_EQ(D->getContext(find("k").Called[0]), HloContext::Global);
  EXPECT_EQ(positions("f"), (Texts{"f", "k"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "e"}));
  EXPECT_EQ(range("a"), "none");
  EXPECT_EQ(schedule(), (Texts{"p", "e", "f", "k", "r"}));
  EXPECT_EQ(range("f"), "2-4");
}

// The first parameter is updated, behind a bitcast; the second is not.
TEST_F(HloDataflowTest, FusionsInPlace) {
  read(R"(
fused {
  a = f32[4] parameter(0)
  u = f32[4] parameter(1)
  cast = f32[4] bitcast(a)
  update = f32[4] dynamic-update-slice(cast, u, u)
  sum = f32[4] add(a, u)
  ROOT both = (f32[4], f32[4]) tuple(sum, update)
}
ENTRY main {
  p = f32[4] parameter(0)
  q = f32[4] parameter(1)
  ROOT f = (f32[4], f32[4]) fusion(p, q), kind=kLoop, calls=fused
}
)");
  EXPECT_EQ(values(), (Texts{"p", "q", "f{}", "f{0}", "f{1}"}));
  ASSERT_EQ(getInPlacePairs(*G, number("f")).size(), 1u);
  EXPECT_EQ(getInPlacePairs(*G, number("f"))[0],
            (InPlacePair{0, RootLeaf, LeafId(2)}));
  EXPECT_EQ(buffer("f{1}"), (Texts{"p", "f{1}"}));
  EXPECT_EQ(buffer("f{0}"), (Texts{"f{0}"}));
}

TEST_F(HloDataflowTest, GivenAliases) {
  read(R"(
    p = f32[4] parameter(0)
    ROOT c = (f32[4], f32[4]) custom-call(p), custom_call_target="t", output_to_operand_aliasing={{1}: (0, {})})",
       "is_scheduled=true, input_output_alias={ {0}: (0, {}, may-alias) }");
  EXPECT_EQ(buffer("p"), (Texts{"p", "c{0}", "c{1}"}));
  // It is given away, and so ends with its last use.
  EXPECT_EQ(range("p"), "0-1");
}

TEST_F(HloDataflowTest, CopiesAndTransfers) {
  read(R"(
    p = (f32[4], f32[4]) parameter(0)
    c = (f32[4], f32[4]) copy(p)
    g = f32[4] get-tuple-element(c), index=1
    s = (f32[4], f32[4], f32[4]) copy-start(g)
    ROOT d = f32[4] copy-done(s))");
  // A copy of a tuple copies its table alone.
  EXPECT_EQ(values(),
            (Texts{"p{}", "p{0}", "p{1}", "c{}", "s{}", "s{0}", "s{2}"}));
  EXPECT_EQ(positions("p{1}"), (Texts{"p{1}", "c{1}", "g", "s{1}"}));
  EXPECT_EQ(positions("s{0}"), (Texts{"s{0}", "d"}));
}

TEST_F(HloDataflowTest, Barriers) {
  read(R"(
    p = f32[4] parameter(0)
    q = f32[4] parameter(1)
    t = (f32[4], f32[4]) tuple(p, q)
    o = (f32[4], f32[4]) opt-barrier(t)
    g = f32[4] get-tuple-element(o), index=0
    a = f32[4] add-dependency(g, q)
    ROOT n = f32[4] negate(a))");
  EXPECT_EQ(values(), (Texts{"p", "q", "t{}", "n"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "t{0}", "o{0}", "g", "a"}));
  EXPECT_EQ(positions("t{}"), (Texts{"t{}", "o{}"}));
  EXPECT_EQ(uses("p"), (Texts{"o 0", "a 0", "n 0"}));
  EXPECT_EQ(uses("t{}"), (Texts{"o 0", "g 0"}));
  EXPECT_EQ(range("t{}"), "2-4");
  EXPECT_EQ(range("n"), "6-7");
}

TEST_F(HloDataflowTest, Gathers) {
  read(R"(
    p = f32[4] parameter(0)
    s = (f32[4], f32[4]) all-gather-start(p)
    ROOT d = f32[4] all-gather-done(s))");
  EXPECT_EQ(values(), (Texts{"p", "s{}", "s{1}"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "s{0}"}));
  EXPECT_EQ(positions("s{1}"), (Texts{"s{1}", "d"}));
  EXPECT_EQ(range("s{}"), "1-2");
  EXPECT_EQ(range("s{1}"), "1-3");
}

TEST_F(HloDataflowTest, SendsAndReceives) {
  read(R"(
    p = f32[4] parameter(0)
    t = token[] parameter(1)
    s = (f32[4], u32[], token[]) send(p, t)
    e = token[] send-done(s)
    r = (f32[4], u32[], token[]) recv(t)
    ROOT d = (f32[4], token[]) recv-done(r))");
  EXPECT_EQ(values(), (Texts{"p", "t", "s{}", "s{1}", "s{2}", "e", "r{}",
                             "r{0}", "r{1}", "r{2}", "d{}", "d{1}"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "s{0}"}));
  EXPECT_EQ(positions("r{0}"), (Texts{"r{0}", "d{0}"}));
  // Nothing reads it.
  EXPECT_EQ(range("e"), "3-3");
}

// The parameter has the one argument or the other.
TEST_F(HloDataflowTest, CalledTwice) {
  read(R"(
callee {
  e = f32[4] parameter(0)
  ROOT n = f32[4] negate(e)
}
ENTRY main {
  p = f32[4] parameter(0)
  q = f32[4] parameter(1)
  k = f32[4] call(p), to_apply=callee
  l = f32[4] call(q), to_apply=callee
  ROOT a = f32[4] add(k, l)
}
)");
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
  read(R"(
callee {
  ROOT e = f32[4] parameter(0)
}
other {
  o = f32[4] parameter(0)
  ROOT i = f32[4] call(o), to_apply=callee
}
ENTRY main {
  p = f32[4] parameter(0)
  k = f32[4] call(p), to_apply=callee
  l = f32[4] call(k), to_apply=other
  ROOT n = f32[4] negate(l)
}
)");
  EXPECT_EQ(values(), (Texts{"p", "n"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "e", "o", "i", "k", "l"}));
}

// Only what is paired with a result ends before the program does.
TEST_F(HloDataflowTest, Donors) {
  read(R"(
    p = f32[4] parameter(0)
    q = f32[4] parameter(1)
    a = f32[4] add(p, q)
    ROOT n = f32[4] negate(a))",
       "is_scheduled=true, input_output_alias={ {}: (1, {}, may-alias) }, "
       "buffer_donor={ (0, {}) }");
  EXPECT_EQ(range("p"), "0-4");
  EXPECT_EQ(buffer("q"), (Texts{"q", "n"}));
  EXPECT_EQ(range("q"), "0-2");
}

// What lies behind a loop's own result has no value, and no end is awaited.
TEST_F(HloDataflowTest, NothingFromNothing) {
  read(R"(
body {
  ROOT b = f32[4] parameter(0)
}
ENTRY main {
  p = f32[4] parameter(0)
  ROOT w = f32[4] while(p), condition=body, body=body
}
)");
  EXPECT_EQ(values(), (Texts{"p"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "b", "w"}));
}

//===----------------------------------------------------------------------===//
// Asynchronous operations
//===----------------------------------------------------------------------===//

constexpr StringLiteral Negated = R"(
inner {
  a = f32[4] parameter(0)
  ROOT n = f32[4] negate(a)
}
ENTRY main {
  p = f32[4] parameter(0)
)";

TEST_F(HloDataflowTest, AsynchronousOperations) {
  read(
      (Negated + R"(  s = ((f32[4]), f32[4], f32[4]) async-start(p), calls=inner
  o = f32[4] negate(p)
  d = f32[4] async-done(s), calls=inner
  ROOT r = f32[4] add(d, o)
}
)")
          .str());
  EXPECT_EQ(values(), (Texts{"n", "p", "s{}", "s{0}", "s{2}", "o", "r"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "a", "s{0,0}"}));
  EXPECT_EQ(positions("n"), (Texts{"n", "s{1}", "d"}));
  EXPECT_EQ(schedule(), (Texts{"p", "a", "n", "s", "o", "d", "r"}));
  EXPECT_EQ(range("n"), "2-6");
  EXPECT_EQ(range("n", {.BeginsAsync = AsyncBegin::Start}), "3-6");
}

// Since jax 0.11.2 a slice that is updated asynchronously is the operand's
// until the operation is done.
TEST_F(HloDataflowTest, AsynchronousDynamicUpdateSlice) {
  read(R"(
inner {
  a = f32[4] parameter(0)
  c = f32[4] parameter(1)
  ROOT n = f32[4] dynamic-update-slice(c, a, a)
}
ENTRY main {
  p = f32[4] parameter(0)
  q = f32[4] parameter(1)
  s = ((f32[4], f32[4]), f32[4], f32[4]) async-start(p, q), calls=inner
  ROOT d = f32[4] async-done(s), calls=inner
}
)");
  EXPECT_EQ(positions("n"), (Texts{"n", "s{1}", "d"}));
  EXPECT_EQ(positions("q"), (Texts{"q", "c", "s{0,1}"}));
  D.emplace(HloDataflow::compute(*G, XlaRelease::Jaxlib0Point11Point2));
  EXPECT_EQ(positions("n"), (Texts{"n", "d"}));
  EXPECT_EQ(positions("q"), (Texts{"q", "c", "s{0,1}", "s{1}"}));
  EXPECT_EQ(uses("q"), (Texts{"s 1", "n 0", "d 0", "d 0"}));
}

TEST_F(HloDataflowTest, AsynchronousUpdates) {
  read(
      (Negated + R"(  s = ((f32[4]), f32[4], f32[4]) async-start(p), calls=inner
  u = ((f32[4]), f32[4], f32[4]) async-update(s), calls=inner
  ROOT d = f32[4] async-done(u), calls=inner
}
)")
          .str());
  EXPECT_EQ(positions("n"), (Texts{"n", "s{1}", "u{1}", "d"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "a", "s{0,0}", "u{0,0}"}));
  EXPECT_EQ(schedule(), (Texts{"p", "a", "n", "s", "u", "d"}));
  EXPECT_EQ(range("n"), "2-6");
}

// An empty tuple stands for a result that has no place yet: what runs is put
// before the update that gives it one. Of the done it is its own result.
TEST_F(HloDataflowTest, AsynchronousResultWithoutPlace) {
  read((Negated + R"(  s = ((f32[4]), (), f32[4]) async-start(p), calls=inner
  u = ((f32[4]), f32[4], f32[4]) async-update(s), calls=inner
  ROOT d = f32[4] async-done(u), calls=inner
}
)")
           .str());
  EXPECT_EQ(schedule(), (Texts{"p", "s", "a", "n", "u", "d"}));
}

// As XLA 0.12 starts a gather on a TPU: the start has neither operands nor a
// place for the result, but as many leaves as the update that has both.
TEST_F(HloDataflowTest, AsynchronousOperandsLater) {
  read(R"(
inner {
  a = f32[4] parameter(0)
  c = f32[4] parameter(1)
  ROOT n = f32[4] add(a, c)
}
ENTRY main {
  p = f32[4] parameter(0)
  q = f32[4] parameter(1)
  s = ((), (), (f32[4])) async-start(), calls=inner
  u = ((f32[4], f32[4]), f32[4]) async-update(s, p, q), calls=inner
  ROOT d = f32[4] async-done(u), calls=inner
}
)");
  EXPECT_EQ(schedule(), (Texts{"p", "q", "s", "a", "c", "n", "u", "d"}));
  EXPECT_EQ(positions("n"), (Texts{"n", "u{1}", "d"}));
  EXPECT_EQ(positions("p"), (Texts{"p", "a", "u{0,0}"}));
  EXPECT_EQ(positions("q"), (Texts{"q", "c", "u{0,1}"}));
  EXPECT_EQ(positions("s{2,0}"), (Texts{"s{2,0}"}));
}

TEST_F(HloDataflowTest, AsynchronousPairWithoutPlace) {
  read(R"(
inner {
  a = f32[4] parameter(0)
  ROOT n = (f32[4], f32[4]) tuple(a, a)
}
ENTRY main {
  p = f32[4] parameter(0)
  s = ((f32[4]), (), f32[4]) async-start(p), calls=inner
  ROOT d = (f32[4], f32[4]) async-done(s), calls=inner
}
)");
  EXPECT_EQ(schedule(), (Texts{"p", "s", "a", "n", "d"}));
}

} // namespace
