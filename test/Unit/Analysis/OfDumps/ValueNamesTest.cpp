//===- ValueNamesTest.cpp - Tests for what values stand for ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Sources/ValueNames.h"
#include "TestProgram.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "gtest/gtest.h"

using namespace hlomem;
using namespace hlomem::test;
using namespace llvm;

namespace {

class ValueNamesTest : public ::testing::Test {
protected:
  std::string name(StringRef Value) {
    const hlomem::Value *V = M->findValue(Value, ShapeIndex());
    return V ? Names.getName(*V) : "no such value";
  }

  std::unique_ptr<Module> M = makeModule(programOf(R"(ENTRY e {
  p = f32[4] parameter(0)
  copy = f32[4] copy(p)
  bitcast = f32[4] bitcast(copy)
  c = f32[] constant(2.5)
  d = f32[4] constant({1, 2, 3, 4, 5, 6, 7, 8})
  add = f32[4] add(bitcast, c)
  sum = f32[4] concatenate(add, c, d, p), dimensions={0}
  call = f32[4] custom-call(p), custom_call_target="cublas"
  named = f32[4] add(p, p), metadata={op_name="jit(f)/add"}
  ROOT after = f32[4] negate(named)
})"));
  AnalysisManager AM{*M};
  ValueNames Names{*M, AM};
};

TEST_F(ValueNamesTest, SayWhatAValueIs) {
  EXPECT_EQ(name("p"), "argument 0");
  EXPECT_EQ(name("copy"), "copy of `p` (argument 0)");
  EXPECT_EQ(name("c"), "constant 2.5");
  EXPECT_EQ(name("d"), "constant");
  EXPECT_EQ(name("sum"), "concatenate of `add`, `c` and 2 more");
  EXPECT_EQ(name("call"), "custom call of cublas");
}

TEST_F(ValueNamesTest, FollowsWhatForwards) {
  EXPECT_EQ(name("add"), "add of `copy` and `c`");
  EXPECT_EQ(Names.findResult("bitcast"), Names.findResult("copy"));
  EXPECT_EQ(Names.findResult("nothing"), nullptr);
}

TEST_F(ValueNamesTest, PrefersTheOpName) {
  EXPECT_EQ(name("named"), "jit(f)/add");
  const Value *V = Names.findResult("named");
  ASSERT_NE(V, nullptr);
  EXPECT_EQ(Names.findOpName(*V), "jit(f)/add");
  EXPECT_EQ(Names.describe(*V), "add of `p` and `p`");
  EXPECT_EQ(name("after"), "negate of `named` (jit(f)/add)");
}

} // namespace
