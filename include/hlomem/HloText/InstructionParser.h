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
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Allocator.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

/// Reads the front of an instruction's text, which takes a fraction of the time
/// of parseInstruction() and no memory.
InstructionOutline parseOutline(llvm::StringRef Text, ShapeContext &Shapes);

/// Takes Text apart, the line after `from instruction:` without leading blank.
/// Arrays and unescaped strings live in Arena, shapes in Shapes; both and Text
/// must outlive the result. Never fails as a whole: see IsComplete. Takes time
/// in proportion to the text.
InstructionDetails parseInstruction(llvm::StringRef Text, ShapeContext &Shapes,
                                    llvm::BumpPtrAllocator &Arena);

/// False where an instruction with this text calls no computation, which is
/// cheap to see and true of most: taking the text apart is not.
bool mayCallComputations(llvm::StringRef Text);

/// Writes \p Text without the types of its operands, which XLA printed until
/// March 2025: `add(f32[2]{0} %a, f32[2]{0} %b)` becomes `add(%a, %b)`. All
/// else stays as it is, and so does a text that is not understood.
void printWithoutOperandTypes(llvm::StringRef Text, llvm::raw_ostream &OS);

} // namespace hlomem

#endif // HLOMEM_HLOTEXT_INSTRUCTIONPARSER_H
