//===- ValueNames.h - What values stand for, in words ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies, tuples and phis come from the compiler and have no op_name: what
/// they are to the user's program tells their place in it. The terms are those
/// of docs/MemoryModel.md#origins-of-values.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ATTRIBUTION_VALUENAMES_H
#define HLOMEM_ANALYSIS_ATTRIBUTION_VALUENAMES_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/Instruction.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringRef.h"
#include <memory>
#include <optional>
#include <string>

namespace hlomem {

class Module;
class Value;

/// The origins of the values of a module. Each is looked up on demand;
/// loops, and the HLO text beside the dump, only when a value needs them.
class ValueNames {
public:
  /// \p M and \p AM must outlive this.
  ValueNames(const Module &M, AnalysisManager &AM) : M(M), AM(AM) {}

  /// The op_name of \p V, of the dump, otherwise of the HLO text beside it;
  /// empty where there is none.
  llvm::StringRef findOpName(const Value &V);

  /// The role of \p V in the program, whether it has an
  /// op_name or not: "copy of `arg_tuple.4{1}` (carried leaf 1 of `while.9`)".
  /// Empty where the dump tells nothing but its name.
  std::string describe(const Value &V);

  /// "carried leaf 1 of `while.9`"; empty if no loop carries \p V.
  std::string describeCarried(const Value &V);

  /// The op_name or, where there is none, the description.
  std::string getName(const Value &V);

  /// The value that an instruction has as its whole result: its own, or the one
  /// that it forwards. Null where the dump does not show.
  const Value *findResult(llvm::StringRef Instruction);

private:
  /// False if no loop can carry \p V: then loops need not be searched.
  bool mayBeCarried(const Value &V);
  /// A loop reads \p V, or a tuple that has it as element.
  bool isReadWhereCarried(const Value &V);
  void findLoopNames();
  /// The one that \p Instruction defines as its whole result, or null.
  const Value *findDefined(llvm::StringRef Instruction);
  const InstructionDetails *findInstruction(const Value &V);
  /// What may stand in parentheses after its name; empty if nothing does.
  std::string describeRole(const Value &V);
  std::string describeByOpcode(const Value &V, const InstructionDetails &I);
  std::string describeOperand(llvm::StringRef Instruction);
  std::string describeOperands(const InstructionDetails &I);

  const Module &M;
  AnalysisManager &AM;
  /// The values at the whole results of instructions; made on first use.
  std::optional<llvm::DenseMap<llvm::StringRef, const Value *>> Results;
  /// Instructions that are loops; made on first use.
  std::optional<llvm::DenseSet<llvm::StringRef>> LoopNames;
  /// Of isReadWhereCarried(), which takes as long as a value has uses.
  llvm::DenseMap<const Value *, bool> CarriedByUser;
  /// How often all values were looked through for a definition.
  unsigned SearchCount = 0;
};

struct ValueNamesAnalysis : public AnalysisInfoMixin<ValueNamesAnalysis> {
  using Result = std::unique_ptr<ValueNames>;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ATTRIBUTION_VALUENAMES_H
