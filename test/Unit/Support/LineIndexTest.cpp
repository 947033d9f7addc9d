//===- LineIndexTest.cpp --------------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/LineIndex.h"
#include "llvm/ADT/SmallVector.h"
#include <gtest/gtest.h>
#include <random>
#include <string>

using namespace hlomem;

namespace {

// Counted one by one, at the edges of everything that is counted in one go.
TEST(LineIndexTest, CountsLikeOneByOne) {
  std::mt19937 Random(7);
  for (unsigned Density : {1, 2, 50}) {
    std::string Text;
    for (size_t I = 0; I != 200000; ++I)
      Text += Random() % Density == 0 ? '\n' : 'x';
    llvm::SmallVector<uint64_t> Before = {0};
    for (char C : Text)
      Before.push_back(Before.back() + (C == '\n'));
    LineIndex Index(Text);
    for (size_t Around :
         {0UL, 64UL, 255UL * 64, 65536UL, 131072UL, Text.size()})
      for (size_t Offset = Around < 70 ? 0 : Around - 70;
           Offset <= Text.size() && Offset < Around + 70; ++Offset)
        EXPECT_EQ(Index.countBefore(Offset), Before[Offset]) << Offset;
  }
}

TEST(LineIndexTest, EmptyText) { EXPECT_EQ(LineIndex("").countBefore(0), 0U); }

} // namespace
