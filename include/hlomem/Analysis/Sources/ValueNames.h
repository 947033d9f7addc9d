//===- ValueNames.h - What values stand for, in words ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Describes the origins of values. Copies, tuples and phis come from the
/// compiler and have no op_name; their place in the user's program tells what
/// they are. The terms are those of docs/Rows.md#origins-of-values.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_SOURCES_VALUENAMES_H
#define HLOMEM_ANALYSIS_SOURCES_VALUENAMES_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/Instruction.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace hlomem {

class Module;
class Value;

/// Finds the origins of the values of a module. Each is looked up on demand;
/// loops, and the HLO text beside the dump, only when a value needs them.
class ValueNames {
public:
  /// Constructs ValueNames; \p M and \p AM must outlive it.
  ValueNames(const Module &M, AnalysisManager &AM) : M(M), AM(AM) {}

  /// Returns the op_name of \p V, from the dump or otherwise from the HLO text
  /// beside it; empty if there is none.
  StringRef findOpName(const Value &V);

  /// Returns the role of \p V in the program, whether it has an op_name or not:
  /// "copy of `arg_tuple.4{1}` (carried leaf 1 of `while.9`)". Empty if the
  /// dump tells nothing but its name.
  std::string describe(const Value &V);

  /// Returns "carried leaf 1 of `while.9`"; empty if no loop carries \p V.
  std::string describeCarried(const Value &V);

  /// Returns the op_name or, if there is none, the description.
  std::string getName(const Value &V);

  /// Returns the value that an instruction has as its whole result: its own, or
  /// the one that it forwards. Returns null if the dump does not show it.
  const Value *findResult(StringRef Instruction);

private:
  /// Returns false if no loop can carry \p V, so that loops need not be
  /// searched.
  bool mayBeCarried(const Value &V);
  /// Returns true if a loop reads \p V, or a tuple that has it as element does.
  bool isReadWhereCarried(const Value &V);
  void findLoopNames();
  /// Returns the value that \p Instruction defines as its whole result, or
  /// null.
  const Value *findDefined(StringRef Instruction);
  const InstructionDetails *findInstruction(const Value &V);
  /// Returns what may stand in parentheses after the name of \p V; may be
  /// empty.
  std::string describeRole(const Value &V);
  std::string describeByOpcode(const Value &V, const InstructionDetails &I);
  std::string describeOperand(StringRef Instruction);
  std::string describeOperands(const InstructionDetails &I);

  const Module &M;
  AnalysisManager &AM;
  /// Maps instructions to the values at their whole results; made on first use.
  std::optional<llvm::DenseMap<StringRef, const Value *>> Results;
  /// Holds the names of the instructions that are loops; made on first use.
  std::optional<llvm::DenseSet<StringRef>> LoopNames;
  /// Caches isReadWhereCarried(), which takes time linear in the uses of a
  /// value.
  llvm::DenseMap<const Value *, bool> CarriedByUser;
  /// Counts how often all values were searched for a definition.
  unsigned SearchCount = 0;
};

struct ValueNamesAnalysis : public AnalysisInfoMixin<ValueNamesAnalysis> {
  using Result = std::unique_ptr<ValueNames>;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_SOURCES_VALUENAMES_H
