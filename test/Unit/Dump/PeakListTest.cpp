//===- PeakListTest.cpp - Tests of the rules of the peak list -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Dump/PeakList.h"
#include "hlomem/Dump/DumpClaims.h"
#include "gtest/gtest.h"

using namespace hlomem;
using llvm::StringRef;

namespace {

/// \p Text is a name and an index, "a{1}".
PeakListEntry makeEntry(StringRef Text, uint64_t Size) {
  size_t NameSize = Text.find('{');
  return {HloPosition(Text.take_front(NameSize), Text.drop_front(NameSize)),
          Bytes(Size), std::nullopt};
}

/// \p A comes before \p B, and \p B not before \p A.
void expectOrder(const PeakListEntry &A, const PeakListEntry &B) {
  EXPECT_TRUE(isListedBefore(A, B));
  EXPECT_FALSE(isListedBefore(B, A));
}

TEST(PeakListTest, LargeComesFirst) {
  expectOrder(makeEntry("b{1}", 9), makeEntry("a{0}", 8));
}

TEST(PeakListTest, ThenTheNameByItsBytes) {
  expectOrder(makeEntry("a.10{1}", 8), makeEntry("a.9{0}", 8));
  expectOrder(makeEntry("Z{}", 8), makeEntry("a{}", 8));
}

TEST(PeakListTest, ThenTheIndexByItsNumbers) {
  expectOrder(makeEntry("a{9}", 8), makeEntry("a{10}", 8));
  expectOrder(makeEntry("a{}", 8), makeEntry("a{0}", 8));
  expectOrder(makeEntry("a{1,9}", 8), makeEntry("a{2}", 8));
}

TEST(PeakListTest, NoneBeforeItsLike) {
  EXPECT_FALSE(isListedBefore(makeEntry("a{1}", 8), makeEntry("a{1}", 8)));
}

} // namespace
