//===- AttributePrinter.h - What follows the operands -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_PRINTER_ATTRIBUTEPRINTER_H
#define HLOMEM_LIB_PROTO_PRINTER_ATTRIBUTEPRINTER_H

#include "hlomem/IR/Instruction.h"
#include "hlomem/Proto/HloProto.h"

namespace hlomem {

class AttributeStream;

/// Prints a list as `{0,1}`.
void printBraced(ArrayRef<int64_t> Numbers, raw_ostream &OS);

/// Prints \p Text between quotes, as C escapes it; bytes beyond ASCII in octal.
void printQuoted(StringRef Text, raw_ostream &OS);

/// The attributes of \p I that depend on its opcode, but for the computations
/// that it calls: `, dimensions={0}`. \p Message is its HloInstructionProto.
void printOwnAttributes(const HloGraph &G, const GraphInstruction &I,
                        StringRef Message, AttributeStream &OS);

/// `, output_to_operand_aliasing={...}`, where the HloInstructionProto \p
/// Message has any.
void printAliasing(StringRef Message, AttributeStream &OS);

/// `, frontend_attributes={...}` of the FrontendAttributes at \p At, which are
/// read; nothing where there are none. The header of a module is one line, in
/// which strings have escapes, as XLA writes them since April 2025.
void printFrontendAttributes(const WireReader &At, bool IsInHeader,
                             AttributeStream &OS);

/// `, sharding={...}, frontend_attributes={...}`
void printAnnotations(StringRef Message, const HloProtoContents &Contents,
                      AttributeStream &OS);

/// What printMetadata() prints of the HloInstructionProto \p Message, whose
/// bytes the result points into.
InstructionMetadata readMetadata(StringRef Message, XlaRelease Release);

/// `, metadata={...}, backend_config=...`
void printMetadata(StringRef Message, XlaRelease Release, AttributeStream &OS);

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_PRINTER_ATTRIBUTEPRINTER_H
