//===- PositionIndexTest.cpp - Tests of values by position ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program/PositionIndex.h"
#include "TestProgram.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::test;

namespace {

class PositionIndexTest : public testing::Test {
protected:
  void SetUp() override {
    TestProgram P;
    P.Blocks = {"preallocated-temp"};
    P.Values = {{"a", 0, 0, {"t {0}", "t {1}", "out {0}"}, {}, ""},
                {"t{}", 0, 16, {"out {1}"}, {}, ""},
                {"out{2}", 0, 32, {}, {}, ""}};
    // More positions of one instruction than are looked through.
    TestValue Many = {"many{0}", 0, 48, {}, {}, ""};
    for (unsigned I = 1; I != 20; ++I)
      Many.Positions.push_back("many {" + std::to_string(I) + "}");
    P.Values.push_back(Many);
    P.Values.push_back({"many{20}", 0, 64, {"many {3}"}, {}, ""});
    P.Schedule = "a t many";
    M = makeModule(P);
    ASSERT_TRUE(M);
    AM.emplace(*M);
    Index.emplace(*M, AM->getResult<ScheduleIndexAnalysis>(),
                  M->getEndOfProgram());
  }

  /// The name of the value that is found.
  std::string find(StringRef Name, StringRef At) {
    const Value *V = Index->find(Name, M->getTime(Name), At);
    std::string Text = "none";
    if (V)
      raw_string_ostream(Text = "") << V->getDefinition();
    return Text;
  }

  std::unique_ptr<Module> M;
  std::optional<AnalysisManager> AM;
  std::optional<PositionIndex> Index;
};

TEST_F(PositionIndexTest, Scheduled) {
  EXPECT_EQ(find("a", ""), "a");
  EXPECT_EQ(find("a", "0"), "none");
  EXPECT_EQ(find("t", ""), "t{}");
  EXPECT_EQ(find("t", "0"), "a");
  EXPECT_EQ(find("t", "1"), "a");
  EXPECT_EQ(find("t", "2"), "none");
}

TEST_F(PositionIndexTest, NotScheduled) {
  EXPECT_EQ(find("out", "0"), "a");
  EXPECT_EQ(find("out", "1"), "t{}");
  EXPECT_EQ(find("out", "2"), "out{2}");
  EXPECT_EQ(find("out", ""), "none");
  EXPECT_EQ(find("nobody", ""), "none");
}

TEST_F(PositionIndexTest, ManyAtOneInstruction) {
  EXPECT_EQ(find("many", "0"), "many{0}");
  EXPECT_EQ(find("many", "19"), "many{0}");
  EXPECT_EQ(find("many", "20"), "many{20}");
  // Of two the first.
  EXPECT_EQ(find("many", "3"), "many{0}");
  EXPECT_EQ(find("many", "21"), "none");
}

} // namespace
