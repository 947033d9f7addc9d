//===- OperandTimes.h - What instructions read, by time ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_OPERANDTIMES_H
#define HLOMEM_LIB_ANALYSIS_OPERANDTIMES_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/Opcode.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace hlomem {

class Module;
class Value;

/// What the texts of some scheduled instructions say.
struct OperandTimes {
  struct Instruction {
    /// The value whose text it is.
    const Value *Definer = nullptr;
    Opcode Op = Opcode::Unknown;
    bool HasControlPredecessors = false;
    uint32_t OperandCount = 0;
  };
  std::vector<Instruction> Instructions;
  /// When the operands run, those of one instruction after those of another.
  std::vector<Time> Operands;
  /// False if a text is not understood, is of another instruction, or names an
  /// operand that is not scheduled. It is the first one that is missing here.
  bool IsComplete = true;
};

/// Reads the texts of the instructions that define \p Values, on as many
/// threads as the module may use, each of which reads some that stand side by
/// side.
std::vector<OperandTimes>
readOperandTimes(const Module &M, llvm::ArrayRef<const Value *> Values);

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_OPERANDTIMES_H
