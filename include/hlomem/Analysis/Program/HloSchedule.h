//===- HloSchedule.h - The flattened schedule of a program ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_HLOSCHEDULE_H
#define HLOMEM_ANALYSIS_PROGRAM_HLOSCHEDULE_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/Ids.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/Opcode.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

class Module;
class ScheduleIndex;

/// Represents an instruction of a schedule.
struct ScheduledInstruction {
  /// Identifies the opcode; Opcode::Unknown for an instruction that only
  /// forwards its operand and whose text the dump does not print.
  Opcode Op = Opcode::Unknown;
  /// Identifies the owning computation.
  ComputationId Computation;
  /// Holds the schedule position; HloSchedule::NotScheduled if the computation
  /// is not part of the schedule.
  Time At = ~Time();
};

/// Represents a computation, with the schedule positions of the computation and
/// of what it calls.
struct ScheduledComputation {
  /// Begin and End delimit the computation in the schedule, [Begin, End), with
  /// what it calls; they are equal if the computation is not part of the
  /// schedule.
  Time Begin = 0;
  Time End = 0;
  /// Identifies the root; none if it is not known.
  InstructionId Root;
  /// Identifies parameter 0; none if it is not known. In a schedule that was
  /// inferred from a dump, the entry has none, and the instruction is sure only
  /// for a computation with one parameter, such as a loop's body.
  InstructionId FirstParameter;
  /// Identifies the asynchronous computation that this one is or is called
  /// from; none if there is none.
  ComputationId AsyncContext;
  /// Identifies, for an asynchronous computation, the computation that calls
  /// it. AsyncStart and AsyncDone hold the last schedule positions of its start
  /// and of its done. None if unknown, and for other computations.
  ComputationId AsyncCaller;
  std::optional<Time> AsyncStart;
  std::optional<Time> AsyncDone;

  bool isScheduled() const { return Begin != End; }
};

/// Holds the flattened schedule of a program: a computation that runs in the
/// stead of its caller is put before the caller. Tells which computation owns
/// each scheduled instruction, and which part of the schedule each computation
/// has: docs/DumpFormat.md#live-ranges.
///
/// Ids are those of the graph. In a schedule that was inferred from a dump, an
/// instruction has its schedule position.
class HloSchedule {
public:
  /// Is the schedule position of an instruction that is not scheduled.
  static constexpr Time NotScheduled = ~Time();

  /// Flattens the schedule of \p G. \p Names are the names of the instructions
  /// by schedule position; empty if nobody requests them.
  explicit HloSchedule(const HloGraph &G, ArrayRef<StringRef> Names = {});
  /// Returns the schedule that \p G, the graph of an HLO text, tells. \p Names
  /// is the dump's; if it is empty, the text must say that it is scheduled.
  /// Returns none if the text and the names contradict each other. What is in
  /// the dump alone has ids behind those of the graph.
  static std::optional<HloSchedule> ofText(const HloGraph &G,
                                           ArrayRef<StringRef> Names);
  /// Returns the schedule that follows from what the dump of \p M prints of its
  /// instructions; none if that is ambiguous.
  static std::optional<HloSchedule> ofDump(const Module &M,
                                           const ScheduleIndex &Times);

  /// Returns the instructions by schedule position.
  ArrayRef<InstructionId> order() const { return Order; }
  /// Returns the names of the instructions by schedule position.
  ArrayRef<StringRef> names() const {
    return OwnNames.empty() ? GivenNames : ArrayRef(OwnNames);
  }
  /// Returns the length of the schedule, one past the last position.
  Time getEnd() const { return Order.size(); }
  /// Returns the schedule position of \p Instruction, which may be none, or
  /// NotScheduled.
  Time getTime(InstructionId Instruction) const {
    return Instruction ? Instructions[Instruction].At : NotScheduled;
  }
  /// Returns the instruction that runs at \p T.
  const ScheduledInstruction &at(Time T) const {
    return Instructions[Order[T]];
  }
  /// Returns true if the instruction that runs at \p T is known to be a root.
  bool isRootAt(Time T) const { return getOwner(T).Root == Order[T]; }
  /// Returns the computations that the instruction at \p T runs, in the order
  /// of the schedule.
  ArrayRef<ComputationId> getCallees(Time T) const {
    return getCallees(Order[T]);
  }
  const ScheduledComputation &operator[](ComputationId Computation) const {
    return Computations[Computation];
  }
  /// Returns the computation that owns the instruction at \p T.
  const ScheduledComputation &getOwner(Time T) const {
    return Computations[at(T).Computation];
  }
  ComputationId getEntryNumber() const { return Entry; }
  /// Returns true if the instruction that runs at \p T is an argument of the
  /// program.
  bool isArgumentAt(Time T) const {
    return at(T).Op == Opcode::Parameter && at(T).Computation == Entry;
  }
  size_t getComputationCount() const { return Computations.size(); }
  /// Returns the first schedule position of \p Computation and the first
  /// position after it; none if it is not part of the schedule.
  std::optional<std::pair<Time, Time>>
  getSpan(ComputationId Computation) const {
    const ScheduledComputation &C = Computations[Computation];
    return C.isScheduled() ? std::optional(std::pair(C.Begin, C.End))
                           : std::nullopt;
  }
  /// Returns the name of the root of \p C; empty if it is not known.
  StringRef getRootName(const ScheduledComputation &C) const {
    Time T = getTime(C.Root);
    return T == NotScheduled ? StringRef() : names()[T];
  }
  /// Returns true if computations call each other deeper than in any program of
  /// XLA's, so that walks from caller to caller must not recurse.
  bool isDeep() const { return IsDeep; }

private:
  friend class ScheduleOfDump;

  HloSchedule() = default;

  ArrayRef<ComputationId> getCallees(InstructionId Instruction) const;
  /// Adds what \p G tells of all instructions and computations.
  void addInstructions(const HloGraph &G);
  /// Appends each instruction of \p DumpNames to the list of its computation.
  /// Returns false if one of them is not in \p G, unless it is an element of a
  /// tuple that the text leaves out, or if a computation is not there as a
  /// whole.
  bool
  listInstructions(const HloGraph &G, ArrayRef<StringRef> DumpNames,
                   IdVector<ComputationId, std::vector<InstructionId>> &Lists);
  /// Sets all schedule positions in a walk from \p Start, the entry, over the
  /// instructions that \p GetList returns for each computation. Returns false
  /// if computations call each other recursively.
  bool flatten(ComputationId Start,
               function_ref<ArrayRef<InstructionId>(ComputationId)> GetList);
  /// Sets the starts and dones of all asynchronous computations of \p G.
  void findAsyncSpans(const HloGraph &G);

  IdVector<InstructionId, ScheduledInstruction> Instructions;
  IdVector<ComputationId, ScheduledComputation> Computations;
  ComputationId Entry;
  /// Maps a calling instruction to the computations that it calls.
  llvm::DenseMap<InstructionId, SmallVector<ComputationId, 2>> Callees;
  std::vector<InstructionId> Order;
  ArrayRef<StringRef> GivenNames;
  /// Holds the names of the HLO text if none were given.
  std::vector<StringRef> OwnNames;
  bool IsDeep = false;
};

/// Computes the schedule of the graph of the module, whose positions are those
/// of the module; none if the module has no graph.
struct HloScheduleAnalysis : public AnalysisInfoMixin<HloScheduleAnalysis> {
  using Result = std::optional<HloSchedule>;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

/// Holds the schedule of a program by the best source that tells it, with the
/// owners of instructions.
class BestSchedule {
public:
  explicit BestSchedule(const HloSchedule *Known) : Known(Known) {}
  BestSchedule(std::optional<HloSchedule> Own, bool IsOfText)
      : Own(std::move(Own)), HasText(IsOfText) {}

  /// Returns the schedule; null if it is unknown.
  const HloSchedule *get() const { return Own ? &*Own : Known; }
  /// Returns true if the schedule is that of the HLO text beside the dump.
  bool isOfText() const { return HasText; }

private:
  std::optional<HloSchedule> Own;
  const HloSchedule *Known = nullptr;
  bool HasText = false;
};

/// Computes the schedule from what the module itself tells: from its graph, or
/// otherwise from the dump.
struct ModuleStructureAnalysis
    : public AnalysisInfoMixin<ModuleStructureAnalysis> {
  using Result = BestSchedule;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

/// Computes the schedule from the graph of the module, or otherwise from the
/// HLO text beside the dump, or otherwise from the dump.
struct ProgramStructureAnalysis
    : public AnalysisInfoMixin<ProgramStructureAnalysis> {
  using Result = BestSchedule;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

/// Returns the opcode of the instruction at schedule position \p T: as \p S
/// tells, if it is not null; otherwise as the text of the instruction's result
/// or, without a text, the instruction's name tells. Opcode::Unknown if none of
/// them does. A name tells only a conditional and the start of an asynchronous
/// operation, for which the result is Opcode::AsyncStart whatever it starts.
Opcode findOpcodeAt(const Module &M, const HloSchedule *S, Time T);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_HLOSCHEDULE_H
