//===- OptimizerStateTest.cpp - Tests of which arguments are state --------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RecordTest.h"
#include "hlomem/WhatIf/SameElements.h"

using namespace llvm;
using namespace hlomem;

namespace {

// A step of training: w is a weight, m its moment, s an average of the data and
// e an array without elements. On a TPU the update of m is in the fusion that
// computes the gradient.
constexpr StringLiteral Step = R"(
update {
  a = f32[8,16] parameter(0)
  b = f32[8,16] parameter(1)
  old = f32[16,16] parameter(2)
  g = f32[16,16] dot(a, b), lhs_contracting_dims={0}, rhs_contracting_dims={0}
  ROOT new = f32[16,16] add(g, old)
}
ENTRY main {
  w = f32[16,16] parameter(0)
  m = f32[16,16] parameter(1)
  s = f32[16,16] parameter(2)
  x = f32[8,16] parameter(3)
  e = f32[0,16] parameter(4)
  y = f32[8,16] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  m.new = f32[16,16] fusion(x, y, m), kind=kOutput, calls=update
  w.new = f32[16,16] subtract(w, m.new)
  s.new = f32[16,16] negate(s)
  e.new = f32[0,16] negate(e)
  ROOT t = (f32[16,16], f32[16,16], f32[16,16], f32[0,16]) tuple(w.new, m.new, s.new, e.new)
})";

using OptimizerState = RecordTest;

TEST_F(OptimizerState, MirrorsAWeightByTheEndOfItsPath) {
  record(Step);
  EXPECT_EQ(findOptimizerState(*Record, {"params['w']", "opt[0].mu['w']",
                                         "stats['mean']", "x", "opt['e']"}),
            (SmallVector<uint64_t>{1}));
  // A number at the end says nothing.
  EXPECT_EQ(findOptimizerState(*Record,
                               {"params.w", "mu[0]", "stats[1].v", "x", "e"}),
            (SmallVector<uint64_t>{}));
}

TEST_F(OptimizerState, MirrorsAListOfWeightsByItsShapes) {
  record(Step);
  EXPECT_EQ(findOptimizerState(*Record, {"state[0][0]", "state[2][0]",
                                         "state[2][1]", "x", "state[2][2]"}),
            (SmallVector<uint64_t>{1, 2}));
  EXPECT_EQ(findOptimizerState(*Record, {"state[0][0]", "state[2][0]",
                                         "state[1][0]", "x", "state[2][1]"}),
            (SmallVector<uint64_t>{1, 2}));
}

// As of programs that are not JAX's.
TEST_F(OptimizerState, WithoutNamesIsWhatOnlyAnUpdateReads) {
  record(Step);
  EXPECT_EQ(findOptimizerState(*Record, {"", "", "", "", ""}),
            (SmallVector<uint64_t>{1, 2}));
}

// What the product of a fusion reads is no state, nor what it is computed of.
TEST_F(OptimizerState, IsNotWhatAProductReads) {
  record(
      test::replaceText(Step.str(), "ROOT new = f32[16,16] add(g, old)",
                        "ROOT new = f32[16,16] dot(g, old), "
                        "lhs_contracting_dims={1}, rhs_contracting_dims={0}"));
  EXPECT_EQ(findOptimizerState(*Record, {"", "", "", "", ""}),
            (SmallVector<uint64_t>{2}));
  // By its name it lies beside state.
  SmallVector<uint64_t> LeftOut;
  auto Find = [&](StringRef First, StringRef Second) {
    return findOptimizerState(*Record, {"params['w']", First, Second, "x", "e"},
                              &LeftOut);
  };
  EXPECT_EQ(Find("mu['v']", "mu['w']"), (SmallVector<uint64_t>{2}));
  EXPECT_EQ(LeftOut, (SmallVector<uint64_t>{1}));
  EXPECT_EQ(Find("nu['v']", "mu['w']"), (SmallVector<uint64_t>{2}));
  EXPECT_TRUE(LeftOut.empty());
}

} // namespace
