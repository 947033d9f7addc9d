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
#include <condition_variable>
#include <list>
#include <mutex>

namespace hlomem {

/// Runs tasks on several threads and consumes their results in order.
class OrderedTaskRunner {
public:
  /// Makes a runner of \p ThreadCount threads, including the one that calls
  /// run().
  explicit OrderedTaskRunner(unsigned ThreadCount) : ThreadCount(ThreadCount) {}
  OrderedTaskRunner(const OrderedTaskRunner &) = delete;
  OrderedTaskRunner &operator=(const OrderedTaskRunner &) = delete;
  ~OrderedTaskRunner();

  /// Is true if run() would do everything on the calling thread, where Work and
  /// Consume then alternate.
  bool isInline(size_t Count) const { return ThreadCount == 1 || Count < 2; }

  /// Calls \p Work with each number below \p Count, on any thread, and \p
  /// Consume with each number on the calling thread, in order, after Work has
  /// returned for it. Work is never far ahead of Consume, so that few results
  /// exist at a time. Consume may call run() again. If the system grants fewer
  /// threads, or none, it takes longer.
  void run(size_t Count, function_ref<void(size_t)> Work,
           function_ref<void(size_t)> Consume);

private:
  struct Batch;

  void startThreads(size_t Wanted);
  /// Runs tasks on one of the started threads until IsEnding is set.
  void work();
  /// Runs the next task of \p B without holding \p Lock.
  static void workOn(Batch &B, std::unique_lock<std::mutex> &Lock);
  /// Returns the innermost call of run() that has a task to start; null if none
  /// has.
  Batch *findWork() const;
  void consumeAll(Batch &B, function_ref<void(size_t)> Consume);

  const unsigned ThreadCount;

  std::mutex Mutex;
  /// Signals that there are tasks to start, or that IsEnding is set.
  std::condition_variable HasWork;
  /// Signals that there are results to consume.
  std::condition_variable HasResults;
  /// Is the innermost call of run().
  Batch *Innermost = nullptr;
  bool IsEnding = false;

  size_t Started = 0;
  /// Holds the threads, which are started when they are first needed.
  std::list<WorkerThreads> Threads;
};

} // namespace hlomem

#endif // HLOMEM_DRIVER_ORDEREDTASKRUNNER_H
