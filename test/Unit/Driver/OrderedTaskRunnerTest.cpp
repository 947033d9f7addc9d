//===- OrderedTaskRunnerTest.cpp - Tests of OrderedTaskRunner -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/OrderedTaskRunner.h"
#include "gtest/gtest.h"
#include <atomic>
#include <thread>
#include <vector>

using namespace hlomem;

namespace {

TEST(OrderedTaskRunnerTest, OneThreadTakesTurns) {
  OrderedTaskRunner Tasks(1);
  EXPECT_TRUE(Tasks.isInline(100));
  std::vector<int> Order;
  Tasks.run(
      3, [&](size_t I) { Order.push_back(I); },
      [&](size_t I) { Order.push_back(10 + I); });
  EXPECT_EQ(Order, (std::vector<int>{0, 10, 1, 11, 2, 12}));
}

TEST(OrderedTaskRunnerTest, NothingToDo) {
  OrderedTaskRunner Tasks(4);
  Tasks.run(0, [](size_t) { FAIL(); }, [](size_t) { FAIL(); });
}

TEST(OrderedTaskRunnerTest, ResultsComeInOrderAndFewWait) {
  OrderedTaskRunner Tasks(4);
  EXPECT_FALSE(Tasks.isInline(2));
  std::atomic<size_t> Done = 0;
  size_t Consumed = 0, MostWaiting = 0;
  Tasks.run(
      500,
      [&](size_t I) {
        if (I % 7 == 0)
          std::this_thread::yield();
        ++Done;
      },
      [&](size_t I) {
        EXPECT_EQ(I, Consumed);
        MostWaiting = std::max<size_t>(MostWaiting, Done - Consumed);
        ++Consumed;
      });
  EXPECT_EQ(Consumed, 500u);
  EXPECT_LE(MostWaiting, 32u);
}

TEST(OrderedTaskRunnerTest, ConsumersMayRunTasks) {
  OrderedTaskRunner Tasks(3);
  std::vector<std::pair<size_t, size_t>> Order;
  Tasks.run(
      4, [](size_t) {},
      [&](size_t Outer) {
        Tasks.run(
            3, [](size_t) {},
            [&](size_t Inner) { Order.emplace_back(Outer, Inner); });
      });
  ASSERT_EQ(Order.size(), 12u);
  EXPECT_TRUE(std::is_sorted(Order.begin(), Order.end()));
}

} // namespace
