//===- ValueOrderTest.cpp -------------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/ValueOrder.h"
#include "gtest/gtest.h"
#include <deque>
#include <vector>

using namespace hlomem;

namespace {

TEST(ValueOrderTest, NumbersStandForValues) {
  std::vector<Value> Placed(3);
  std::deque<Value> Unplaced(2);
  std::vector<ValueOrder::Entry> Entries = {2, ValueOrder::FirstUnplaced + 1,
                                            ValueOrder::None, 0};
  ValueOrder Order(Entries, Placed.data(), Unplaced);
  std::vector<const Value *> Expected = {&Placed[2], &Unplaced[1], nullptr,
                                         &Placed[0]};
  EXPECT_EQ(std::vector<const Value *>(Order.begin(), Order.end()), Expected);
  EXPECT_EQ(Order.end() - Order.begin(), 4);
  EXPECT_EQ(Order[1], &Unplaced[1]);
  EXPECT_EQ(Order[0], &Placed[2]);
  EXPECT_EQ(Order.back(), &Placed[0]);
  EXPECT_EQ(Order.size(), 4u);
}

TEST(ValueOrderTest, Slices) {
  std::vector<Value> Placed(3);
  std::deque<Value> Unplaced;
  std::vector<ValueOrder::Entry> Entries = {0, 1, 2};
  ValueOrder Order(Entries, Placed.data(), Unplaced);
  EXPECT_EQ(Order.slice(1, 1).size(), 1u);
  EXPECT_EQ(Order.slice(1, 1)[0], &Placed[1]);
  // No more than there are.
  EXPECT_EQ(Order.slice(1, 9).size(), 2u);
  EXPECT_TRUE(Order.slice(3, 9).empty());
}

} // namespace
