//===- ThreadLocalTest.cpp - Tests of the sums of thread-local blocks -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/ThreadLocal.h"
#include "TestDump.h"
#include "hlomem/Analysis/Program/ProgramAnalysis.h"
#include "gtest/gtest.h"

using namespace hlomem;

namespace {

/// One allocation that is thread-local.
TestAllocation local(uint64_t Size, std::vector<TestSlice> Values) {
  return {Size, std::move(Values), /*Space=*/0, /*ThreadLocal=*/true};
}

TestSlice floats(uint64_t Count, uint64_t Offset, uint64_t Size) {
  return {Offset, Size, std::nullopt, "f32[" + std::to_string(Count) + "]{0}"};
}

TEST(ThreadLocalTest, OthersDoNotCount) {
  auto M = makeModule({{8, {floats(2, 0, 8)}}}, 0);
  ThreadLocal Facts(*M, ProgramText());
  EXPECT_EQ(Facts.getTotal().Allocations, 0u);
  EXPECT_TRUE(Facts.computations().empty());
  EXPECT_TRUE(Facts.roles().empty());
  EXPECT_TRUE(Facts.sizeClasses().empty());
  EXPECT_EQ(Facts.whyUnknown(), "");
}

TEST(ThreadLocalTest, WasteIsPerAllocation) {
  // 100 - 8 and 0: the second claims to be smaller than its elements.
  auto M = makeModule(
      {local(100, {floats(2, 0, 8)}), local(4, {floats(2, 0, 8)})}, 0);
  const ThreadLocal Facts(*M, ProgramText());
  EXPECT_EQ(Facts.getTotal().Size, Bytes(104));
  EXPECT_EQ(Facts.getTotal().Logical, Bytes(16));
  EXPECT_EQ(Facts.getTotal().Waste, Bytes(92));
}

TEST(ThreadLocalTest, SharedBytesCountOnce) {
  // [0,8) and [0,16) hold 16 bytes together, [20,24) another 4.
  auto M = makeModule(
      {local(24, {floats(2, 0, 8), floats(4, 0, 16), floats(1, 20, 4)})}, 0);
  const ThreadLocal Facts(*M, ProgramText());
  EXPECT_EQ(Facts.getTotal().Logical, Bytes(20));
  EXPECT_EQ(Facts.getTotal().Waste, Bytes(4));
}

TEST(ThreadLocalTest, SizesBeyondAllPowersOfTwo) {
  auto M = makeModule({local(9223372036854775809u, {})}, 0);
  const ThreadLocal Facts(*M, ProgramText());
  ASSERT_EQ(Facts.sizeClasses().size(), 1u);
  EXPECT_EQ(Facts.sizeClasses()[0].AtMost, Bytes(18446744073709551614u));
}

TEST(ThreadLocalTest, NoBackendHasThemInDeviceMemory) {
  EXPECT_TRUE(describeThreadLocalPlace(Backend::CPU).contains("stacks"));
  EXPECT_TRUE(describeThreadLocalPlace(Backend::GPU)
                  .starts_with("no device memory is requested"));
  EXPECT_TRUE(describeThreadLocalPlace(Backend::TPU).starts_with("no part of"));
  EXPECT_TRUE(
      describeThreadLocalPlace(Backend::Unknown).ends_with("is unknown"));
}

} // namespace
