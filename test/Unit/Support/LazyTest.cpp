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

TEST(LazyTest, ACopyMakesItsOwn) {
  Lazy<int> First;
  EXPECT_EQ(First.get([] { return 1; }), 1);
  // The copy is what is tested.
  // NOLINTNEXTLINE(performance-unnecessary-copy-initialization)
  Lazy<int> Second(First);
  EXPECT_EQ(Second.get([] { return 2; }), 2);
  EXPECT_EQ(First.get([] { return 3; }), 1);
}

} // namespace
