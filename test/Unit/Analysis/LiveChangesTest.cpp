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

/// Whether there are many changes: then they are kept for each time.
class LiveChangesTest : public testing::TestWithParam<bool> {
protected:
  static LiveChanges make(size_t Times) {
    LiveChanges Changes(Times);
    expectMany(Changes);
    return Changes;
  }
  static void expectMany(LiveChanges &Changes) {
    if (GetParam())
      Changes.announce(Bytes(), Changes.getTimes());
    EXPECT_EQ(Changes.takesThreads(), GetParam());
  }
};

/// Size bytes from Begin to End.
void add(LiveChanges &Changes, uint64_t Size, Time Begin, Time End) {
  Changes.announce(Bytes(Size), 2);
  Changes.change(Begin, 0, Size);
  Changes.change(End + 1, Size, 0);
}

/// What is live at the first times, and never later.
std::vector<uint64_t> take(LiveChanges &Changes, size_t First) {
  std::vector<uint64_t> Live;
  Time Next = 0;
  Changes.take([&](Time Begin, Time End, Bytes Size) {
    EXPECT_EQ(Begin, Next);
    EXPECT_LT(Begin, End);
    Next = End;
    if (End > First)
      EXPECT_TRUE(Size.isZero());
    else
      Live.insert(Live.end(), End - Begin, Size.count());
  });
  EXPECT_EQ(Next, Changes.getTimes());
  Live.resize(First);
  return Live;
}

TEST_P(LiveChangesTest, TakingLeavesNothing) {
  LiveChanges Changes = make(400);
  add(Changes, 5, 0, 1);
  add(Changes, 3, 1, 2);
  EXPECT_EQ(take(Changes, 4), (std::vector<uint64_t>{5, 8, 3, 0}));
  EXPECT_EQ(take(Changes, 4), (std::vector<uint64_t>(4)));
}

// Those that came before the first sum that does not fit are kept, whether they
// add bytes or take some away.
TEST_P(LiveChangesTest, SumsThatDoNotFitAreOverflow) {
  LiveChanges Changes = make(700);
  add(Changes, Half, 0, 3);
  add(Changes, 7, 1, 1);
  add(Changes, Half, 3, 4);
  add(Changes, Half, 3, 3);
  EXPECT_EQ(Changes.getMost(), Bytes::overflow());
  EXPECT_EQ(
      take(Changes, 7),
      (std::vector<uint64_t>{Half, Half + 7, Half, ~uint64_t(0), Half, 0, 0}));
  // Not of the next ones.
  expectMany(Changes);
  add(Changes, Half, 5, 5);
  EXPECT_EQ(take(Changes, 7), (std::vector<uint64_t>{0, 0, 0, 0, 0, Half, 0}));
}

INSTANTIATE_TEST_SUITE_P(FewAndMany, LiveChangesTest, testing::Bool());

// What was there before stays when there are too many to be few.
TEST(LiveChangesTest, FewBecomeMany) {
  LiveChanges Changes(320);
  std::vector<uint64_t> Expected(41);
  for (Time T = 0; T != 40; ++T) {
    // Twice overflow, before and after that.
    uint64_t Size = T == 2 || T == 30 ? ~uint64_t(0) - 1 : T + 1;
    add(Changes, Size, T, T);
    add(Changes, Size, T, T);
    Expected[T] = Size > Half ? ~uint64_t(0) : 2 * Size;
    EXPECT_EQ(Changes.takesThreads(), T >= 4);
  }
  EXPECT_EQ(take(Changes, 41), Expected);
}

} // namespace
