//===- Tasks.h - Searches that race each other ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_SEARCH_TASKS_H
#define HLOMEM_LIB_PACKING_SEARCH_TASKS_H

#include "Greedy/Limits.h"
#include "hlomem/Support/LLVM.h"

namespace hlomem::packing {

/// Searches of which the first of a group that succeeds is enough.
struct Task {
  /// Of the tasks of one group only those up to the first that succeeds count.
  /// Groups are in increasing order.
  unsigned Group;
  /// What it may spend.
  uint64_t MaxSteps;
  /// True: it succeeded. Tasks share nothing that any of them writes, but for
  /// what is read after all of them have ended.
  std::function<bool(Limits &)> Run;
};

/// What became of a task.
struct TaskResult {
  /// False if an earlier one of its group succeeded: then nothing that it wrote
  /// may be used.
  bool Counts = false;
  uint64_t Steps = 0;
};

/// Runs \p Tasks on at most \p Threads threads; the results of tasks that count
/// do not depend on their number, unless \p Whole is cut. What they spent is
/// added to \p Whole. From time to time \p Poll is called from the calling
/// thread.
std::vector<TaskResult> runTasks(ArrayRef<Task> Tasks, unsigned Threads,
                                 Limits &Whole, function_ref<void()> Poll);

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_SEARCH_TASKS_H
