//===- SliceClassesTest.cpp - Tests of slices that overlap ----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory/SliceClasses.h"
#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace llvm;
using namespace hlomem;

namespace {

TEST(SliceClassesTest, AsAllPairs) {
  std::mt19937 Random(7);
  for (unsigned Round = 0; Round != 500; ++Round) {
    std::vector<Slice> Slices(1 + Random() % 40);
    for (Slice &S : Slices) {
      S.Begin = Random() % 60;
      S.End = S.Begin + 1 + Random() % 8;
      S.When.Begin = Random() % 30;
      S.When.End = S.When.Begin + Random() % 8;
    }
    IntEqClasses Expected(Slices.size());
    for (size_t L = 0; L != Slices.size(); ++L)
      for (size_t R = 0; R != L; ++R)
        if (Slices[L].Begin < Slices[R].End &&
            Slices[R].Begin < Slices[L].End &&
            Slices[L].When.overlaps(Slices[R].When))
          Expected.join(L, R);
    Expected.compress();
    IntEqClasses Found = findSliceClasses(Slices);
    for (size_t I = 0; I != Slices.size(); ++I)
      ASSERT_EQ(Found[I], Expected[I]) << "round " << Round;
  }
}

// All overlap all others; comparing each with those that are live would take
// minutes.
TEST(SliceClassesTest, ManyOnEachOther) {
  const uint64_t Count = 200000;
  std::vector<Slice> Slices;
  for (uint64_t I = 0; I != Count; ++I)
    Slices.push_back({I, 2 * Count - I, {Time(I), Time(2 * Count - I)}});
  EXPECT_EQ(findSliceClasses(Slices).getNumClasses(), 1u);
}

// Short ones above everything that is held for long.
TEST(SliceClassesTest, ManyBelowManyOthers) {
  const uint64_t Count = 100000;
  std::vector<Slice> Slices;
  for (uint64_t I = 0; I != Count; ++I) {
    Slices.push_back({2 * I, 2 * I + 1, {0, Time(Count)}});
    Slices.push_back({0, 2 * Count, {Time(I + 1), Time(I + 1)}});
  }
  EXPECT_EQ(findSliceClasses(Slices).getNumClasses(), 1u);
}

} // namespace
