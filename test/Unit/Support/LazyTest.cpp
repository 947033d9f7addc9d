//===- LazyTest.cpp - Tests of what is made when it is asked for ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Lazy.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

struct One {
  int N = 1;
  static LazyTypeKey LazyKey;
};
struct Two {
  int N = 2;
  static LazyTypeKey LazyKey;
};
LazyTypeKey One::LazyKey, Two::LazyKey;

TEST(LazyTest, ACopyMakesItsOwn) {
  Lazy<int> First;
  EXPECT_EQ(First.get([] { return 1; }), 1);
  // The copy is what is tested.
  // NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
  Lazy<int> Second(First);
  EXPECT_EQ(Second.get([] { return 2; }), 2);
  EXPECT_EQ(First.get([] { return 3; }), 1);
}

TEST(LazyByTypeTest, TypesAreKeptApart) {
  LazyByType All;
  unsigned Makings = 0;
  auto MakeOne = [&] {
    ++Makings;
    return One();
  };
  const One &First = All.get<One>(MakeOne);
  EXPECT_EQ(All.get<Two>([] { return Two(); }).N, 2);
  EXPECT_EQ(&All.get<One>(MakeOne), &First);
  EXPECT_EQ(Makings, 1u);
  All.reset();
  EXPECT_EQ(All.get<One>(MakeOne).N, 1);
  EXPECT_EQ(Makings, 2u);
}

TEST(LazyByTypeTest, OneMayAskForAnother) {
  LazyByType All;
  auto MakeTwo = [&] { return Two{All.get<One>([] { return One(); }).N + 4}; };
  EXPECT_EQ(All.get<Two>(MakeTwo).N, 5);
  // What was made meanwhile is not being made any more.
  EXPECT_EQ(All.get<One>([] { return One{7}; }).N, 1);
}

#if GTEST_HAS_DEATH_TEST
TEST(LazyByTypeDeathTest, NothingAsksForItself) {
  LazyByType All;
  auto MakeOne = [&] {
    auto MakeTwo = [&] { return Two{All.get<One>([] { return One(); }).N}; };
    return One{All.get<Two>(MakeTwo).N};
  };
  EXPECT_DEATH(All.get<One>(MakeOne), "asks for itself");
}
#endif

} // namespace
