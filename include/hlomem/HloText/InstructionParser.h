//===- InstructionParser.h - From the text of an instruction ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Parses the text of an instruction. The grammar is in
/// docs/DumpFormat.md#instructions.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_HLOTEXT_INSTRUCTIONPARSER_H
#define HLOMEM_HLOTEXT_INSTRUCTIONPARSER_H

#include "hlomem/IR/Instruction.h"
#include "hlomem/IR/Shape.h"
#include "llvm/Support/Allocator.h"

namespace hlomem {

/// Represents the part of an instruction before its operands,
/// `%add.2 = f32[2]{0} add`. The members are those of InstructionDetails,
/// except that the shape is not parsed: a text that has something else in its
/// place does not stop the parser.
struct InstructionHead {
  StringRef Name;
  /// Holds the text of the type of the whole result.
  StringRef TypeText;
  Opcode Op = Opcode::Unknown;
  StringRef OpcodeName;
  /// Holds the text from the parenthesis that opens the operands to the end;
  /// empty if the text before it was not understood.
  StringRef Tail;
};

/// Parses the head of an instruction's text. Does not look at the text after
/// the head.
InstructionHead parseHead(StringRef Text);
/// Parses the head of the instruction \p Name, which is followed by \p Text.
InstructionHead parseHead(StringRef Name, StringRef Text);

/// Represents an operand as the text spells it.
struct OutlinedOperand {
  /// Holds the operand's name without the leading '%', which the dump may lack.
  StringRef Name;
  /// Holds the text of the operand's type, which XLA prints until March 2025
  /// only; empty otherwise.
  StringRef TypeText;
  /// Holds the elements "#0#1" of a tuple: see Operand::Elements.
  StringRef Elements = {};
};

/// Represents the part of an instruction before its attributes, and the
/// unparsed attributes.
struct InstructionOutline : InstructionHead {
  /// Holds the text between the parentheses: see
  /// InstructionDetails::OperandText.
  StringRef OperandText;
  SmallVector<OutlinedOperand, 4> Operands;
  /// Holds the attributes, which begin with ", "; may be empty.
  StringRef AttributeText;
  /// Is false if the text was not understood up to the attributes.
  bool IsComplete = false;
};

/// Parses an instruction's text up to its attributes, which takes a fraction of
/// the time of parseInstruction(). Allocates memory only for the operands.
InstructionOutline parseOutline(StringRef Text);

/// Parses an instruction's text, whose head is \p Head. Leaves
/// InstructionDetails::Metadata empty if not \p WithMetadata.
InstructionDetails parseInstruction(const InstructionHead &Head,
                                    ShapeContext &Shapes,
                                    llvm::BumpPtrAllocator &Arena,
                                    bool WithMetadata = true);

/// Parses \p Text, the line after `from instruction:` without leading blank.
/// Arrays and unescaped strings are allocated in \p Arena, shapes in \p Shapes;
/// both and \p Text must outlive the result. Never fails as a whole: see
/// IsComplete. Takes time linear in the text.
inline InstructionDetails parseInstruction(StringRef Text, ShapeContext &Shapes,
                                           llvm::BumpPtrAllocator &Arena) {
  return parseInstruction(parseHead(Text), Shapes, Arena);
}

} // namespace hlomem

#endif // HLOMEM_HLOTEXT_INSTRUCTIONPARSER_H
