//===- PositionIndex.h - Values by position ---------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_PROGRAM_POSITIONINDEX_H
#define HLOMEM_LIB_ANALYSIS_PROGRAM_POSITIONINDEX_H

#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

class HloSchedule;

/// Finds the value at each index of each instruction. Not to be shared between
/// threads.
class PositionIndex {
public:
  /// \p Times are below \p EndOfProgram. \p OfGraph is the schedule of the
  /// graph of \p M, or null; without it the first look-up takes linear time.
  /// All must outlive the index.
  PositionIndex(const Module &M, const ScheduleIndex &Times, Time EndOfProgram,
                const HloSchedule *OfGraph = nullptr)
      : M(M), Times(Times), EndOfProgram(EndOfProgram), OfGraph(OfGraph) {}

  /// The value that \p Instruction holds at \p Index, or null. \p At is when
  /// the instruction runs. Of several the first one.
  const Value *find(StringRef Instruction, std::optional<Time> At,
                    StringRef Index);

private:
  /// One of the positions of a value; that of its definition where the dump
  /// lists none.
  struct Entry {
    uint32_t ValueNumber;
    uint32_t PositionNumber;
  };
  using ValuesByIndex = llvm::DenseMap<StringRef, const Value *>;

  void listEntries();
  StringRef getIndex(Entry E) const;
  ArrayRef<Entry> getEntries(Time At);
  const Value *findInGraph(Time At, StringRef Index) const;
  const Value *findUnscheduled(DefinitionKey Key);

  const Module &M;
  const ScheduleIndex &Times;
  const Time EndOfProgram;
  const HloSchedule *const OfGraph;
  /// By time, of each time in the order of the values; listed on first use.
  std::vector<Entry> Entries;
  std::vector<size_t> FirstEntry;
  /// Of instructions with many positions, for those that were requested.
  llvm::DenseMap<Time, ValuesByIndex> Tables;
  /// What is not scheduled, once such an instruction was requested.
  std::optional<llvm::DenseMap<DefinitionKey, const Value *>> Unscheduled;
};

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_PROGRAM_POSITIONINDEX_H
