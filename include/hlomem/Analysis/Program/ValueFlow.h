//===- ValueFlow.h - Which values are read and made of which ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_VALUEFLOW_H
#define HLOMEM_ANALYSIS_PROGRAM_VALUEFLOW_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/ShapeIndex.h"

namespace hlomem {

class Liveness;
class PositionIndex;
struct InstructionDetails;
class Value;

/// Represents a read of a value by an instruction.
struct ValueUser {
  /// Names the instruction that reads.
  StringRef Instruction;
  /// Holds its schedule position; none if it is not scheduled.
  std::optional<Time> At;
  uint64_t OperandNumber = 0;
  /// Tells which part of that operand the value is.
  ShapeIndex Index;
  /// Points to the value that the instruction has at the index {}: its result,
  /// or for a tuple the index table. Null where the module has none there.
  const Value *Result = nullptr;
};

/// Follows data between the values of one module. The answers are the same
/// whether the module was read from an HloProto, from a dump with the HLO text
/// beside it, or from a dump alone; what a source does not tell is none, and
/// never empty. Not to be shared between threads.
class ValueFlow {
public:
  /// Constructs the flow of \p M. The results of \p AM, the manager of \p M,
  /// must outlive it.
  ValueFlow(const Module &M, AnalysisManager &AM);
  ValueFlow(ValueFlow &&);
  ~ValueFlow();

  /// Returns false if the source says of no value what reads it, as a dump
  /// without its used values: users() is none for every value then.
  bool knowsUsers() const;
  /// Returns the instruction of this name, whether it defines a value or not,
  /// as far as the source tells it; otherwise null.
  const InstructionDetails *findInstruction(StringRef Name);
  /// Returns the instruction of this name, for which no value of the module has
  /// one, as far as the program tells it; otherwise null.
  const InstructionDetails *findInProgram(StringRef Name);
  /// Returns the value that \p Instruction has at \p Index of its result, which
  /// need not be one that it defines: a get-tuple-element forwards that of its
  /// operand. Null if there is none. The first call may take linear time.
  const Value *findAt(StringRef Instruction, ShapeIndex Index = ShapeIndex());
  /// Returns the values that the instruction which defines \p V reads, one for
  /// each operand: what that operand has at the index {}, or null where the
  /// module has no value there. None if that instruction is unknown.
  std::optional<SmallVector<const Value *, 4>> operands(const Value &V);
  /// Returns the reads of \p V by schedule position, those that are not
  /// scheduled last. None if the source does not list them.
  std::optional<SmallVector<ValueUser, 4>> users(const Value &V);

private:
  const Module &M;
  AnalysisManager &AM;
  const Liveness &Live;
  std::unique_ptr<PositionIndex> Positions;
  /// Holds instructions that were read from the program, by their names.
  struct ReadInstructions;
  std::unique_ptr<ReadInstructions> Instructions;
};

struct ValueFlowAnalysis : public AnalysisInfoMixin<ValueFlowAnalysis> {
  using Result = ValueFlow;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_VALUEFLOW_H
