//===- CombineTemporariesTest.cpp - Tests of joining temporaries ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombineTemporaries.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

std::vector<uint64_t> combine(const std::vector<uint64_t> &Sizes,
                              uint64_t Limit) {
  std::vector<ReplayedAllocation> Allocations;
  for (uint64_t Size : Sizes)
    Allocations.emplace_back().Size = Bytes(Size);
  AssignerPolicy P;
  P.HeapLimit = Bytes(Limit);
  std::vector<uint64_t> Result;
  for (const ReplayedAllocation &A : combineTemporaries(Allocations, P))
    Result.push_back(A.Size.count());
  return Result;
}

TEST(CombineTest, OneForEachSpace) {
  EXPECT_EQ(combine({130, 100, 10}, UINT64_MAX).size(), 1u);
}

// As a recompile of jax 0.9.2 with --xla_multiheap_size_constraint_per_heap has
// them: the last one would fit into the first, but not into the one before it.
TEST(CombineTest, NewestHeapIsFilled) {
  std::vector<uint64_t> Sizes = {16, 262144, 262144, 261120, 261120, 1028};
  EXPECT_EQ(combine(Sizes, 65536), Sizes);
}

} // namespace
