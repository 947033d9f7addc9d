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

/// An instruction of a computation that the schedule may hold.
struct ScheduledInstruction {
  /// Opcode::Unknown for one that only forwards its operand, where the dump
  /// does not print its text.
  Opcode Op = Opcode::Unknown;
  /// The result of its computation; see ScheduledComputation::IsRootKnown.
  bool IsRoot = false;
  uint32_t Computation = 0;
  /// ScheduleIndex::NotScheduled if its computation is not part of the
  /// schedule.
  Time At = ScheduleIndex::NotScheduled;

  bool isScheduled() const { return At != ScheduleIndex::NotScheduled; }
};

/// A computation and the times that belong to it and to what it calls.
struct ScheduledComputation {
  /// Indices of its instructions, in the order in which they run.
  std::vector<uint32_t> Instructions;
  /// [Begin, End) in the schedule; equal if it is not part of it.
  Time Begin = 0;
  Time End = 0;
  bool IsEntry = false;
  bool IsRootKnown = true;
  /// When its parameter 0 is scheduled, the only one of a loop's body.
  std::optional<Time> FirstParameter;
  /// The asynchronous computation that this one is or is called from.
  std::optional<uint32_t> AsyncContext;
  /// For an asynchronous computation: where it is called, and the last times
  /// of its start and of its done, if there are any.
  std::optional<uint32_t> AsyncCaller;
  std::optional<Time> AsyncStart;
  std::optional<Time> AsyncDone;
};

/// Which computation owns each instruction of the schedule, and where the
/// computations lie in it: docs/DumpFormat.md#live-ranges.
class ProgramStructure {
public:
  /// Reads it from the HLO text. \p Schedule is the dump's, or empty: then the
  /// text must say that it is scheduled. None where text and schedule do not
  /// fit.
  static std::optional<ProgramStructure>
  fromText(const HloProgram &P, llvm::ArrayRef<llvm::StringRef> Schedule);

  /// Reads it from a graph. \p Names are those of \p Schedule. None where graph
  /// and schedule do not fit.
  static std::optional<ProgramStructure>
  fromGraph(const HloGraph &G, const HloSchedule &Schedule,
            llvm::ArrayRef<llvm::StringRef> Names);

  /// Infers it from what a dump says of its instructions; none where that
  /// leaves a doubt.
  static std::optional<ProgramStructure> fromDump(const Module &M,
                                                  const ScheduleIndex &Times);

  /// Names of the instructions; the position is the time.
  llvm::ArrayRef<llvm::StringRef> schedule() const {
    return OwnSchedule.empty() ? ScheduleOfDump : llvm::ArrayRef(OwnSchedule);
  }
  /// The instruction that runs then.
  const ScheduledInstruction &at(Time T) const {
    return Instructions[Order[T]];
  }
  /// The name of the instruction that is the computation's result; empty where
  /// that is not known.
  llvm::StringRef getRootName(const ScheduledComputation &C) const;
  const ScheduledComputation &
  getComputation(const ScheduledInstruction &I) const {
    return Computations[I.Computation];
  }
  const ScheduledComputation &getComputation(uint32_t Index) const {
    return Computations[Index];
  }
  /// The computations that \p I runs, in the order of the schedule.
  llvm::ArrayRef<uint32_t> getCallees(const ScheduledInstruction &I) const;

private:
  friend class StructureFromDump;

  std::optional<Time> getTime(uint32_t Index) const {
    if (!Instructions[Index].isScheduled())
      return std::nullopt;
    return Instructions[Index].At;
  }

  /// Gives each name of \p DumpSchedule to its computation. False if one is
  /// not in \p P, unless it is an element of a tuple that \p P leaves out.
  bool listInstructions(const HloProgram &P,
                        llvm::ArrayRef<llvm::StringRef> DumpSchedule);
  /// Sets all times by walking from the entry computation. False where
  /// computations call each other in a circle, or too deep.
  bool flatten(uint32_t Entry);
  bool flatten(uint32_t Index, std::optional<uint32_t> AsyncContext,
               unsigned Depth);

  std::vector<ScheduledInstruction> Instructions;
  std::vector<ScheduledComputation> Computations;
  /// By index of the calling instruction.
  llvm::DenseMap<uint32_t, llvm::SmallVector<uint32_t, 2>> Callees;
  /// Indices of the instructions; the position is the time.
  std::vector<uint32_t> Order;
  /// As it was given.
  llvm::ArrayRef<llvm::StringRef> ScheduleOfDump;
  /// If that is empty.
  std::vector<llvm::StringRef> OwnSchedule;
};

/// Finds the structure in what the module itself tells: its graph, or the dump.
struct ModuleStructureAnalysis
    : public AnalysisInfoMixin<ModuleStructureAnalysis> {
  using Result = std::optional<ProgramStructure>;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

/// The structure of a program by the best source that tells it.
class BestStructure {
public:
  explicit BestStructure(const std::optional<ProgramStructure> &OfModule)
      : OfModule(OfModule ? &*OfModule : nullptr) {}
  explicit BestStructure(ProgramStructure OfText) : OfText(std::move(OfText)) {}

  /// Returns the structure, or null where it is unknown.
  const ProgramStructure *get() const { return OfText ? &*OfText : OfModule; }
  /// Returns true if it is that of the HLO text beside the dump.
  bool isOfText() const { return OfText.has_value(); }

private:
  std::optional<ProgramStructure> OfText;
  const ProgramStructure *OfModule = nullptr;
};

/// Finds the structure in the graph of the module, otherwise in the HLO text
/// beside it, otherwise in the dump.
struct ProgramStructureAnalysis
    : public AnalysisInfoMixin<ProgramStructureAnalysis> {
  using Result = BestStructure;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

/// What runs at \p T: as \p S tells, which may be null, otherwise the text of
/// its result, otherwise its name; Opcode::Unknown where none of them does. A
/// name tells a conditional and the start of an asynchronous operation, which
/// is Opcode::AsyncStart whatever it starts.
Opcode findOpcodeAt(const Module &M, const ProgramStructure *S, Time T);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_PROGRAMSTRUCTURE_H
