//===- ValueNamesTest.cpp - Tests for what values stand for ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "TestProgram.h"
#include "hlomem/Analysis/AnalysisManager.h"
#include "gtest/gtest.h"

using namespace hlomem;
using namespace hlomem::test;
using namespace llvm;

namespace {

/// Values without loops, in one parameter block and one of temporaries.
class ValueNamesTest : public ::testing::Test {
protected:
  void SetUp() override {
    M = makeModule(
        {.Blocks = {"parameter 3, shape |f32[4]| at ShapeIndex {}",
                    "preallocated-temp"},
         .Values =
             {{"p", 0, 0, {}, {"copy, operand 0"}, "f32[4] parameter(3)"},
              {"copy", 1, 0, {"bitcast"}, {}, "f32[4] copy(p)"},
              {"c", 1, 16, {}, {}, "f32[] constant(2.5)"},
              {"d", 1, 32, {}, {}, "f32[4] constant({1, 2, 3, 4, 5, 6, 7, 8})"},
              {"add", 1, 48, {}, {}, "f32[4] add(bitcast, c)"},
              {"sum", 1, 64, {}, {}, "f32[4] concatenate(add, c, d, p)"},
              {"call",
               1,
               80,
               {},
               {},
               "f32[4] custom-call(p), custom_call_target=\"cublas\""},
              {"named",
               1,
               96,
               {},
               {},
               "f32[4] add(p, p), metadata={op_name=\"jit(f)/add\"}"},
              {"after", 1, 112, {}, {}, "f32[4] negate(named)"}},
         .Schedule = "p copy c d add sum call named after"});
    AM = std::make_unique<AnalysisManager>(*M);
    Names = std::make_unique<ValueNames>(*M, *AM);
  }

  std::string name(StringRef Value) {
    const hlomem::Value *V = M->findValue(Value, ShapeIndex());
    return V ? Names->getName(*V) : "no such value";
  }

  std::unique_ptr<Module> M;
  std::unique_ptr<AnalysisManager> AM;
  std::unique_ptr<ValueNames> Names;
};

TEST_F(ValueNamesTest, NamesArgumentsByNumber) {
  EXPECT_EQ(name("p"), "argument 3");
}

TEST_F(ValueNamesTest, SaysWhatIsCopied) {
  EXPECT_EQ(name("copy"), "copy of `p` (argument 3)");
}

TEST_F(ValueNamesTest, ShowsShortLiterals) {
  EXPECT_EQ(name("c"), "constant 2.5");
  EXPECT_EQ(name("d"), "constant");
}

TEST_F(ValueNamesTest, FollowsWhatForwards) {
  EXPECT_EQ(name("add"), "add of `copy` and `c`");
  EXPECT_EQ(Names->findResult("bitcast"), Names->findResult("copy"));
  EXPECT_EQ(Names->findResult("nothing"), nullptr);
}

TEST_F(ValueNamesTest, NamesTwoOfManyOperands) {
  EXPECT_EQ(name("sum"), "concatenate of `add`, `c` and 2 more");
}

TEST_F(ValueNamesTest, NamesTheTargetOfACustomCall) {
  EXPECT_EQ(name("call"), "custom call of cublas");
}

TEST_F(ValueNamesTest, PrefersTheOpName) {
  EXPECT_EQ(name("named"), "jit(f)/add");
  const Value *V = Names->findResult("named");
  ASSERT_NE(V, nullptr);
  EXPECT_EQ(Names->findOpName(*V), "jit(f)/add");
  EXPECT_EQ(Names->describe(*V), "add of `p` and `p`");
  EXPECT_EQ(name("after"), "negate of `named` (jit(f)/add)");
}

} // namespace
