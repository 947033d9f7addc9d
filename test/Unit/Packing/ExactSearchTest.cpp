//===- ExactSearchTest.cpp - Tests for the proof that something fits ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../../lib/Packing/ExactSearch.h"
#include <gtest/gtest.h>
#include <random>

using namespace hlomem::packing;

namespace {

/// Whether buffer \p I of \p P is aligned, within \p Capacity and where it is
/// fixed, and collides with none before it.
bool isValidAfterOthers(const Problem &P, const Placement &Offsets, size_t I,
                        uint64_t Capacity) {
  const Buffer &B = P.Buffers[I];
  if (Offsets[I] + B.Size > Capacity || Offsets[I] % B.Alignment != 0 ||
      Offsets[I] != B.FixedOffset.value_or(Offsets[I]))
    return false;
  for (size_t J = 0; J != I; ++J)
    if (B.overlaps(P.Buffers[J]) &&
        Offsets[I] < Offsets[J] + P.Buffers[J].Size &&
        Offsets[J] < Offsets[I] + B.Size)
      return false;
  return true;
}

bool isValid(const Problem &P, const Placement &Offsets, uint64_t Capacity) {
  for (size_t I = 0; I != Offsets.size(); ++I)
    if (!isValidAfterOthers(P, Offsets, I, Capacity))
      return false;
  return true;
}

/// Tries every offset of every buffer from \p I on.
bool fitsByTryingAll(const Problem &P, Placement &Offsets, size_t I,
                     uint64_t Capacity) {
  if (I == P.Buffers.size())
    return true;
  for (Offsets[I] = 0; Offsets[I] + P.Buffers[I].Size <= Capacity; ++Offsets[I])
    if (isValidAfterOthers(P, Offsets, I, Capacity) &&
        fitsByTryingAll(P, Offsets, I + 1, Capacity))
      return true;
  return false;
}

struct Family {
  const char *Name;
  unsigned MaxBuffers;
  unsigned MaxTime;
  unsigned MaxSize;
  std::vector<uint64_t> Alignments;
  /// One in so many buffers is fixed; 0: none.
  unsigned Fixed;
};

Problem makeProblem(const Family &F, std::mt19937 &Numbers) {
  Problem P;
  size_t Num = 1 + Numbers() % F.MaxBuffers;
  Placement Offsets;
  while (P.Buffers.size() < Num) {
    Buffer B;
    B.Begin = Numbers() % F.MaxTime;
    B.End = B.Begin + 1 + Numbers() % (F.MaxTime - B.Begin);
    B.Size = 1 + Numbers() % F.MaxSize;
    B.Alignment = F.Alignments[Numbers() % F.Alignments.size()];
    // Fixed ones first, so that they can be checked against each other.
    if (F.Fixed != 0 && P.Buffers.size() < Num / F.Fixed)
      B.FixedOffset = Numbers() % F.MaxSize * B.Alignment;
    P.Buffers.push_back(B);
    Offsets.push_back(B.FixedOffset.value_or(0));
    if (B.FixedOffset && !isValid(P, Offsets, UINT64_MAX)) {
      P.Buffers.pop_back();
      Offsets.pop_back();
    }
  }
  std::shuffle(P.Buffers.begin(), P.Buffers.end(), Numbers);
  return P;
}

/// Compares the answer for each capacity up to the first that suffices with
/// that of trying everything.
void checkAgainstTryingAll(const Family &F, unsigned NumProblems) {
  std::mt19937 Numbers(1);
  unsigned NumInfeasible = 0;
  for (unsigned N = 0; N != NumProblems; ++N) {
    SCOPED_TRACE(F.Name + std::string(" ") + std::to_string(N));
    Problem P = makeProblem(F, Numbers);
    Placement Offsets(P.Buffers.size());
    uint64_t Capacity = 0;
    for (const Buffer &B : P.Buffers)
      Capacity = std::max(Capacity, B.Size);
    for (bool Fits = false; !Fits; ++Capacity) {
      Fits = fitsByTryingAll(P, Offsets, 0, Capacity);
      Instance I(P, Capacity);
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
        Found[B] = P.Buffers[B].FixedOffset.value_or(0);
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
