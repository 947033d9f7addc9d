//===- InstructionParser.h - From the text of an instruction ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The grammar is in docs/DumpFormat.md#instructions.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_HLOTEXT_INSTRUCTIONPARSER_H
#define HLOMEM_HLOTEXT_INSTRUCTIONPARSER_H

#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/Shape.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

/// What stands before the operands of an instruction, `%add.2 = f32[2]{0} add`.
/// The same as in InstructionDetails, but for the shape, which is not read:
/// where a text has something else in its place, this goes on after that.
struct InstructionHead {
  llvm::StringRef Name;
  /// Type of the whole result.
  llvm::StringRef TypeText;
  Opcode Op = Opcode::Unknown;
  llvm::StringRef OpcodeName;
  /// From the parenthesis that opens the operands to the end of the text; empty
  /// where the text was not understood up to there.
  llvm::StringRef Tail;
};

/// Reads the head of an instruction's text. Of a line of any length that takes
/// one look at the type.
InstructionHead parseHead(llvm::StringRef Text);

/// An operand as it stands in the text.
struct OutlinedOperand {
  /// Without the leading '%'; the dump may have none.
  llvm::StringRef Name;
  /// Printed until March 2025 only; empty otherwise.
  llvm::StringRef TypeText;
  /// As in Operand.
  llvm::StringRef Elements = {};
};

/// What stands before the attributes of an instruction, and those unparsed.
struct InstructionOutline : InstructionHead {
  /// As in InstructionDetails.
  llvm::StringRef OperandText;
  llvm::SmallVector<OutlinedOperand, 4> Operands;
  /// Begins with ", " unless it is empty.
  llvm::StringRef AttributeText;
  /// False where the text was not understood up to the attributes.
  bool IsComplete = false;
};

/// Reads the front of an instruction's text, which takes a fraction of the time
/// of parseInstruction() and no memory.
InstructionOutline parseOutline(llvm::StringRef Text);

/// Takes Text apart, the line after `from instruction:` without leading blank.
/// Arrays and unescaped strings live in Arena, shapes in Shapes; both and Text
/// must outlive the result. Never fails as a whole: see IsComplete. Takes time
/// in proportion to the text.
InstructionDetails parseInstruction(llvm::StringRef Text, ShapeContext &Shapes,
                                    llvm::BumpPtrAllocator &Arena);

} // namespace hlomem

#endif // HLOMEM_HLOTEXT_INSTRUCTIONPARSER_H
