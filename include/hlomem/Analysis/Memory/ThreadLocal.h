//===- ThreadLocal.h - What thread-local allocations hold -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The allocations that belong to computations which an operation applies to
/// elements: docs/MemoryModel.md#thread-local-allocations.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_THREADLOCAL_H
#define HLOMEM_ANALYSIS_MEMORY_THREADLOCAL_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <cstdint>
#include <string>
#include <vector>

namespace hlomem {

class Allocation;
class Module;
struct ProgramText;

/// What a computation is to the operation that applies it.
enum class ThreadLocalRole : uint8_t {
  Unknown,     ///< Nothing at hand tells who calls it.
  Reducer,     ///< reduce, reduce-window, all-reduce, reduce-scatter
  Comparator,  ///< sort
  Combiner,    ///< scatter and the second of select-and-scatter
  Selector,    ///< the first of select-and-scatter
  MapFunction, ///< map
  CustomCall,  ///< whatever a custom call does with it
  Several,     ///< more than one of these
};

/// "reducer", "comparator", "scatter combiner", "selector", "map function",
/// "custom call", "several" or "unknown".
llvm::StringRef getRoleName(ThreadLocalRole Role);

/// Some thread-local allocations added up.
struct ThreadLocalSum {
  uint64_t Allocations = 0;
  /// As the dump prints them.
  Bytes Size;
  /// Of the values in them whose logical size is known; one without a value
  /// adds nothing.
  Bytes Logical;
  /// Size less Logical, allocation by allocation.
  Bytes Waste;
  /// Allocations with a value whose logical size is unknown. They are in Size,
  /// but in neither Logical nor Waste.
  uint64_t UnknownCount = 0;
  /// Their sizes.
  Bytes UnknownSize;

  void add(const Allocation &A);
  void add(const ThreadLocalSum &Other);
};

/// The allocations of one computation.
struct ThreadLocalComputation {
  /// Its name; empty where the dump and what is beside it do not tell.
  std::string Name;
  ThreadLocalRole Role = ThreadLocalRole::Unknown;
  /// What calls it: the first instruction in the order of the text; empty where
  /// that is unknown.
  std::string Caller;
  /// How many more call it.
  uint64_t FurtherCallers = 0;
  /// The instruction with its result, and the opcode of that; empty where it is
  /// unknown.
  std::string Root;
  std::string RootOpcode;
  ThreadLocalSum Sum;
  /// The first allocation in the dump.
  llvm::SMLoc Loc;
};

/// All computations with one role.
struct ThreadLocalRoleSum {
  ThreadLocalRole Role = ThreadLocalRole::Unknown;
  uint64_t Computations = 0;
  ThreadLocalSum Sum;
};

/// Allocations of about the same size.
struct ThreadLocalSizeClass {
  /// Allocations larger than half of this, and at most as large: a power of
  /// two, or zero for those without bytes.
  Bytes AtMost;
  ThreadLocalSum Sum;
};

/// The thread-local allocations of a module. Every list adds up to the total,
/// has what takes most bytes first, and equals in the order of the dump.
class ThreadLocal {
public:
  ThreadLocal(const Module &M, const ProgramText &Text);

  const ThreadLocalSum &getTotal() const { return Total; }
  /// `Total bytes used`; the sum of all allocations where it is not printed.
  Bytes getPrintedTotal() const { return PrintedTotal; }
  llvm::ArrayRef<ThreadLocalComputation> computations() const {
    return Computations;
  }
  llvm::ArrayRef<ThreadLocalRoleSum> roles() const { return Roles; }
  llvm::ArrayRef<ThreadLocalSizeClass> sizeClasses() const {
    return SizeClasses;
  }
  /// Why there are computations without a name or a role, to follow "unknown,
  /// since "; empty where there are none.
  llvm::StringRef whyUnknown() const { return WhyUnknown; }

private:
  ThreadLocalSum Total;
  Bytes PrintedTotal;
  std::vector<ThreadLocalComputation> Computations;
  std::vector<ThreadLocalRoleSum> Roles;
  std::vector<ThreadLocalSizeClass> SizeClasses;
  std::string WhyUnknown;
};

/// What becomes of thread-local allocations on a backend, as a sentence without
/// its end: none of the known ones requests device memory for them.
llvm::StringRef describeThreadLocalPlace(Backend B);

struct ThreadLocalAnalysis : public AnalysisInfoMixin<ThreadLocalAnalysis> {
  using Result = ThreadLocal;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_THREADLOCAL_H
