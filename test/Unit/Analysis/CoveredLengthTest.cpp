//===- CoveredLengthTest.cpp - Tests of CoveredLength ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory/OccupiedBytes.h"
#include "gtest/gtest.h"
#include <algorithm>
#include <limits>
#include <random>
#include <utility>

using namespace hlomem;

namespace {

TEST(CoveredLengthTest, WholeRangeOf64Bits) {
  constexpr uint64_t Max = std::numeric_limits<uint64_t>::max();
  CoveredLength C({0, Max, Max - 1, 1});
  C.add(0, Max);
  EXPECT_EQ(C.get(), Max);
  C.add(1, Max - 1);
  C.remove(0, Max);
  EXPECT_EQ(C.get(), Max - 2);
}

/// The same with one counter for each point.
class CounterPerPoint {
  std::vector<int> Counters;

public:
  explicit CounterPerPoint(size_t Size) : Counters(Size) {}
  void change(uint64_t Begin, uint64_t End, int Delta) {
    for (uint64_t I = Begin; I != End; ++I)
      Counters[I] += Delta;
  }
  uint64_t get() const {
    return std::count_if(Counters.begin(), Counters.end(),
                         [](int N) { return N != 0; });
  }
};

TEST(CoveredLengthTest, AgreesWithCountingPoints) {
  std::mt19937 Random(1);
  auto Below = [&](uint64_t N) { return Random() % N; };
  for (unsigned Round = 0; Round != 200; ++Round) {
    uint64_t Size = 1 + Below(64);
    std::vector<std::pair<uint64_t, uint64_t>> Intervals(1 + Below(20));
    std::vector<uint64_t> EndPoints;
    for (auto &[Begin, End] : Intervals) {
      Begin = Below(Size + 1);
      End = Begin + Below(Size - Begin + 1);
      EndPoints.insert(EndPoints.end(), {End, Begin});
    }
    CoveredLength Covered(EndPoints);
    CounterPerPoint Counters(Size);
    std::vector<bool> Present(Intervals.size());
    for (unsigned Step = 0; Step != 100; ++Step) {
      size_t I = Below(Intervals.size());
      auto [Begin, End] = Intervals[I];
      if (Present[I])
        Covered.remove(Begin, End);
      else
        Covered.add(Begin, End);
      Counters.change(Begin, End, Present[I] ? -1 : 1);
      Present[I] = !Present[I];
      ASSERT_EQ(Covered.get(), Counters.get())
          << "round " << Round << ", step " << Step;
    }
  }
}

} // namespace
