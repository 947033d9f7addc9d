//===- OperandTimes.h - What instructions read, by time ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_PROGRAM_OPERANDTIMES_H
#define HLOMEM_LIB_ANALYSIS_PROGRAM_OPERANDTIMES_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/Opcode.h"
#include "llvm/ADT/BitVector.h"

namespace hlomem {

class Module;
class ScheduleIndex;

/// What the texts of some scheduled instructions say.
struct OperandTimes {
  struct Instruction {
    /// In Module::values(): the one whose text it is.
    uint32_t Definer = 0;
    Time At = 0;
    uint32_t OperandCount = 0;
    Opcode Op = Opcode::Unknown;
    bool HasControlPredecessors = false;
  };
  std::vector<Instruction> Instructions;
  /// When the operands run, those of one instruction after those of another.
  std::vector<Time> Operands;
  /// False if a text is not understood, is of another instruction, or names an
  /// operand that is not scheduled.
  bool IsComplete = true;
};

/// Reads the texts of the scheduled instructions that define the values of \p
/// IsDefiner, on as many threads as the module may use, each of which reads
/// some that stand side by side.
std::vector<OperandTimes> readOperandTimes(const Module &M,
                                           const ScheduleIndex &Times,
                                           const llvm::BitVector &IsDefiner);

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_PROGRAM_OPERANDTIMES_H
