//===- PrecisionTest.cpp - Tests of the words for precision ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/Precision.h"
#include "RecordTest.h"

using namespace hlomem;

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
  EXPECT_EQ(getLeastPredicted(Prediction::donate, Backend::TPU),
            Bytes(2u << 20));
  EXPECT_EQ(getLeastPredicted(Prediction::cast, Backend::TPU), Bytes(8u << 20));
  EXPECT_EQ(getLeastPredicted(Prediction::remat, Backend::TPU),
            Bytes(512u << 20));
  EXPECT_EQ(getLeastPredicted(Prediction::rematpolicy, Backend::TPU),
            Bytes(512u << 20));
  EXPECT_EQ(getLeastPredicted(Prediction::donate, Backend::CPU), Bytes(0));
  EXPECT_EQ(getLeastPredicted(Prediction::remat, Backend::GPU), Bytes(0));
}

// XLA's rematerialization adds to the names of what it computes again. JAX's
// names, and a name that says so of another opcode, do not count.
TEST_F(RecordTest, OwnRematIsKnownByItsNames) {
  record(R"(
    x = f32[64] parameter(0)
    y = f32[64] negate(x)
    y.remat = f32[64] negate(x)
    y.remat2 = f32[64] negate(x)
    z.remat_compressed.1 = f32[64] copy(y)
    rematted_computation.3 = f32[64] negate(y)
    remat.1 = f32[64] negate(y)
    x.remat = f32[64] negate(y)
    ROOT t = (f32[64], f32[64], f32[64], f32[64], f32[64], f32[64]) tuple(y.remat, y.remat2, z.remat_compressed.1, rematted_computation.3, remat.1, x.remat))");
  const OwnRemat &Found = Record->getOwnRemat();
  EXPECT_EQ(Found.Count, 3u);
  ASSERT_EQ(Found.Misnamed.size(), 1u);
  EXPECT_EQ(Record->getProgram().instructions()[Found.Misnamed[0]].Name,
            "x.remat");
  // Then there is no more than a bound, but no less either.
  EXPECT_EQ(getPrecision(Prediction::donate, Backend::CPU, *Record, Bytes(64)),
            "at most");
  EXPECT_EQ(
      getPrecision(Prediction::undonate, Backend::TPU, *Record, Bytes(64)),
      "unknown");
}

TEST(Precision, OnATpuVmemMayChangeThatMuchBeside) {
  EXPECT_EQ(
      widenPrecision("within 7 %", Backend::TPU, Bytes(uint64_t(1) << 30)),
      "within 7 %");
  EXPECT_EQ(
      widenPrecision("within 1 %", Backend::TPU, Bytes(uint64_t(1) << 30)),
      "within 5 %");
  EXPECT_EQ(widenPrecision("within 1 %", Backend::TPU, Bytes(64 << 20)),
            "within 75 %");
  EXPECT_EQ(widenPrecision("within 1 %", Backend::TPU, Bytes(59 << 20)),
            "unknown");
  EXPECT_EQ(widenPrecision("within 1 %", Backend::CPU, Bytes(64)),
            "within 1 %");
  EXPECT_EQ(widenPrecision("at most", Backend::TPU, Bytes(64)), "at most");
}

TEST(Precision, WithoutPairsNothingIsKnown) {
  EXPECT_EQ(getPrecision(Prediction::undonate, Backend::TPU), "unknown");
  EXPECT_EQ(getPrecision(Prediction::donate, Backend::Unknown), "unknown");
  EXPECT_NE(getPrecision(Prediction::donate, Backend::CPU), "unknown");
}

} // namespace
