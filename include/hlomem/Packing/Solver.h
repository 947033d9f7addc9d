//===- Solver.h - The best placement that can be found --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// First bounds and greedy placements, then an exact search that is asked for
/// the bound, then improvement of what is too large to be solved. See
/// docs/Packing.md for how each works.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_SOLVER_H
#define HLOMEM_PACKING_SOLVER_H

#include "hlomem/Packing/Bounds.h"
#include "hlomem/Packing/Problem.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <atomic>
#include <chrono>

namespace hlomem::packing {

/// What is known while a solver runs.
struct Progress {
  /// Of the best placement so far.
  uint64_t Best = 0;
  /// No placement is smaller.
  uint64_t Bound = 0;
  /// Spent so far.
  uint64_t Steps = 0;
  std::chrono::steady_clock::duration Elapsed{};
};

struct SolverOptions {
  /// The same problem, seed and MaxSteps give the same solution wherever no
  /// time limit or Stop cut the search short, with any number of threads.
  uint64_t Seed = 0;
  /// How much may be spent. A step is one visit of one buffer at one moment, a
  /// few nanoseconds. 0: bounds and greedy placements only.
  uint64_t MaxSteps = UINT64_MAX;
  /// When to end, or none. Kept to 5 % or 20 ms.
  std::optional<std::chrono::steady_clock::duration> MaxTime;
  /// Workers that may run at once.
  unsigned Threads = 1;
  /// Once true, the solver ends soon with the best so far; null: never. May be
  /// set by a signal handler.
  const std::atomic<bool> *Stop = nullptr;
  /// Called from the calling thread whenever the best or the bound gets better.
  llvm::function_ref<void(const Progress &)> OnProgress;
  /// A valid placement to begin with, or empty.
  llvm::ArrayRef<uint64_t> Start;
};

/// What a solver ends with.
struct Solution {
  /// The best placement found, which is valid but for the capacity.
  Placement Offsets;
  /// Its size.
  uint64_t Size = 0;
  /// No placement is smaller. Where the problem has a capacity that Size keeps,
  /// the search ended there, and this is the bound by then.
  uint64_t Bound = 0;
  /// A moment that shows why nothing smaller than LB_align is possible.
  Time BoundAt = 0;
  /// Spent.
  uint64_t Steps = 0;

  bool isOptimal() const { return Size == Bound; }
};

/// The best placement of \p P, which has no fault. With a capacity, the first
/// one found that keeps it; if Bound exceeds the capacity, there is none.
Solution solve(const Problem &P, const SolverOptions &Options);

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_SOLVER_H
