//===- ParallelTest.cpp ---------------------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Support/Parallel.h"
#include "llvm/Support/Compiler.h"
#include "gtest/gtest.h"
#include <atomic>
#include <sys/resource.h>
#include <utility>
#include <vector>

using namespace hlomem;

namespace {

TEST(ParallelTest, DoesEachTaskOnce) {
  for (unsigned Threads : {0U, 1U, 2U, 5U})
    for (size_t Count : {0U, 1U, 3U, 1000U}) {
      std::vector<std::atomic<int>> Done(Count);
      parallelFor(Threads, Count, [&](size_t I) { ++Done[I]; });
      for (const std::atomic<int> &Times : Done)
        EXPECT_EQ(Times, 1);
    }
}

TEST(ParallelTest, CutsIntoParts) {
  EXPECT_EQ(countParts(8, 0), 1U);
  EXPECT_EQ(countParts(8, 1000), 1U);
  EXPECT_EQ(countParts(8, 100'000), 3U);
  EXPECT_EQ(countParts(2, 100'000), 2U);
  EXPECT_EQ(countParts(0, 100'000), 1U);
  std::vector<std::pair<size_t, size_t>> Parts(3);
  parallelForParts(3, 10, [&](size_t Part, size_t Begin, size_t End) {
    Parts[Part] = {Begin, End};
  });
  EXPECT_EQ(Parts,
            (std::vector<std::pair<size_t, size_t>>{{0, 3}, {3, 6}, {6, 10}}));
}

// Two tasks that wait for each other end only if both run at a time.
TEST(ParallelTest, WorksAtTheSameTime) {
  std::atomic<int> Begun = 0;
  parallelFor(2, 2, [&](size_t) {
    ++Begun;
    while (Begun != 2)
      ;
  });
  EXPECT_EQ(Begun, 2);
}

TEST(ParallelTest, WaitsForAllThreads) {
  std::atomic<int> Ended = 0;
  {
    WorkerThreads Workers(3, [&] { ++Ended; });
    EXPECT_EQ(Workers.count(), 3U);
  }
  EXPECT_EQ(Ended, 3);
}

int countTasksDoneWithoutThreads() {
  rlimit None = {0, RLIM_INFINITY};
  setrlimit(RLIMIT_AS, &None);
  int Done = 0;
  parallelFor(4, 7, [&](size_t) { ++Done; });
  return Done;
}

// In a process of its own, which then has no room for the stack of a thread.
TEST(ParallelTest, GoesOnWithoutThreads) {
#if LLVM_ADDRESS_SANITIZER_BUILD || LLVM_THREAD_SANITIZER_BUILD
  GTEST_SKIP() << "a sanitizer needs memory of its own";
#endif
  EXPECT_EXIT(_exit(countTasksDoneWithoutThreads()), testing::ExitedWithCode(7),
              "");
}

} // namespace
