//===- ArenaSweepTest.cpp - Tests of sweeping over an arena ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory/ArenaSweep.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <random>

using namespace hlomem;

namespace {

constexpr Time End = 2000;
constexpr uint64_t ArenaSize = 64;

using Slices = std::vector<OccupiedSlice>;

/// The bytes that are taken at each time, counted one by one.
std::vector<uint64_t> countBytes(const Slices &S) {
  std::vector<std::vector<bool>> Taken(End, std::vector<bool>(ArenaSize));
  for (const OccupiedSlice &O : S)
    for (Time T = O.Range.Begin; T <= O.Range.End && T < End; ++T)
      std::fill(Taken[T].begin() + O.Begin, Taken[T].begin() + O.End, true);
  std::vector<uint64_t> Counts;
  for (const std::vector<bool> &AtTime : Taken)
    Counts.push_back(std::count(AtTime.begin(), AtTime.end(), true));
  return Counts;
}

/// The sweep gives those counts and their earliest maximum.
void expectCounts(const Slices &S, unsigned Threads) {
  std::vector<uint64_t> Expected = countBytes(S);
  LiveChanges Changes(End);
  PeakLoad Load = sweepArena(S, Changes, Threads);
  Changes.take([&](Time From, Time To, Bytes Live) {
    for (Time T = From; T != To; ++T)
      EXPECT_EQ(Live.count(), Expected[T])
          << "at " << T << " with " << Threads << " threads";
  });
  auto Most = std::max_element(Expected.begin(), Expected.end());
  EXPECT_EQ(Load.Size.count(), *Most);
  EXPECT_EQ(Load.At, Time(Most - Expected.begin()));
}

/// Values of \p Size bytes that take over from each other in slots of 8.
Slices makeChains(std::mt19937 &Random, size_t Count, uint64_t Size) {
  Slices S;
  std::vector<Time> Free(ArenaSize / 8);
  while (S.size() != Count) {
    size_t Slot = Random() % Free.size();
    Time Begin = Free[Slot] + Random() % 2;
    if (Begin >= End) {
      Free[Slot] = 0;
      continue;
    }
    Time Last = std::min<Time>(Begin + Random() % 3, End);
    S.push_back({8 * Slot, 8 * Slot + Size, LiveRange{Begin, Last}});
    Free[Slot] = Last;
  }
  std::shuffle(S.begin(), S.end(), Random);
  return S;
}

TEST(ArenaSweepTest, NothingIsTaken) { expectCounts({}, 1); }

// So many that several threads do sweep.
TEST(ArenaSweepTest, ManyOnSeveralThreads) {
  std::mt19937 Random(3);
  for (unsigned Threads : {1, 2, 5}) {
    Slices Apart = makeChains(Random, 40'000, 8);
    expectCounts(Apart, Threads);
    // A few are larger than their slot from the middle on.
    for (OccupiedSlice &S : Apart)
      if (S.Range.Begin > End / 2 && Random() % 1000 == 0)
        S.End = std::min(S.End + 3, ArenaSize);
    expectCounts(Apart, Threads);
  }
}

TEST(ArenaSweepTest, AllBeginTogether) {
  expectCounts(Slices(40'000, {0, 8, LiveRange{7, 7}}), 2);
}

} // namespace
