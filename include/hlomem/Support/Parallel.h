//===- Parallel.h - Work on several threads -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares functions that work on several threads. LLVM's thread
/// pools end the program if the system grants no thread, which happens under a
/// limit of address space. These functions continue with the threads they get.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_SUPPORT_PARALLEL_H
#define HLOMEM_SUPPORT_PARALLEL_H

#include "hlomem/Support/LLVM.h"
#include <pthread.h>

namespace hlomem {

/// Runs one function on several threads.
class WorkerThreads {
public:
  /// Starts \p Count threads that call \p Run, or as many as the system grants,
  /// which may be none.
  WorkerThreads(unsigned Count, std::function<void()> Run);
  WorkerThreads(const WorkerThreads &) = delete;
  WorkerThreads &operator=(const WorkerThreads &) = delete;
  /// Waits for all threads to end.
  ~WorkerThreads();

  unsigned count() const { return Started.size(); }

private:
  static void *start(void *Arg);

  std::function<void()> Run;
  std::vector<pthread_t> Started;
};

/// Calls \p Work(I) for each I below \p Count and returns when all calls have
/// ended. At most \p Threads threads work, including the calling one. The calls
/// must not depend on which thread makes them, or in what order.
void parallelFor(unsigned Threads, size_t Count,
                 function_ref<void(size_t)> Work);

/// Returns the number of parts, from 1 to \p Threads, that work on \p Count
/// small items should be divided into. A part has at least 32768 items:
/// thousands of them are done before a thread has started.
unsigned countParts(unsigned Threads, size_t Count);

/// Divides the numbers below \p Count into \p PartCount parts of about equal
/// size and calls \p Work(Part, Begin, End) for each of them, on up to \p
/// PartCount threads.
void parallelForParts(unsigned PartCount, size_t Count,
                      function_ref<void(size_t, size_t, size_t)> Work);

} // namespace hlomem

#endif // HLOMEM_SUPPORT_PARALLEL_H
