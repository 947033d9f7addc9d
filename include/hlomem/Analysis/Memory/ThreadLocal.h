//===- ThreadLocal.h - What thread-local allocations hold -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Describes the allocations of computations that an operation applies to
/// elements: docs/MemoryModel.md#thread-local-allocations.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_THREADLOCAL_H
#define HLOMEM_ANALYSIS_MEMORY_THREADLOCAL_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class Allocation;
class Module;
struct ProgramText;

/// Identifies what a computation is to the operation that applies it.
enum class ThreadLocalRole : uint8_t {
  /// Identifies that nothing available tells what calls the computation.
  Unknown,
  /// Identifies the computation of reduce, reduce-window, all-reduce or
  /// reduce-scatter.
  Reducer,
  /// Identifies the computation of sort.
  Comparator,
  /// Identifies the computation of scatter, or the second one of
  /// select-and-scatter.
  Combiner,
  /// Identifies the first computation of select-and-scatter.
  Selector,
  /// Identifies the computation of map.
  MapFunction,
  /// Identifies a computation that a custom call uses in any way.
  CustomCall,
  /// Identifies a computation with more than one of these roles.
  Several,
};

/// Returns "reducer", "comparator", "scatter combiner", "selector", "map
/// function", "custom call", "several" or "unknown".
StringRef getRoleName(ThreadLocalRole Role);

/// Represents the sum of some thread-local allocations.
struct ThreadLocalSum {
  uint64_t Allocations = 0;
  /// Holds the sizes that the dump prints.
  Bytes Size;
  /// Holds the logical sizes of the values in allocations without an unknown
  /// one; values that share bytes count once, by the largest. An allocation
  /// without a value adds nothing.
  Bytes Logical;
  /// Holds Size less Logical, allocation by allocation.
  Bytes Waste;
  /// Counts allocations with a value of unknown logical size, which are in Size
  /// but neither in Logical nor in Waste.
  uint64_t UnknownCount = 0;
  /// Holds the sizes of such allocations.
  Bytes UnknownSize;

  void add(const Allocation &A);
  void add(const ThreadLocalSum &Other);
};

/// Represents the allocations of one computation.
struct ThreadLocalComputation {
  /// Holds the name of the computation; empty if neither the dump nor what is
  /// beside it tells it.
  std::string Name;
  ThreadLocalRole Role = ThreadLocalRole::Unknown;
  /// Names the instruction that calls the computation; of several, the one with
  /// the lowest name, in which numbers compare as numbers, or the first in a
  /// dump without HLO text. Empty if it is unknown.
  std::string Caller;
  /// Counts the other callers.
  uint64_t FurtherCallers = 0;
  /// Names the instruction that gives the result, and RootOpcode its opcode;
  /// empty if it is unknown.
  std::string Root;
  std::string RootOpcode;
  ThreadLocalSum Sum;
  /// Points to the first allocation in the dump.
  SMLoc Loc;
};

/// Sums all computations with one role.
struct ThreadLocalRoleSum {
  ThreadLocalRole Role = ThreadLocalRole::Unknown;
  uint64_t Computations = 0;
  ThreadLocalSum Sum;
};

/// Sums allocations of about the same size.
struct ThreadLocalSizeClass {
  /// Holds the largest size of the class, a power of two, of which all are
  /// larger than half; zero for allocations without bytes.
  Bytes AtMost;
  ThreadLocalSum Sum;
};

/// Holds the thread-local allocations of a module. Every list adds up to the
/// total, and is sorted by bytes, the most first, then by the order of the
/// dump.
class ThreadLocal {
public:
  ThreadLocal(const Module &M, const ProgramText &Text);

  const ThreadLocalSum &getTotal() const { return Total; }
  /// Returns `Total bytes used`, or the sum of all allocations if it is not
  /// printed.
  Bytes getPrintedTotal() const { return PrintedTotal; }
  ArrayRef<ThreadLocalComputation> computations() const { return Computations; }
  ArrayRef<ThreadLocalRoleSum> roles() const { return Roles; }
  ArrayRef<ThreadLocalSizeClass> sizeClasses() const { return SizeClasses; }
  /// Returns why there are computations without a name or a role, to follow
  /// "unknown, since "; empty if there are none.
  StringRef whyUnknown() const { return WhyUnknown; }

private:
  ThreadLocalSum Total;
  Bytes PrintedTotal;
  std::vector<ThreadLocalComputation> Computations;
  std::vector<ThreadLocalRoleSum> Roles;
  std::vector<ThreadLocalSizeClass> SizeClasses;
  std::string WhyUnknown;
};

/// Returns what becomes of thread-local allocations on \p B, as a sentence
/// without its end. No known backend requests device memory for them.
StringRef describeThreadLocalPlace(Backend B);

struct ThreadLocalAnalysis : public AnalysisInfoMixin<ThreadLocalAnalysis> {
  using Result = ThreadLocal;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_THREADLOCAL_H
