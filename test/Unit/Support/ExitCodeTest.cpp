//===- ExitCodeTest.cpp - Exit statuses of all programs ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/ExitCode.h"
#include "gtest/gtest.h"
#include <cstddef>

using namespace hlomem;

TEST(ExitCodeTest, OfSeveralReasonsTheWorstCounts) {
  // 74, then 1, 3, 2, 0.
  static constexpr ExitCode Worst[] = {ExitOutputFailed, ExitBadInput,
                                       ExitUnsound, ExitOverLimit, ExitDone};
  for (size_t I = 0; I != std::size(Worst); ++I)
    for (size_t J = I; J != std::size(Worst); ++J) {
      EXPECT_EQ(getWorse(Worst[I], Worst[J]), Worst[I]);
      EXPECT_EQ(getWorse(Worst[J], Worst[I]), Worst[I]);
    }
  EXPECT_EQ(getWorse(ExitNotFound, ExitDone), ExitNotFound);
}
