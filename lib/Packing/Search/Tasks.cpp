//===- Tasks.cpp - Searches that race each other --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tasks.h"
#include "hlomem/Support/Parallel.h"
#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>

using namespace llvm;

namespace hlomem::packing {

namespace {

class Race {
  ArrayRef<Task> Tasks;
  const Limits &Whole;
  std::vector<TaskResult> Results;
  /// By task: whether an earlier one of its group has succeeded.
  std::deque<std::atomic<bool>> Cancelled;
  std::atomic<size_t> Next = 0;
  std::mutex Lock;
  std::condition_variable Ended;
  unsigned NumRunning = 0;

public:
  Race(ArrayRef<Task> Tasks, const Limits &Whole)
      : Tasks(Tasks), Whole(Whole), Results(Tasks.size()),
        Cancelled(Tasks.size()) {}

  /// Takes tasks in their order until there are none left.
  void work(function_ref<void()> Poll) {
    while (true) {
      size_t T = Next.fetch_add(1);
      if (T >= Tasks.size())
        return;
      if (Cancelled[T])
        continue;
      Limits L = Whole.getPart(Tasks[T].MaxSteps, Cancelled[T]);
      bool Succeeded = Tasks[T].Run(L);
      Results[T].Steps = L.getSpent();
      if (Succeeded)
        for (size_t U = T + 1;
             U != Tasks.size() && Tasks[U].Group == Tasks[T].Group; ++U)
          Cancelled[U] = true;
      Poll();
    }
  }

  void workOnThreads(unsigned Threads, function_ref<void()> Poll) {
    std::unique_lock Guard(Lock);
    // They end under the lock, so none has ended before all are counted.
    WorkerThreads Workers(Threads, [this] {
      work([] {});
      std::lock_guard EndGuard(Lock);
      --NumRunning;
      Ended.notify_one();
    });
    NumRunning = Workers.count();
    if (NumRunning == 0)
      work(Poll);
    while (NumRunning != 0) {
      Ended.wait_for(Guard, std::chrono::milliseconds(50));
      Guard.unlock();
      Poll();
      Guard.lock();
    }
  }

  std::vector<TaskResult> takeResults() {
    for (size_t T = 0; T != Tasks.size(); ++T)
      Results[T].Counts = !Cancelled[T];
    return std::move(Results);
  }
};

} // namespace

std::vector<TaskResult> runTasks(ArrayRef<Task> Tasks, unsigned Threads,
                                 Limits &Whole, function_ref<void()> Poll) {
  Race R(Tasks, Whole);
  Threads = std::min<size_t>(Threads, Tasks.size());
  if (Threads <= 1)
    R.work(Poll);
  else
    R.workOnThreads(Threads, Poll);
  std::vector<TaskResult> Results = R.takeResults();
  for (const TaskResult &Result : Results)
    if (Result.Counts)
      Whole.spend(Result.Steps);
  return Results;
}

} // namespace hlomem::packing
