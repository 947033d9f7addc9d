//===- SolverTest.cpp - Tests for the best placement that can be found ----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Solver.h"
#include "SmallProblems.h"
#include "hlomem/Packing/Greedy/Greedy.h"
#include <gtest/gtest.h>

using namespace hlomem::packing;

namespace {

/// \p Num buffers that fill a rectangle of \p Height without any gap, cut out
/// of it at random: the load is the height, always.
Problem makeTight(unsigned Num, uint64_t Height, uint64_t Seed) {
  struct Rectangle {
    Time Begin, End;
    uint64_t Size;
  };
  std::mt19937_64 Numbers(Seed);
  std::vector<Rectangle> Cut = {{0, Time(Num) * 4, Height}};
  while (Cut.size() != Num) {
    size_t I = Numbers() % Cut.size();
    Rectangle R = Cut[I];
    Time Width = R.End - R.Begin;
    if (Numbers() % 2 == 0 && Width >= 4) {
      Time At = R.Begin + 1 + Numbers() % (Width - 1);
      Cut[I].End = At;
      Cut.push_back({At, R.End, R.Size});
    } else if (R.Size >= 128) {
      uint64_t Lower = 64 * (1 + Numbers() % (R.Size / 64 - 1));
      Cut[I].Size = Lower;
      Cut.push_back({R.Begin, R.End, R.Size - Lower});
    }
  }
  Problem P;
  for (const Rectangle &R : Cut)
    P.Buffers.push_back({R.Begin, R.End, R.Size});
  std::shuffle(P.Buffers.begin(), P.Buffers.end(), Numbers);
  return P;
}

TEST(SolverTest, PlacesNothing) {
  Solution S = solve({}, {});
  EXPECT_TRUE(S.Offsets.empty());
  EXPECT_EQ(S.Size, 0u);
  EXPECT_TRUE(S.isOptimal());
}

TEST(SolverTest, ReachesTheLoadOfTightProblems) {
  for (uint64_t Seed : {1, 2, 3, 4, 5}) {
    Problem P = makeTight(120, 1 << 20, Seed);
    SolverOptions Options;
    Options.MaxSteps = 200'000'000;
    Solution S = solve(P, Options);
    EXPECT_TRUE(isValid(P, S.Offsets));
    EXPECT_EQ(S.Size, 1u << 20);
    EXPECT_EQ(S.Bound, 1u << 20);
    EXPECT_TRUE(S.isOptimal());
  }
}

TEST(SolverTest, FindsTheLeastSizeOfSmallProblems) {
  for (const Family &F :
       {Family{"plain", 7, 6, 5, {1}, 0}, Family{"rounded", 6, 5, 9, {4}, 0},
        Family{"powers", 6, 5, 6, {1, 2, 4}, 0},
        Family{"fixed", 6, 6, 5, {1, 2}, 3}, Family{"tied", 7, 8, 5, {1}, 0, 2},
        Family{"few tied", 7, 8, 5, {4}, 0, 1},
        Family{"tied powers", 6, 7, 6, {1, 2, 4}, 0, 2},
        Family{"tied fixed", 7, 8, 5, {1, 2, 3}, 3, 3}}) {
    std::mt19937 Numbers(2);
    for (unsigned N = 0; N != 300; ++N) {
      SCOPED_TRACE(F.Name + std::string(" ") + std::to_string(N));
      Problem P = makeProblem(F, Numbers);
      Placement Best = solveExhaustively(P);
      uint64_t Least = getSize(P, Best);
      Solution S = solve(P, {});
      ASSERT_TRUE(isValid(P, S.Offsets));
      ASSERT_EQ(S.Size, getSize(P, S.Offsets));
      ASSERT_EQ(S.Size, Least);
      ASSERT_EQ(S.Bound, Least);
      // A placement to begin with that uses what is free between tied ones.
      SolverOptions Options;
      Options.MaxSteps = 0;
      Options.Start = Best;
      ASSERT_EQ(solve(P, Options).Size, Least);
    }
  }
}

TEST(SolverTest, EndsWithTheFirstPlacementThatKeepsTheCapacity) {
  Problem P = makeTight(1000, 1 << 20, 3);
  uint64_t Greedy = getSize(P, placeGreedily(P));
  ASSERT_GT(Greedy, 1u << 20);
  P.Capacity = Greedy;
  SolverOptions Options;
  Options.MaxSteps = 100'000'000;
  Solution Easy = solve(P, Options);
  EXPECT_EQ(Easy.Steps, 0u);
  EXPECT_EQ(Easy.Size, Greedy);

  P.Capacity = (1 << 20) + 1000;
  Solution S = solve(P, Options);
  EXPECT_TRUE(isValid(P, S.Offsets));
  EXPECT_LE(S.Size, *P.Capacity);
}

TEST(SolverTest, SaysThatTheCapacityIsBelowTheBound) {
  Problem P = makeTight(80, 1 << 20, 3);
  P.Capacity = (1 << 20) - 1;
  Solution S = solve(P, {});
  EXPECT_EQ(S.Steps, 0u);
  EXPECT_GT(S.Bound, *P.Capacity);
  EXPECT_TRUE(isValid(P, S.Offsets));
}

TEST(SolverTest, ProvesThatNothingKeepsTheCapacity) {
  // The fixed buffers leave 2 + 2 free for 3 bytes, until one ends.
  Problem P;
  P.Buffers = {{0, 9, 1, 1, 2}, {0, 9, 1, 1, 5}, {1, 8, 3}};
  P.Capacity = 8;
  Solution S = solve(P, {});
  EXPECT_GT(S.Bound, 8u);
  EXPECT_LE(S.Bound, 9u);
}

TEST(SolverTest, GivesTheSameWithAnyNumberOfThreads) {
  // Two parts, both of them hard.
  Problem P = makeTight(1500, 1 << 20, 5);
  for (Buffer B : makeTight(700, 1 << 20, 6).Buffers) {
    B.Begin += 10000;
    B.End += 10000;
    P.Buffers.push_back(B);
  }
  for (uint64_t MaxSteps : {1'000'000, 8'000'000}) {
    SolverOptions Options;
    Options.Seed = 17;
    Options.MaxSteps = MaxSteps;
    Solution One = solve(P, Options);
    EXPECT_TRUE(isValid(P, One.Offsets));
    EXPECT_GE(One.Steps, MaxSteps / 2);
    for (unsigned Threads : {2, 3, 8}) {
      Options.Threads = Threads;
      Solution S = solve(P, Options);
      EXPECT_EQ(S.Offsets, One.Offsets);
      EXPECT_EQ(S.Bound, One.Bound);
      EXPECT_EQ(S.Steps, One.Steps);
    }
  }
}

TEST(SolverTest, SpendsNoMoreThanItMay) {
  Problem P = makeTight(1000, 1 << 20, 5);
  SolverOptions Options;
  for (uint64_t MaxSteps : {0, 1, 100'000, 3'000'000}) {
    Options.MaxSteps = MaxSteps;
    Solution S = solve(P, Options);
    EXPECT_TRUE(isValid(P, S.Offsets));
    EXPECT_LE(S.Steps, MaxSteps + MaxSteps / 20 + 100'000);
    EXPECT_LE(S.Size, getSize(P, placeGreedily(P)));
  }
}

TEST(SolverTest, EndsInTimeAndWhenStopped) {
  using Clock = std::chrono::steady_clock;
  Problem P = makeTight(3000, 1 << 20, 5);
  for (unsigned Threads : {1, 2}) {
    SolverOptions Options;
    Options.Threads = Threads;
    Options.MaxTime = std::chrono::milliseconds(100);
    Clock::time_point Begin = Clock::now();
    Solution S = solve(P, Options);
    Clock::duration Elapsed = Clock::now() - Begin;
    EXPECT_TRUE(isValid(P, S.Offsets));
    EXPECT_FALSE(S.isOptimal());
    // What would end too late is not begun: kept to 5 %.
    EXPECT_GE(Elapsed, *Options.MaxTime * 95 / 100);
    // Far more than promised, for machines that have other things to do.
    EXPECT_LE(Elapsed, *Options.MaxTime * 10);

    std::atomic<bool> Stop = true;
    Options.MaxTime.reset();
    Options.Stop = &Stop;
    EXPECT_TRUE(isValid(P, solve(P, Options).Offsets));
  }
}

TEST(SolverTest, TellsOfEachBetterPlacement) {
  Problem P = makeTight(1000, 1 << 20, 2);
  for (unsigned Threads : {1, 2}) {
    std::vector<Progress> Seen;
    auto Note = [&](const Progress &Now) { Seen.push_back(Now); };
    SolverOptions Options;
    Options.Threads = Threads;
    Options.MaxSteps = 10'000'000;
    Options.OnProgress = Note;
    Solution S = solve(P, Options);
    ASSERT_GE(Seen.size(), 2u);
    EXPECT_GT(Seen.front().Best, S.Size);
    EXPECT_EQ(Seen.back().Best, S.Size);
    EXPECT_EQ(Seen.back().Bound, S.Bound);
    for (size_t I = 1; I != Seen.size(); ++I)
      EXPECT_TRUE(Seen[I].Best < Seen[I - 1].Best ||
                  Seen[I].Bound > Seen[I - 1].Bound);
  }
}

TEST(SolverTest, BeginsWithWhatItIsGiven) {
  Problem P = makeTight(1000, 1 << 20, 9);
  SolverOptions Options;
  Options.MaxSteps = 100'000'000;
  Solution Best = solve(P, Options);
  ASSERT_LT(Best.Size, getSize(P, placeGreedily(P)));
  Options.MaxSteps = 0;
  Options.Start = Best.Offsets;
  EXPECT_EQ(solve(P, Options).Offsets, Best.Offsets);
}

} // namespace
