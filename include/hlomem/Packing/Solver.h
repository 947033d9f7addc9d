//===- Solver.h - The best placement that can be found --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares the solver of packing problems. It first computes bounds
/// and greedy placements, then searches exactly for a placement as low as the
/// bound, then improves what is too large to be solved. docs/Packing.md has the
/// methods.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_SOLVER_H
#define HLOMEM_PACKING_SOLVER_H

#include "hlomem/Packing/Bounds.h"
#include <atomic>
#include <chrono>

namespace hlomem::packing {

/// Reports the state of a running solver.
struct Progress {
  /// Is the size of the best placement so far.
  uint64_t Best = 0;
  /// Is a lower bound on the size of every placement.
  uint64_t Bound = 0;
  /// Is the number of steps taken so far.
  uint64_t Steps = 0;
  std::chrono::steady_clock::duration Elapsed{};
};

struct SolverOptions {
  /// Seeds the random choices. The same problem, seed and MaxSteps give the
  /// same solution, with any number of threads, unless a time limit or Stop
  /// ends the search.
  uint64_t Seed = 0;
  /// Limits the work in steps. A step is a visit of one buffer at one moment,
  /// which takes a few nanoseconds. 0 computes only bounds and greedy
  /// placements.
  uint64_t MaxSteps = UINT64_MAX;
  /// Limits the wall time, if present. The limit is kept to within 5 % or 20
  /// ms.
  std::optional<std::chrono::steady_clock::duration> MaxTime;
  /// Is the number of threads that may work at once.
  unsigned Threads = 1;
  /// Ends the search soon, with the best placement so far, once it is true.
  /// Null disables this. A signal handler may set it.
  const std::atomic<bool> *Stop = nullptr;
  /// Is called on the calling thread whenever the best size or the bound
  /// improves.
  function_ref<void(const Progress &)> OnProgress;
  /// Is a valid placement to start with, or empty.
  ArrayRef<uint64_t> Start;
};

/// Is the result of a solver.
struct Solution {
  /// Holds the best placement found, which is valid except for the capacity.
  Placement Offsets;
  /// Is the size of the placement.
  uint64_t Size = 0;
  /// Is a lower bound on the size of every placement. If the problem has a
  /// capacity that Size is within, the search ended there, and this is the
  /// bound known then.
  uint64_t Bound = 0;
  /// Is a moment that shows why nothing smaller than LB_align is possible.
  Time BoundAt = 0;
  /// Is the number of steps taken.
  uint64_t Steps = 0;

  bool isOptimal() const { return Size == Bound; }
};

/// Returns the best placement found of \p P, which has no fault. With a
/// capacity, it is the first one found that is within it; if Bound exceeds the
/// capacity, there is none.
Solution solve(const Problem &P, const SolverOptions &Options);

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_SOLVER_H
