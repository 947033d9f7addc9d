//===- LiveChangesTest.cpp - Tests of changes of live bytes ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory/LiveChanges.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

constexpr uint64_t Half = uint64_t(1) << 63;

/// Size bytes from Begin to End.
void add(LiveChanges &Changes, uint64_t Size, Time Begin, Time End) {
  Changes.announce(Bytes(Size));
  Changes.change(Begin, 0, Size);
  Changes.change(End + 1, Size, 0);
}

std::vector<uint64_t> take(LiveChanges &Changes) {
  std::vector<uint64_t> Live;
  Changes.take([&](Time T, Bytes Size) {
    EXPECT_EQ(T, Live.size());
    Live.push_back(Size.count());
  });
  return Live;
}

TEST(LiveChangesTest, TakingLeavesNothing) {
  LiveChanges Changes(4);
  add(Changes, 5, 0, 1);
  add(Changes, 3, 1, 2);
  EXPECT_EQ(take(Changes), (std::vector<uint64_t>{5, 8, 3, 0}));
  EXPECT_EQ(take(Changes), (std::vector<uint64_t>(4)));
}

// Those that came before the first sum that does not fit are kept, whether they
// add bytes or take some away.
TEST(LiveChangesTest, SumsThatDoNotFitAreOverflow) {
  LiveChanges Changes(7);
  add(Changes, Half, 0, 3);
  add(Changes, 7, 1, 1);
  add(Changes, Half, 3, 4);
  add(Changes, Half, 3, 3);
  EXPECT_EQ(take(Changes), (std::vector<uint64_t>{Half, Half + 7, Half,
                                                  ~uint64_t(0), Half, 0, 0}));
  // Not of the next ones.
  add(Changes, Half, 5, 5);
  EXPECT_EQ(take(Changes), (std::vector<uint64_t>{0, 0, 0, 0, 0, Half, 0}));
}

} // namespace
