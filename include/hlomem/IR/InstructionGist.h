//===- InstructionGist.h - What is rare in an instruction -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_INSTRUCTIONGIST_H
#define HLOMEM_IR_INSTRUCTIONGIST_H

#include "hlomem/IR/Opcode.h"
#include "llvm/ADT/BitmaskEnum.h"
#include <cstdint>

namespace hlomem {

/// What an instruction may have beside an opcode and operands. A mark may be
/// wrong, where a text has in a string what looks like it: InstructionDetails
/// tell. An instruction without the mark has none of it.
enum class InstructionMarks : uint8_t {
  None = 0,
  /// An attribute that names computations.
  CallsComputations = 1 << 0,
  /// `control-predecessors=`
  ControlPredecessors = 1 << 1,
  /// A `scoped_memory_configs` with something in it.
  ScopedMemory = 1 << 2,
  LLVM_MARK_AS_BITMASK_ENUM(ScopedMemory)
};

/// What one look at an instruction tells, which takes no part of it apart.
struct InstructionGist {
  /// As InstructionDetails have it; Opcode::Unknown where a text is that of
  /// another instruction.
  Opcode Op = Opcode::Unknown;
  InstructionMarks Marks = InstructionMarks::None;

  /// \p Mark is a single one.
  bool has(InstructionMarks Mark) const {
    return (Marks & Mark) != InstructionMarks::None;
  }
};

} // namespace hlomem

#endif // HLOMEM_IR_INSTRUCTIONGIST_H
