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

TEST_F(OptimizerState, IsWhatOnlyAnUpdateReads) {
  record(Step);
  SmallVector<uint64_t> LeftOut;
  EXPECT_EQ(findChangeableState(*Record, {1, 2, 4}, LeftOut),
            (SmallVector<uint64_t>{1, 2}));
  EXPECT_TRUE(LeftOut.empty());
  EXPECT_EQ(findChangeableState(*Record, {0, 1}, LeftOut),
            (SmallVector<uint64_t>{1}));
  EXPECT_EQ(LeftOut, (SmallVector<uint64_t>{0}));
}

// What the product of a fusion reads stays as it is, and so does what it is
// computed of.
TEST_F(OptimizerState, IsNotWhatAProductReads) {
  record(
      test::replaceText(Step.str(), "ROOT new = f32[16,16] add(g, old)",
                        "ROOT new = f32[16,16] dot(g, old), "
                        "lhs_contracting_dims={1}, rhs_contracting_dims={0}"));
  SmallVector<uint64_t> LeftOut;
  EXPECT_EQ(findChangeableState(*Record, {1, 2}, LeftOut),
            (SmallVector<uint64_t>{2}));
  EXPECT_EQ(LeftOut, (SmallVector<uint64_t>{1}));
}

} // namespace
