//===- OrderedTaskRunner.cpp - Work on threads, results in order ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Driver/OrderedTaskRunner.h"

using namespace llvm;

namespace hlomem {

/// Tasks for each thread that are under way or wait to be consumed. More keep
/// the threads busy behind a long one, and take more memory.
static constexpr size_t TasksPerThread = 4;

/// One call of run().
struct OrderedTaskRunner::Batch {
  const size_t Count;
  function_ref<void(size_t)> Work;
  Batch *const Outer;
  std::vector<bool> IsDone;
  /// The next task to start.
  size_t Next = 0;
  /// Those from here on are not to be started yet.
  size_t Limit = 0;
  /// The next task to consume.
  size_t Consumed = 0;
  /// The thread of run() can do nothing before that one is done.
  bool IsWaitedFor = false;

  Batch(size_t Count, function_ref<void(size_t)> Work, Batch *Outer)
      : Count(Count), Work(Work), Outer(Outer), IsDone(Count) {}
};

OrderedTaskRunner::~OrderedTaskRunner() {
  {
    std::lock_guard<std::mutex> Lock(Mutex);
    IsEnding = true;
  }
  HasWork.notify_all();
}

void OrderedTaskRunner::startThreads(size_t Wanted) {
  if (Started >= Wanted)
    return;
  Threads.emplace_back(Wanted - Started, [this] { work(); });
  Started += Threads.back().count();
}

OrderedTaskRunner::Batch *OrderedTaskRunner::findWork() const {
  Batch *B = Innermost;
  while (B && B->Next == B->Limit)
    B = B->Outer;
  return B;
}

void OrderedTaskRunner::work() {
  std::unique_lock<std::mutex> Lock(Mutex);
  for (;;) {
    Batch *B = nullptr;
    HasWork.wait(Lock, [&] { return IsEnding || (B = findWork()); });
    if (IsEnding)
      return;
    workOn(*B, Lock);
    // Under the lock: run() may return right after it.
    if (B->IsWaitedFor && B->IsDone[B->Consumed])
      HasResults.notify_one();
  }
}

void OrderedTaskRunner::workOn(Batch &B, std::unique_lock<std::mutex> &Lock) {
  size_t Task = B.Next++;
  Lock.unlock();
  B.Work(Task);
  Lock.lock();
  B.IsDone[Task] = true;
}

// Waking a thread takes as long as some small tasks, so that this one works as
// well, and sleeps only where nothing is left to start.
void OrderedTaskRunner::consumeAll(Batch &B,
                                   function_ref<void(size_t)> Consume) {
  std::unique_lock<std::mutex> Lock(Mutex);
  for (;;) {
    bool HadWork = B.Next != B.Limit;
    B.Limit = std::min(B.Count, B.Consumed + TasksPerThread * ThreadCount);
    if (!HadWork && B.Next != B.Limit)
      HasWork.notify_all();
    if (B.Next != B.Limit && !B.IsDone[B.Consumed])
      workOn(B, Lock);
    B.IsWaitedFor = B.Next == B.Limit;
    if (B.IsWaitedFor)
      HasResults.wait(Lock, [&B] { return B.IsDone[B.Consumed]; });
    B.IsWaitedFor = false;
    size_t End = B.Consumed;
    while (End != B.Limit && B.IsDone[End])
      ++End;
    Lock.unlock();
    for (size_t I = B.Consumed; I != End; ++I)
      Consume(I);
    if (End == B.Count)
      return;
    Lock.lock();
    B.Consumed = End;
  }
}

void OrderedTaskRunner::run(size_t Count, function_ref<void(size_t)> Work,
                            function_ref<void(size_t)> Consume) {
  if (isInline(Count)) {
    for (size_t I = 0; I != Count; ++I) {
      Work(I);
      Consume(I);
    }
    return;
  }

  startThreads(std::min<size_t>(Count, ThreadCount) - 1);
  auto SetInnermost = [this](Batch *B) {
    std::lock_guard<std::mutex> Lock(Mutex);
    Innermost = B;
  };
  Batch B(Count, Work, Innermost);
  SetInnermost(&B);
  consumeAll(B, Consume);
  SetInnermost(B.Outer);
}

} // namespace hlomem
