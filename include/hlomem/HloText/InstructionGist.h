//===- InstructionGist.h - What is rare in the text of an instruction -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Most questions about instructions concern few of them: those that are
/// asynchronous, that call computations, that ask for scoped memory. One look
/// at a text, which takes no part of it apart, tells which it may be.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_HLOTEXT_INSTRUCTIONGIST_H
#define HLOMEM_HLOTEXT_INSTRUCTIONGIST_H

#include "hlomem/IR/Opcode.h"
#include "llvm/ADT/BitmaskEnum.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace hlomem {

struct InstructionDetails;

/// What a text may have beside an opcode and operands. What a mark means
/// may stand in a string too, where it means nothing: parseInstruction() knows.
/// A text without the mark has none of it.
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

/// What one look at the text of an instruction tells.
struct InstructionGist {
  /// As InstructionHead has it; Opcode::Unknown where the text is that of
  /// another instruction.
  Opcode Op = Opcode::Unknown;
  InstructionMarks Marks = InstructionMarks::None;

  /// \p Mark is a single one.
  bool has(InstructionMarks Mark) const {
    return (Marks & Mark) != InstructionMarks::None;
  }
};

/// The gist of \p Text, which a dump prints for the instruction \p Name.
InstructionGist readGist(llvm::StringRef Text, llvm::StringRef Name);

/// The gist of \p I, of which nothing need be guessed.
InstructionGist readGist(const InstructionDetails &I);

/// Whether \p Text may have InstructionMarks::ScopedMemory, for those who ask
/// for nothing else.
bool mayRequestScopedMemory(llvm::StringRef Text);

/// Whether \p Text may have InstructionMarks::CallsComputations, for those who
/// ask for nothing else.
bool mayCallComputations(llvm::StringRef Text);

} // namespace hlomem

#endif // HLOMEM_HLOTEXT_INSTRUCTIONGIST_H
