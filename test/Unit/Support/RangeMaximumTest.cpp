//===- RangeMaximumTest.cpp - Tests of RangeMaximum ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/ADT/RangeMaximum.h"
#include "gtest/gtest.h"
#include <random>

using namespace hlomem;

namespace {

TEST(RangeMaximumTest, EqualsASearchThroughAll) {
  std::mt19937 Random(2);
  for (size_t Size = 1; Size != 40; ++Size) {
    std::vector<unsigned> List(Size);
    for (unsigned &Element : List)
      Element = Random() % 100;
    RangeMaximum<unsigned> Maximum(List);
    for (size_t Begin = 0; Begin != Size; ++Begin)
      for (size_t End = Begin + 1; End <= Size; ++End)
        EXPECT_EQ(Maximum.get(Begin, End),
                  *std::max_element(List.begin() + Begin, List.begin() + End))
            << Begin << " to " << End << " of " << Size;
  }
}

} // namespace
