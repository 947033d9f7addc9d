//===- ProgramStructure.h - Computations of a flattened schedule ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_PROGRAMSTRUCTURE_H
#define HLOMEM_ANALYSIS_PROGRAM_PROGRAMSTRUCTURE_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/IR/HloProgram.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/Opcode.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <utility>
#include <vector>

namespace hlomem {

class HloSchedule;

/// Represents an instruction of a computation, which need not be part of the
/// schedule.
struct ScheduledInstruction {
  /// Identifies the opcode; Opcode::Unknown for an instruction that only
  /// forwards its operand and whose text the dump does not print.
  Opcode Op = Opcode::Unknown;
  /// Is true for the root of the computation; see
  /// ScheduledComputation::IsRootKnown.
  bool IsRoot = false;
  /// Holds the index of the owning computation.
  uint32_t Computation = 0;
  /// Holds the schedule position; ScheduleIndex::NotScheduled if the
  /// computation is not part of the schedule.
  Time At = ScheduleIndex::NotScheduled;

  bool isScheduled() const { return At != ScheduleIndex::NotScheduled; }
};

/// Represents a computation, with the schedule positions of the computation and
/// of what it calls.
struct ScheduledComputation {
  /// Lists the indices of the computation's instructions in the order in which
  /// they run.
  std::vector<uint32_t> Instructions;
  /// Begin and End delimit the computation in the schedule, [Begin, End), with
  /// what it calls; they are equal if the computation is not part of the
  /// schedule.
  Time Begin = 0;
  Time End = 0;
  bool IsEntry = false;
  /// Is false if it is not known which instruction is the root.
  bool IsRootKnown = true;
  /// Holds the schedule position of parameter 0; none if it is not known. In a
  /// structure that was inferred from a dump, the entry has none, and the
  /// position is sure only for a computation with one parameter, such as a
  /// loop's body.
  std::optional<Time> FirstParameter;
  /// Holds the index of the asynchronous computation that this one is or is
  /// called from; none if there is none.
  std::optional<uint32_t> AsyncContext;
  /// Holds, for an asynchronous computation, the index of the computation that
  /// calls it. AsyncStart and AsyncDone hold the last schedule positions of its
  /// start and of its done. None if unknown, and for other computations.
  std::optional<uint32_t> AsyncCaller;
  std::optional<Time> AsyncStart;
  std::optional<Time> AsyncDone;
};

/// Tells which computation owns each instruction of the schedule, and which
/// part of the schedule each computation has: docs/DumpFormat.md#live-ranges.
class ProgramStructure {
public:
  /// Returns the structure that the HLO text of \p P tells. \p Schedule is the
  /// dump's; if it is empty, the text must say that it is scheduled. Returns
  /// none if the text and the schedule contradict each other.
  static std::optional<ProgramStructure>
  fromText(const HloProgram &P, llvm::ArrayRef<llvm::StringRef> Schedule);

  /// Returns the structure that \p G tells. \p Names are the names of the
  /// instructions of \p Schedule. Returns none if the graph and the schedule
  /// contradict each other.
  static std::optional<ProgramStructure>
  fromGraph(const HloGraph &G, const HloSchedule &Schedule,
            llvm::ArrayRef<llvm::StringRef> Names);

  /// Returns the structure that follows from what the dump of \p M prints of
  /// its instructions; none if that is ambiguous.
  static std::optional<ProgramStructure> fromDump(const Module &M,
                                                  const ScheduleIndex &Times);

  /// Returns the names of the instructions by schedule position.
  llvm::ArrayRef<llvm::StringRef> schedule() const {
    return OwnSchedule.empty() ? ScheduleOfDump : llvm::ArrayRef(OwnSchedule);
  }
  /// Returns the instruction that runs at \p T.
  const ScheduledInstruction &at(Time T) const {
    return Instructions[Order[T]];
  }
  /// Returns the name of the root of \p C; empty if it is not known.
  llvm::StringRef getRootName(const ScheduledComputation &C) const;
  const ScheduledComputation &
  getComputation(const ScheduledInstruction &I) const {
    return Computations[I.Computation];
  }
  const ScheduledComputation &getComputation(uint32_t Index) const {
    return Computations[Index];
  }
  /// Returns the indices of the computations that \p I runs, in the order of
  /// the schedule.
  llvm::ArrayRef<uint32_t> getCallees(const ScheduledInstruction &I) const;

private:
  friend class StructureFromDump;

  std::optional<Time> getTime(uint32_t Index) const {
    if (!Instructions[Index].isScheduled())
      return std::nullopt;
    return Instructions[Index].At;
  }

  /// Assigns each instruction of \p DumpSchedule to its computation. Returns
  /// false if one of them is not in \p P, unless it is an element of a tuple
  /// that \p P leaves out.
  bool listInstructions(const HloProgram &P,
                        llvm::ArrayRef<llvm::StringRef> DumpSchedule);
  /// Sets all schedule positions in a walk from the computation \p Entry.
  /// Returns false if computations call each other recursively, or too deep.
  bool flatten(uint32_t Entry);
  bool flatten(uint32_t Index, std::optional<uint32_t> AsyncContext,
               unsigned Depth);

  std::vector<ScheduledInstruction> Instructions;
  std::vector<ScheduledComputation> Computations;
  /// Maps the index of a calling instruction to the computations that it calls.
  llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t, 2>> Callees;
  /// Lists the indices of the instructions by schedule position.
  std::vector<uint32_t> Order;
  /// Refers to the schedule that the structure was made from; empty if there
  /// was none.
  llvm::ArrayRef<llvm::StringRef> ScheduleOfDump;
  /// Holds the schedule of the HLO text if ScheduleOfDump is empty.
  std::vector<llvm::StringRef> OwnSchedule;
};

/// Computes the structure from what the module itself tells: from its graph, or
/// otherwise from the dump.
struct ModuleStructureAnalysis
    : public AnalysisInfoMixin<ModuleStructureAnalysis> {
  using Result = std::optional<ProgramStructure>;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

/// Holds the structure of a program by the best source that tells it.
class BestStructure {
public:
  explicit BestStructure(const std::optional<ProgramStructure> &OfModule)
      : OfModule(OfModule ? &*OfModule : nullptr) {}
  explicit BestStructure(ProgramStructure OfText) : OfText(std::move(OfText)) {}

  /// Returns the structure; null if it is unknown.
  const ProgramStructure *get() const { return OfText ? &*OfText : OfModule; }
  /// Returns true if the structure is that of the HLO text beside the dump.
  bool isOfText() const { return OfText.has_value(); }

private:
  std::optional<ProgramStructure> OfText;
  const ProgramStructure *OfModule = nullptr;
};

/// Computes the structure from the graph of the module, or otherwise from the
/// HLO text beside the dump, or otherwise from the dump.
struct ProgramStructureAnalysis
    : public AnalysisInfoMixin<ProgramStructureAnalysis> {
  using Result = BestStructure;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

/// Returns the opcode of the instruction at schedule position \p T: as \p S
/// tells, if it is not null; otherwise as the text of the instruction's result
/// or, without a text, the instruction's name tells. Opcode::Unknown if none of
/// them does. A name tells only a conditional and the start of an asynchronous
/// operation, for which the result is Opcode::AsyncStart whatever it starts.
Opcode findOpcodeAt(const Module &M, const ProgramStructure *S, Time T);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_PROGRAMSTRUCTURE_H
