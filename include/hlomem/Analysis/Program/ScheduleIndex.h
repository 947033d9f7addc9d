//===- ScheduleIndex.h - When named instructions run ------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The times of all instructions that values name. Names are most of what a
/// dump says of them; with their times at hand, hardly anybody needs more.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_SCHEDULEINDEX_H
#define HLOMEM_ANALYSIS_PROGRAM_SCHEDULEINDEX_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/Value.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <vector>

namespace hlomem {

class HloSchedule;
class Module;
class NameTable;

/// When the instructions run that define the values of one module, hold them
/// and read them. A scheduled instruction's time tells it from all others, but
/// for those that a broken dump schedules twice: they run at the first of their
/// times. Edits of the assignment change nothing of it, but for the removal of
/// allocations. May be asked by several threads.
class ScheduleIndex {
public:
  /// Instead of the time of an instruction that is not scheduled.
  static constexpr Time NotScheduled = ~Time();

  /// For the schedule of \p M, which keeps it until allocations are removed.
  static const ScheduleIndex &of(const Module &M);

  /// For a schedule that need not be that of \p M; \p ByName has the times of
  /// its names.
  ScheduleIndex(const Module &M, llvm::ArrayRef<llvm::StringRef> Schedule,
                const NameTable &ByName);

  /// When the defining instruction of \p V runs, a value of the module.
  Time getDefinition(const Value &V) const {
    const Places &P = find(V);
    return Parts[P.Part][P.First];
  }
  /// In the order of V.getPositions().
  llvm::ArrayRef<Time> getPositions(const Value &V) const {
    const Places &P = find(V);
    return {&Parts[P.Part][P.First] + 1, P.PositionCount};
  }
  /// In the order of V.getUses().
  llvm::ArrayRef<Time> getUses(const Value &V) const {
    const Places &P = find(V);
    return {&Parts[P.Part][P.First] + 1 + P.PositionCount, P.UseCount};
  }

  /// True if no instruction is scheduled twice.
  bool isUnique() const { return IsUnique; }

  static LazyTypeKey LazyKey;

private:
  /// For the graph that \p M has, without a look at names.
  ScheduleIndex(const Module &M, const HloSchedule &Schedule);

  /// Where the times of one value are.
  struct Places {
    uint32_t Part = 0;
    /// Of its definition; those of positions and of uses follow.
    uint32_t First = 0;
    uint32_t PositionCount = 0;
    uint32_t UseCount = 0;
  };

  const Places &find(const Value &V) const { return ByValue[getNumber(V)]; }
  size_t getNumber(const Value &V) const {
    return V.isAllocated() ? &V - FirstValue : Unplaced.lookup(&V);
  }

  bool IsUnique = true;
  const Value *FirstValue = nullptr;
  /// The values of the module, then those in no allocation.
  std::vector<Places> ByValue;
  llvm::DenseMap<const Value *, uint32_t> Unplaced;
  /// In the order of the text, so that it is read but once: in parts, which
  /// threads fill.
  std::vector<std::vector<Time>> Parts;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_SCHEDULEINDEX_H
