//===- SolverTest.cpp - Tests for the best placement that can be found ----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Packing/Solver.h"
#include <gtest/gtest.h>

using namespace hlomem::packing;

namespace {

TEST(SolverTest, PlacesNothing) {
  Solution S = solve({}, {});
  EXPECT_TRUE(S.Offsets.empty());
  EXPECT_EQ(S.Size, 0u);
  EXPECT_TRUE(S.isOptimal());
}

} // namespace
