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

namespace hlomem {

/// Represents what an instruction may have beside an opcode and operands. A
/// mark may be wrong, if a string in the text looks like it; InstructionDetails
/// are exact. An instruction without the mark has none of it.
enum class InstructionMarks : uint8_t {
  None = 0,
  /// Identifies an attribute that names computations.
  CallsComputations = 1 << 0,
  /// Identifies `control-predecessors=`.
  ControlPredecessors = 1 << 1,
  /// Identifies a `scoped_memory_configs` that is not empty.
  ScopedMemory = 1 << 2,
  LLVM_MARK_AS_BITMASK_ENUM(ScopedMemory)
};

/// Represents what one look at an instruction tells, without parsing it.
struct InstructionGist {
  /// Identifies the opcode that InstructionDetails has; Opcode::Unknown if the
  /// text is that of another instruction.
  Opcode Op = Opcode::Unknown;
  InstructionMarks Marks = InstructionMarks::None;

  /// Returns true if the instruction may have \p Mark, a single mark.
  bool has(InstructionMarks Mark) const {
    return (Marks & Mark) != InstructionMarks::None;
  }
};

} // namespace hlomem

#endif // HLOMEM_IR_INSTRUCTIONGIST_H
