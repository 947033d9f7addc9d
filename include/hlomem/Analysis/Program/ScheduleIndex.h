//===- ScheduleIndex.h - When named instructions run ------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Holds the schedule positions of all instructions that values name. Names are
/// most of what a dump tells of instructions; most analyses need only the
/// positions.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_SCHEDULEINDEX_H
#define HLOMEM_ANALYSIS_PROGRAM_SCHEDULEINDEX_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/Value.h"
#include "hlomem/Support/Lazy.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

class HloSchedule;
class Module;
class NameTable;

/// Tells when the instructions run that define the values of one module, hold
/// them and read them. The schedule position of a scheduled instruction
/// identifies it, except in a broken dump that schedules an instruction twice:
/// its position is then the first one. An index stays valid if the assignment
/// is edited, unless Module::apply() numbers the values again. Several threads
/// may call the functions at once.
class ScheduleIndex {
public:
  /// Is the schedule position of an instruction that is not scheduled.
  static constexpr Time NotScheduled = ~Time();

  /// Looks up the instructions that \p M names in \p TimesByName, which has the
  /// positions of \p Schedule. \p Schedule need not be that of \p M. Takes
  /// linear time, on as many threads as the module may use.
  ScheduleIndex(const Module &M, ArrayRef<StringRef> Schedule,
                const NameTable &TimesByName);
  /// Constructs an index that asks \p M, whose values are all of its graph, for
  /// the places of a value on demand. \p Schedule is that of the graph. Both
  /// arguments must outlive the index.
  ScheduleIndex(const Module &M, const HloSchedule &Schedule);

  /// Returns the schedule position of the instruction that defines \p V, a
  /// value of the module.
  Time getDefinition(const Value &V) const { return *find(V).First; }
  /// Returns the schedule positions of the instructions of V.getPositions(), in
  /// their order.
  ArrayRef<Time> getPositions(const Value &V) const {
    const Places &P = find(V);
    return {P.First + 1, P.PositionCount};
  }
  /// Returns the schedule positions of the instructions of V.getUses(), in
  /// their order.
  ArrayRef<Time> getUses(const Value &V) const {
    const Places &P = find(V);
    return {P.First + 1 + P.PositionCount, P.UseCount};
  }

  /// Returns true if no instruction is scheduled twice.
  bool isUnique() const { return IsUnique; }

private:
  /// Locates the schedule positions for one value: that of its definition,
  /// those of its positions, and those of its uses.
  struct Places {
    const Time *First = nullptr;
    uint32_t PositionCount = 0;
    uint32_t UseCount = 0;
  };
  /// Holds the schedule positions for some values that are adjacent in the
  /// module.
  struct Part {
    std::vector<Places> ByValue;
    std::vector<Time> Times;
  };
  static constexpr size_t ValuesPerPart = 64;

  const Places &find(const Value &V) const {
    size_t Number = getNumber(V);
    if (!OfGraph)
      return ByName[Number];
    size_t InPart = Number / ValuesPerPart;
    return OfGraph[InPart]
        .get([&] { return readPart(InPart); })
        .ByValue[Number % ValuesPerPart];
  }
  size_t getNumber(const Value &V) const {
    return V.isAllocated() ? &V - FirstValue : Unplaced.lookup(&V);
  }
  Part readPart(size_t Number) const;

  bool IsUnique = true;
  const Value *FirstValue = nullptr;
  // The three members below hold the index of names: the places of the values
  // of the module and then of the values in no allocation. The schedule
  // positions are in the order of the text, which is read only once: in parts,
  // which threads fill.
  std::vector<Places> ByName;
  std::vector<std::vector<Time>> Times;
  llvm::DenseMap<const Value *, uint32_t> Unplaced;
  // The three members below hold the index of a graph.
  const Module *M = nullptr;
  const HloSchedule *Schedule = nullptr;
  std::unique_ptr<Lazy<Part>[]> OfGraph;
};

/// Computes the index of the schedule of the module.
struct ScheduleIndexAnalysis : public AnalysisInfoMixin<ScheduleIndexAnalysis> {
  using Result = ScheduleIndex;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_SCHEDULEINDEX_H
