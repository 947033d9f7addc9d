//===- ReadTimesTest.cpp - Tests of reads, gaps and remedies --------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Liveness/ReadTimes.h"
#include "TestDump.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Program/AliasAnalysis.h"
#include "hlomem/Analysis/Program/InstructionIndex.h"
#include "hlomem/Analysis/Program/LoopAnalysis.h"
#include "hlomem/IR/Module.h"
#include "gtest/gtest.h"

using namespace hlomem;
using namespace llvm;

namespace {

class ReadTimesTest : public testing::Test {
protected:
  void SetUp() override {
    M = readCutDump(readTestFile("Inputs/cpu-while-2025.txt"));
    ASSERT_TRUE(M);
    AM.emplace(*M);
    Live = &AM->getResult<LivenessAnalysis>();
    Reads = &AM->getResult<ReadTimesAnalysis>();
  }

  const Value &value(StringRef Name, StringRef Index = "{}") {
    return *M->findValue(Name, *ShapeIndex::parse(Index));
  }

  std::unique_ptr<Module> M;
  std::optional<AnalysisManager> AM;
  const Liveness *Live = nullptr;
  const ReadTimes *Reads = nullptr;
};

TEST_F(ReadTimesTest, ReadsStandInTheOrderOfTime) {
  // The dump lists the later one first.
  SmallVector<Read, 4> Found = Reads->findReads(value("copy.10"));
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].By, "broadcast_add_fusion.1");
  EXPECT_EQ(Found[0].At, 44u);
  EXPECT_EQ(Found[0].Operand, 3u);
  EXPECT_EQ(Found[1].At, 45u);
}

TEST_F(ReadTimesTest, LoopReadsWhereItBegins) {
  SmallVector<Read, 4> Found =
      Reads->findReads(value("broadcast_add_fusion.3"));
  ASSERT_EQ(Found.size(), 2u);
  EXPECT_EQ(Found[0].By, "tuple.12");
  EXPECT_EQ(Found[0].At, 16u);
  EXPECT_FALSE(Found[0].Operand);
  EXPECT_EQ(Found[1].By, "while.9");
  EXPECT_EQ(Found[1].At, 17u);
}

TEST_F(ReadTimesTest, EndOfProgramIsNoTime) {
  EXPECT_EQ(Reads->getLength(value("key.1")), 52u);
  EXPECT_EQ(Reads->getLength(value("maximum_minimum_fusion")), 1u);
  EXPECT_EQ(Reads->getLength(value("copy.10")), 9u);
  EXPECT_EQ(Reads->getArea(value("copy.10")), Bytes(9 * 2048));
}

TEST_F(ReadTimesTest, HandingOverIsNoGap) {
  // Read at 20 by lt.1, taken over at 21.
  EXPECT_EQ(Reads->findGaps(value("arg_tuple.3", "{0}")).size(), 1u);
  EXPECT_EQ(Reads->findGaps(value("arg_tuple.3", "{0}"))[0].When,
            (LiveRange{18, 18}));
}

TEST_F(ReadTimesTest, NeverReadIsWhatNobodyNeeds) {
  EXPECT_TRUE(Reads->isNeverRead(value("while.9", "{0}")));
  // The loop reads it, though no use says so.
  EXPECT_FALSE(Reads->isNeverRead(value("lt.1")));
  // Another value takes over.
  EXPECT_FALSE(Reads->isNeverRead(value("arg_tuple.3", "{1}")));
  // The caller reads it.
  EXPECT_FALSE(Reads->isNeverRead(value("maximum_minimum_fusion")));
}

TEST(ReadTimesTestOfDumps, UnknownReadsAreNotNone) {
  // The first one's range is unknown.
  std::unique_ptr<Module> M = makeModule(
      {{.Size = 4, .Values = {{0, 2, std::nullopt}, {2, 2, LiveRange{0, 1}}}}},
      2);
  AnalysisManager AM(*M);
  const auto &Reads = AM.getResult<ReadTimesAnalysis>();
  EXPECT_FALSE(Reads.knowsReads(M->values()[0]));
  EXPECT_FALSE(Reads.isNeverRead(M->values()[0]));
  EXPECT_EQ(Reads.getLength(M->values()[0]), 0u);
}

} // namespace
