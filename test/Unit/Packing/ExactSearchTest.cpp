//===- ExactSearchTest.cpp - Tests for the proof that something fits ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search/ExactSearch.h"
#include "Greedy/Ties.h"
#include "SmallProblems.h"
#include <gtest/gtest.h>

using namespace hlomem::packing;

namespace {

/// Compares the answer for each capacity up to the first that suffices with
/// that of trying everything.
void checkAgainstTryingAll(const Family &F, unsigned NumProblems) {
  std::mt19937 Numbers(1);
  unsigned NumInfeasible = 0;
  for (unsigned N = 0; N != NumProblems; ++N) {
    SCOPED_TRACE(F.Name + std::string(" ") + std::to_string(N));
    Problem P = makeProblem(F, Numbers);
    Problem Resolved = resolveTies(P);
    Placement Offsets(P.Buffers.size());
    uint64_t Capacity = 0;
    for (const Buffer &B : P.Buffers)
      Capacity = std::max(Capacity, B.Size);
    for (bool Fits = false; !Fits; ++Capacity) {
      Fits = canPlace(P, Capacity, Offsets);
      Instance I(Resolved, Capacity);
      ExactSearch Search(I, N);
      Limits None;
      ExactSearch::Outcome Outcome = Search.run(None);
      ASSERT_EQ(Outcome, Fits ? ExactSearch::Outcome::Found
                              : ExactSearch::Outcome::Infeasible)
          << Capacity;
      NumInfeasible += !Fits;
      if (!Fits)
        continue;
      Placement Found(P.Buffers.size());
      for (size_t B = 0; B != Found.size(); ++B)
        Found[B] = Resolved.Buffers[B].FixedOffset.value_or(0);
      Search.getPlacement(Found);
      ASSERT_TRUE(isValid(P, Found, Capacity)) << Capacity;
    }
  }
  EXPECT_GT(NumInfeasible, NumProblems / 8);
}

TEST(ExactSearchTest, AnswersAsTryingAllOffsetsDoes) {
  checkAgainstTryingAll({"plain", 7, 6, 5, {1}, 0}, 1500);
  checkAgainstTryingAll({"long", 8, 12, 3, {1}, 0}, 500);
}

TEST(ExactSearchTest, AnswersAsTryingAllOffsetsDoesWithAlignments) {
  checkAgainstTryingAll({"even", 6, 5, 7, {2}, 0}, 1500);
  checkAgainstTryingAll({"rounded", 6, 5, 9, {4}, 0}, 1500);
  checkAgainstTryingAll({"powers", 6, 5, 6, {1, 2, 4}, 0}, 1500);
  checkAgainstTryingAll({"multiples", 6, 5, 9, {2, 4, 6}, 0}, 1500);
  checkAgainstTryingAll({"coprime", 5, 5, 6, {2, 3}, 0}, 1500);
}

TEST(ExactSearchTest, AnswersAsTryingAllOffsetsDoesAroundFixedBuffers) {
  checkAgainstTryingAll({"plain", 7, 6, 5, {1}, 3}, 2000);
  checkAgainstTryingAll({"half", 8, 8, 4, {1}, 2}, 1500);
  checkAgainstTryingAll({"rounded", 7, 6, 7, {4}, 3}, 1500);
  checkAgainstTryingAll({"mixed", 6, 5, 6, {1, 2, 3, 4}, 2}, 1500);
}

TEST(ExactSearchTest, AnswersAsTryingAllOffsetsDoesWithTies) {
  checkAgainstTryingAll({"plain", 7, 8, 5, {1}, 0, 2}, 2000);
  checkAgainstTryingAll({"one", 8, 10, 4, {1}, 0, 1}, 1000);
  checkAgainstTryingAll({"many", 8, 12, 4, {1}, 0, 3}, 1000);
  checkAgainstTryingAll({"rounded", 7, 8, 7, {4}, 0, 2}, 1500);
  checkAgainstTryingAll({"mixed", 6, 8, 6, {1, 2, 3, 4}, 0, 2}, 1500);
  checkAgainstTryingAll({"fixed", 8, 8, 4, {1}, 3, 2}, 2000);
  checkAgainstTryingAll({"all", 7, 8, 6, {1, 2, 4}, 4, 3}, 1500);
}

TEST(ExactSearchTest, EndsWhenItsStepsAreSpent) {
  Problem P;
  std::mt19937 Numbers(7);
  for (unsigned N = 0; N != 200; ++N) {
    Buffer B;
    B.Begin = Numbers() % 1000;
    B.End = B.Begin + 1 + Numbers() % 300;
    B.Size = 1 + Numbers() % 100000;
    P.Buffers.push_back(B);
  }
  uint64_t Load = 0;
  for (const Buffer &B : P.Buffers) {
    uint64_t Live = 0;
    for (const Buffer &O : P.Buffers)
      if (O.Begin <= B.Begin && B.Begin < O.End)
        Live += O.Size;
    Load = std::max(Load, Live);
  }
  Instance I(P, Load);
  for (uint64_t MaxSteps : {0, 1000, 20000}) {
    ExactSearch Search(I, 1);
    Limits L(MaxSteps);
    EXPECT_EQ(Search.run(L), ExactSearch::Outcome::GaveUp);
    EXPECT_GE(L.getSpent(), MaxSteps);
    EXPECT_LE(L.getSpent(), MaxSteps + 2000);
    EXPECT_FALSE(L.wasCut());
  }
  std::atomic<bool> Stop = true;
  Limits L(UINT64_MAX, std::nullopt, &Stop);
  ExactSearch Search(I, 1);
  EXPECT_EQ(Search.run(L), ExactSearch::Outcome::GaveUp);
  EXPECT_TRUE(L.wasCut());
}

} // namespace
