//===- PrecisionTest.cpp - Tests of the words for precision ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Replay/Precision.h"
#include "gtest/gtest.h"

using namespace hlomem;
using namespace hlomem::replay;

namespace {

TEST(Precision, ExactTakesTwentyPairs) {
  EXPECT_EQ(describePrecision(20, 20, 1), "exact");
  EXPECT_EQ(describePrecision(19, 19, 1), "within 1 %");
  EXPECT_EQ(describePrecision(100, 99, 1), "within 1 %");
}

TEST(Precision, BeyondEightyPercentNothingIsKnown) {
  EXPECT_EQ(describePrecision(40, 2, 37), "within 37 %");
  EXPECT_EQ(describePrecision(40, 2, 80), "within 80 %");
  EXPECT_EQ(describePrecision(40, 2, 81), "unknown");
  EXPECT_EQ(describePrecision(40, 2, 0), "unknown");
  EXPECT_EQ(describePrecision(9, 9, 1), "unknown");
  EXPECT_EQ(describePrecision(10, 9, 1), "within 1 %");
}

TEST(Precision, SmallChangesAreNotPredictedOnATpu) {
  EXPECT_EQ(getLeastPredicted(Prediction::donate, Backend::TPU), 2u << 20);
  EXPECT_EQ(getLeastPredicted(Prediction::cast, Backend::TPU), 8u << 20);
  EXPECT_EQ(getLeastPredicted(Prediction::remat, Backend::TPU), 512u << 20);
  EXPECT_EQ(getLeastPredicted(Prediction::rematpolicy, Backend::TPU),
            512u << 20);
  EXPECT_EQ(getLeastPredicted(Prediction::donate, Backend::CPU), 0u);
  EXPECT_EQ(getLeastPredicted(Prediction::remat, Backend::GPU), 0u);
}

TEST(Precision, WithoutPairsNothingIsKnown) {
  EXPECT_EQ(getPrecision(Prediction::undonate, Backend::TPU), "unknown");
  EXPECT_EQ(getPrecision(Prediction::donate, Backend::Unknown), "unknown");
  EXPECT_NE(getPrecision(Prediction::donate, Backend::CPU), "unknown");
}

} // namespace
