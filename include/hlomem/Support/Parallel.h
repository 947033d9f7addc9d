//===- Parallel.h - Work on several threads -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// LLVM's thread pools end the program where the system grants no thread, which
/// happens under a limit of address space. These go on with those they get.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_PARALLEL_H
#define HLOMEM_SUPPORT_PARALLEL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstddef>
#include <functional>
#include <pthread.h>
#include <vector>

namespace hlomem {

/// Threads that all run one function.
class WorkerThreads {
public:
  /// Starts \p Count of them, or as many as the system grants, which may be
  /// none.
  WorkerThreads(unsigned Count, std::function<void()> Run);
  WorkerThreads(const WorkerThreads &) = delete;
  WorkerThreads &operator=(const WorkerThreads &) = delete;
  /// Waits for all of them to end.
  ~WorkerThreads();

  unsigned count() const { return Started.size(); }

private:
  static void *start(void *Arg);

  std::function<void()> Run;
  std::vector<pthread_t> Started;
};

/// Calls \p Work(I) for each I below \p Count and returns when all have ended.
/// At most \p Threads threads work, the calling one among them: which does
/// what, and in what order, must not matter.
void parallelFor(unsigned Threads, size_t Count,
                 llvm::function_ref<void(size_t)> Work);

/// Into how many parts, at most \p Threads, work on \p Count small things
/// should be cut: thousands of them are done before a thread has started.
unsigned countParts(unsigned Threads, size_t Count);

/// Cuts the numbers below \p Count into \p PartCount parts of about one size
/// and calls \p Work(Part, Begin, End) for each, on a thread each.
void parallelForParts(unsigned PartCount, size_t Count,
                      llvm::function_ref<void(size_t, size_t, size_t)> Work);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_PARALLEL_H
