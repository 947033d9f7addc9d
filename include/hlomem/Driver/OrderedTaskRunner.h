//===- OrderedTaskRunner.h - Work on threads, results in order -*- C++ -*--===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DRIVER_ORDEREDTASKRUNNER_H
#define HLOMEM_DRIVER_ORDEREDTASKRUNNER_H

#include "hlomem/Support/Parallel.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <condition_variable>
#include <cstddef>
#include <list>
#include <mutex>

namespace hlomem {

/// Runs tasks on several threads and takes their results in order.
class OrderedTaskRunner {
public:
  /// \p ThreadCount counts the thread of run().
  explicit OrderedTaskRunner(unsigned ThreadCount) : ThreadCount(ThreadCount) {}
  OrderedTaskRunner(const OrderedTaskRunner &) = delete;
  OrderedTaskRunner &operator=(const OrderedTaskRunner &) = delete;
  ~OrderedTaskRunner();

  /// True if run() would do everything on the calling thread, where Work and
  /// Consume then take turns.
  bool isInline(size_t Count) const { return ThreadCount == 1 || Count < 2; }

  /// Calls \p Work with each number below \p Count, on any thread, and \p
  /// Consume with each on the calling one, in order, after Work is done with
  /// it. Work is never far ahead of Consume: few results exist at a time.
  /// Consume may call run() again. Where the system grants fewer threads, or
  /// none, it takes longer.
  void run(size_t Count, llvm::function_ref<void(size_t)> Work,
           llvm::function_ref<void(size_t)> Consume);

private:
  struct Batch;

  void startThreads(size_t Wanted);
  /// What the other threads do.
  void work();
  /// Runs the next task of \p B without the lock.
  static void workOn(Batch &B, std::unique_lock<std::mutex> &Lock);
  /// The innermost call of run() that has a task to start; null if none has.
  Batch *findWork() const;
  void consumeAll(Batch &B, llvm::function_ref<void(size_t)> Consume);

  const unsigned ThreadCount;

  std::mutex Mutex;
  /// There are tasks to start, or IsEnding is set.
  std::condition_variable HasWork;
  /// There are results to consume.
  std::condition_variable HasResults;
  /// Of the innermost call of run().
  Batch *Innermost = nullptr;
  bool IsEnding = false;

  size_t Started = 0;
  /// Started when they are first needed.
  std::list<WorkerThreads> Threads;
};

} // namespace hlomem

#endif // HLOMEM_DRIVER_ORDEREDTASKRUNNER_H
