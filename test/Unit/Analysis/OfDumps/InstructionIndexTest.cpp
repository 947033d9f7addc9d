//===- InstructionIndexTest.cpp - Tests of InstructionIndex ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "TestProgram.h"
#include "hlomem/IR/Module.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace hlomem;

namespace {

const Value &valueOf(const Module &M, StringRef Name, StringRef Index = "{}") {
  const Value *V = M.findValue(Name, *ShapeIndex::parse(Index));
  EXPECT_TRUE(V) << Name.str();
  return *V;
}

test::TestProgram makeLoop() {
  test::TestProgram P;
  P.Blocks = {"preallocated-temp"};
  std::string Loop = "(f32[4], f32[4]) while(%t), condition=%c, body=%b";
  P.Values = {
      {"a", 0, 0, {}, {}, "f32[4] iota()"},
      {"w{}", 0, 16, {}, {}, Loop},
      {"w{0}!", 0, 32, {}, {}, Loop},
      {"w{1}!", 0, 48, {}, {}, Loop},
      {"z", 0, 64, {}, {}, "f32[4] add(%a), control-predecessors={%a}"}};
  return P;
}

TEST(InstructionIndexTest, EveryLeafHasTheGistOfItsInstruction) {
  std::unique_ptr<Module> M = test::makeModule(makeLoop());
  ASSERT_TRUE(M);
  InstructionIndex Index(*M);
  for (StringRef Leaf : {"{}", "{0}", "{1}"}) {
    InstructionGist Gist = Index.get(valueOf(*M, "w", Leaf));
    EXPECT_EQ(Gist.Op, Opcode::While);
    EXPECT_EQ(Gist.Marks, InstructionMarks::CallsComputations);
  }
  EXPECT_EQ(Index.get(valueOf(*M, "a")).Op, Opcode::Iota);
  EXPECT_EQ(Index.get(valueOf(*M, "a")).Marks, InstructionMarks::None);
  EXPECT_TRUE(
      Index.has(valueOf(*M, "z"), InstructionMarks::ControlPredecessors));
  EXPECT_FALSE(
      Index.has(valueOf(*M, "a"), InstructionMarks::ControlPredecessors));
}

// Of arrays each has the text that stands with it, whatever its name.
TEST(InstructionIndexTest, ArraysAreLookedAtOneByOne) {
  test::TestProgram P = makeLoop();
  for (unsigned I = 0; I != 2; ++I)
    P.Values.push_back({"same",
                        0,
                        80 + 16 * I,
                        {},
                        {},
                        I == 0 ? "f32[4] abs(%a)" : "f32[4] negate(%a)"});
  std::unique_ptr<Module> M = test::makeModule(P);
  ASSERT_TRUE(M);
  InstructionIndex Index(*M);
  ArrayRef<Value> Last = M->values().take_back(2);
  EXPECT_EQ(Index.get(Last[0]).Op, Opcode::Abs);
  EXPECT_EQ(Index.get(Last[1]).Op, Opcode::Negate);
}

TEST(InstructionIndexTest, DoesNotDependOnThreads) {
  test::TestProgram P;
  P.Blocks = {"preallocated-temp"};
  // Instructions begin and end in any part.
  for (unsigned I = 0; I != 6000; ++I) {
    std::string Name = "i" + std::to_string(I / 7);
    std::string Call = I / 7 % 3 == 0 ? "while(%t), body=%b" : "custom-call()";
    P.Values.push_back({Name + "{" + std::to_string(I % 7) + "}",
                        0,
                        16 * I,
                        {},
                        {},
                        "(f32[4]) " + Call});
  }
  std::unique_ptr<Module> M = test::makeModule(P);
  ASSERT_TRUE(M);
  InstructionIndex One(*M);
  M->setThreadCount(4);
  InstructionIndex Four(*M);
  for (const Value &V : M->values()) {
    EXPECT_EQ(One.get(V).Op, Four.get(V).Op);
    EXPECT_EQ(One.get(V).Marks, Four.get(V).Marks);
    bool IsWhile = One.get(V).Op == Opcode::While;
    EXPECT_EQ(One.has(V, InstructionMarks::CallsComputations), IsWhile);
  }
}

TEST(InstructionIndexTest, IsComputedOnce) {
  std::unique_ptr<Module> M = test::makeModule(makeLoop());
  ASSERT_TRUE(M);
  AnalysisManager AM(*M);
  EXPECT_FALSE(AM.getCachedResult<InstructionIndexAnalysis>());
  InstructionIndex &Index = AM.getResult<InstructionIndexAnalysis>();
  EXPECT_EQ(&AM.getResult<InstructionIndexAnalysis>(), &Index);
  EXPECT_EQ(Index.get(valueOf(*M, "w")).Op, Opcode::While);
}

} // namespace
