//===- MemoryTimelineTest.cpp - Tests of MemoryTimeline -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "TestDump.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "llvm/ADT/ArrayRef.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <map>
#include <numeric>
#include <random>

using namespace hlomem;

namespace {

using Curve = std::vector<uint64_t>;

Curve getCurve(const Module &M, MemorySpace Space) {
  Liveness Live(M);
  LiveCurves Curves(M, Live);
  const LiveCurve &Steps = Curves.getSpace(Space);
  Curve Result;
  for (auto [Begin, Size] : Steps.steps()) {
    EXPECT_TRUE(Result.empty() || Result.back() != Size.count());
    Result.resize(Begin, Result.empty() ? 0 : Result.back());
    Result.push_back(Size.count());
  }
  Result.resize(Steps.getEnd(), Result.empty() ? 0 : Result.back());
  return Result;
}

void expectPeak(const PeakLoad &Peak, uint64_t Size, Time At) {
  EXPECT_EQ(Peak.Size.count(), Size);
  EXPECT_EQ(Peak.At, At);
}

TEST(MemoryTimelineTest, OverlapsCountOnceAtEachTime) {
  // a [0,40) 0-2, b [20,60) 2-3, c [80,96) 1-3, d as b, at 3.
  auto M = makeModule({{100,
                        {{0, 40, LiveRange{0, 2}},
                         {20, 40, LiveRange{2, 3}},
                         {80, 16, LiveRange{1, 3}},
                         {20, 40, LiveRange{3, 3}}}}},
                      4);
  MemoryTimeline T(*M, Liveness(*M));
  EXPECT_EQ(getCurve(*M, 0), (Curve{40, 56, 76, 56}));
  expectPeak(T.getSpace(0).Peak, 76, 2);
  expectPeak(T.getLoad(M->allocations()[0]), 76, 2);
  EXPECT_EQ(T.getSpace(0).Allocated.count(), 100u);
}

TEST(MemoryTimelineTest, RangesReachTheEndOfTheProgram) {
  // The last value begins when the program is over.
  auto M = makeModule({{8, {{0, 8, LiveRange{1, 3}}}},
                       {4, {{0, 2, LiveRange{0, 3}}, {2, 2, LiveRange{3, 3}}}},
                       {64, {{0, 64, LiveRange{3, 3}}}}},
                      3);
  MemoryTimeline T(*M, Liveness(*M));
  EXPECT_EQ(getCurve(*M, 0), (Curve{2, 10, 10}));
  expectPeak(T.getLoad(M->allocations()[1]), 2, 0);
  expectPeak(T.getLoad(M->allocations()[2]), 0, 0);
}

TEST(MemoryTimelineTest, ThreadLocalCountsNowhere) {
  auto M = makeModule({{8, {{0, 8, LiveRange{0, 0}}}, 2, true},
                       {4, {{0, 4, std::nullopt}}, 0, true},
                       {2, {{0, 2, LiveRange{0, 0}}}, 0}},
                      1);
  MemoryTimeline T(*M, Liveness(*M));
  EXPECT_EQ(T.spaces(), llvm::ArrayRef<MemorySpace>({0}));
  EXPECT_EQ(getCurve(*M, 0), Curve{2});
  expectPeak(T.getAllSpaces().Peak, 2, 0);
  EXPECT_EQ(T.getAllSpaces().Allocated.count(), 2u);
  EXPECT_EQ(T.getAllSpaces().UnknownValues, 0u);
}

TEST(MemoryTimelineTest, ValuesWithoutARangeAreCountedApart) {
  auto M = makeModule({{100,
                        {{0, 40, std::nullopt},
                         {20, 40, std::nullopt},
                         {70, 0, std::nullopt},
                         {80, 10, LiveRange{0, 0}}}},
                       {8, {{0, 8, std::nullopt}}, 0},
                       {1, {{0, 1, std::nullopt}}, 4}},
                      1);
  MemoryTimeline T(*M, Liveness(*M));
  // [0,60) and 8 bytes; the one without bytes is no loss.
  EXPECT_EQ(T.getSpace(0).UnknownValues, 3u);
  EXPECT_EQ(T.getSpace(0).UnknownBytes.count(), 68u);
  EXPECT_EQ(getCurve(*M, 0), Curve{10});
  EXPECT_EQ(T.getAllSpaces().UnknownValues, 4u);
  EXPECT_EQ(T.getAllSpaces().UnknownBytes.count(), 69u);
}

TEST(MemoryTimelineTest, NoSchedule) {
  auto M = makeModule({{8, {{0, 8, std::nullopt}}, 0}}, 0);
  MemoryTimeline T(*M, Liveness(*M));
  EXPECT_EQ(getCurve(*M, 0), Curve());
  expectPeak(T.getSpace(0).Peak, 0, 0);
  expectPeak(T.getAllSpaces().Peak, 0, 0);
  EXPECT_EQ(T.getSpace(0).Allocated.count(), 8u);
}

// Sums stay at the maximum; they never wrap around to a small number.
TEST(MemoryTimelineTest, SumsBeyond64Bits) {
  constexpr uint64_t Half = uint64_t(1) << 63;
  std::vector<TestSlice> TwoHalves{{0, 2, LiveRange{0, 2}},
                                   {2, Half - 2, LiveRange{1, 1}}};
  auto M = makeModule({{Half, {{0, Half, LiveRange{0, 2}}}},
                       {Half, TwoHalves},
                       {5, {{0, 5, LiveRange{1, 1}}}, 1}},
                      3);
  MemoryTimeline T(*M, Liveness(*M));
  EXPECT_EQ(getCurve(*M, 0), (Curve{Half + 2, ~uint64_t(0), Half + 2}));
  EXPECT_TRUE(T.getSpace(0).Peak.Size.isOverflow());
  EXPECT_EQ(T.getSpace(0).Peak.At, 1u);
  EXPECT_TRUE(T.getAllSpaces().Peak.Size.isOverflow());
  EXPECT_EQ(T.getSpace(1).Peak.Size.count(), 5u);
  EXPECT_TRUE(T.getSpace(0).ByteTime.isOverflow());
}

/// occupied(a, t) by its definition: counts the bytes that some live value has.
uint64_t countOccupied(const TestAllocation &A, Time T) {
  std::vector<bool> Occupied;
  for (const TestSlice &V : A.Values) {
    if (!V.Range || !V.Range->contains(T))
      continue;
    Occupied.resize(std::max<size_t>(Occupied.size(), V.Offset + V.Size));
    for (uint64_t I = 0; I != V.Size; ++I)
      Occupied[V.Offset + I] = true;
  }
  return std::count(Occupied.begin(), Occupied.end(), true);
}

/// The largest of a curve and its earliest time.
PeakLoad findLargest(const Curve &C) {
  if (C.empty())
    return {};
  auto I = std::max_element(C.begin(), C.end());
  return {Bytes(*I), static_cast<Time>(I - C.begin())};
}

uint64_t getSum(const Curve &C) {
  return std::accumulate(C.begin(), C.end(), uint64_t(0));
}

std::vector<TestAllocation> makeRandom(std::mt19937 &Random, Time End) {
  auto Below = [&](uint64_t N) { return Random() % N; };
  std::vector<TestAllocation> Result(Below(5));
  for (TestAllocation &A : Result) {
    A.Size = 40;
    A.Space = Below(3);
    A.ThreadLocal = Below(6) == 0;
    A.Values.resize(Below(10));
    for (TestSlice &V : A.Values) {
      V.Offset = Below(30);
      V.Size = Below(10);
      if (End == 0 || Below(10) == 0)
        continue;
      Time Begin = Below(End + 1);
      V.Range = LiveRange{Begin, Time(Begin + Below(End - Begin + 1))};
    }
  }
  return Result;
}

void expectPeaksOfParts(const Module &M, MemorySpace Space, const Curve &All) {
  Liveness Live(M);
  LiveCurves Curves(M, Live);
  for (Time Begin = 0; Begin != All.size(); ++Begin)
    for (Time End = Begin + 1; End <= All.size(); ++End) {
      auto Most = std::max_element(All.begin() + Begin, All.begin() + End);
      expectPeak(Curves.getSpace(Space).getPeak(Begin, End), *Most,
                 Time(Most - All.begin()));
    }
}

TEST(MemoryTimelineTest, AgreesWithCountingBytes) {
  std::mt19937 Random(2);
  for (unsigned Round = 0; Round != 300; ++Round) {
    SCOPED_TRACE(Round);
    Time End = Random() % 9;
    std::vector<TestAllocation> Allocations = makeRandom(Random, End);
    std::map<MemorySpace, Curve> Curves;
    Curve All(End);
    auto M = makeModule(Allocations, End);
    MemoryTimeline Timeline(*M, Liveness(*M));
    for (size_t I = 0; I != Allocations.size(); ++I) {
      const TestAllocation &A = Allocations[I];
      if (A.ThreadLocal)
        continue;
      Curve &Space = Curves.try_emplace(A.Space, End).first->second;
      Curve Occupied;
      for (Time T = 0; T != End; ++T) {
        Occupied.push_back(countOccupied(A, T));
        Space[T] += Occupied[T];
        All[T] += Occupied[T];
      }
      PeakLoad Load = findLargest(Occupied);
      expectPeak(Timeline.getLoad(M->allocations()[I]), Load.Size.count(),
                 Load.At);
    }
    ASSERT_EQ(Timeline.spaces().size(), Curves.size());
    for (const auto &[Space, Expected] : Curves) {
      EXPECT_EQ(getCurve(*M, Space), Expected);
      expectPeaksOfParts(*M, Space, Expected);
      PeakLoad Peak = findLargest(Expected);
      expectPeak(Timeline.getSpace(Space).Peak, Peak.Size.count(), Peak.At);
      EXPECT_EQ(Timeline.getSpace(Space).ByteTime.count(), getSum(Expected));
    }
    EXPECT_EQ(Timeline.getAllSpaces().ByteTime.count(), getSum(All));
    PeakLoad Peak = findLargest(All);
    expectPeak(Timeline.getAllSpaces().Peak, Peak.Size.count(), Peak.At);
  }
}

TEST(MemoryTimelineTest, FragmentationIsThatOfArenas) {
  // An arena of 110 bytes with a load of 60; one whose values are live at
  // unknown times, and one that is smaller than they are.
  auto M =
      makeModule({{110, {{0, 60, LiveRange{0, 1}}, {50, 50, LiveRange{2, 3}}}},
                  {70, {{0, 40, std::nullopt}, {40, 8, std::nullopt}}},
                  {30, {{0, 40, LiveRange{0, 1}}, {40, 8, LiveRange{0, 1}}}},
                  {9, {{0, 4, LiveRange{0, 1}}}},
                  {9, {{0, 4, LiveRange{0, 1}}, {4, 0, LiveRange{0, 1}}}, 1}},
                 4);
  Liveness Live(*M);
  MemoryTimeline Timeline(*M, Live);
  auto Of = [&](size_t Number) {
    return Timeline.getFragmentation(M->allocations()[Number]);
  };
  EXPECT_EQ(Of(0), Bytes(50));
  EXPECT_FALSE(Timeline.isLoadKnown(M->allocations()[1]));
  EXPECT_EQ(Of(1), std::nullopt);
  EXPECT_TRUE(Timeline.isLoadKnown(M->allocations()[2]));
  EXPECT_EQ(Of(2), std::nullopt);
  EXPECT_EQ(Of(3), Bytes(5));
  EXPECT_EQ(Timeline.getSpace(0).Fragmentation, Bytes(50));
  EXPECT_EQ(Timeline.getSpace(0).UnknownArenas, Bytes(100));
  EXPECT_EQ(Timeline.getSpace(1).Fragmentation, Bytes(5));
  EXPECT_EQ(Timeline.getAllSpaces().Fragmentation, Bytes(55));
}

} // namespace
