//===- OrderedTasks.cpp - Work on threads, results in order ---------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderedTasks.h"
#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

using namespace llvm;

namespace hlomem {

/// Tasks for each thread that are under way or wait to be consumed. More keep
/// the threads busy behind a long one, and take more memory.
static constexpr size_t TasksPerThread = 4;

void OrderedTasks::run(size_t Count, function_ref<void(size_t)> Work,
                       function_ref<void(size_t)> Consume) {
  if (isInline(Count)) {
    for (size_t I = 0; I != Count; ++I) {
      Work(I);
      Consume(I);
    }
    return;
  }
  if (!Pool)
    Pool =
        std::make_unique<DefaultThreadPool>(hardware_concurrency(ThreadCount));

  std::mutex Mutex;
  std::condition_variable Changed;
  std::vector<bool> IsDone(Count);
  size_t Started = 0;
  for (size_t I = 0; I != Count; ++I) {
    for (; Started != std::min(Count, I + TasksPerThread * ThreadCount);
         ++Started)
      Pool->async([&, Task = Started] {
        Work(Task);
        std::lock_guard<std::mutex> Lock(Mutex);
        IsDone[Task] = true;
        // Under the lock: run() may return right after it.
        Changed.notify_one();
      });
    std::unique_lock<std::mutex> Lock(Mutex);
    while (!Changed.wait_for(Lock, std::chrono::milliseconds(100),
                             [&] { return IsDone[I]; })) {
      Lock.unlock();
      WhileWaiting();
      Lock.lock();
    }
    Lock.unlock();
    Consume(I);
  }
}

} // namespace hlomem
