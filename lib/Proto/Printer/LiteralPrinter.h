//===- LiteralPrinter.h - The literals of constants -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PROTO_PRINTER_LITERALPRINTER_H
#define HLOMEM_LIB_PROTO_PRINTER_LITERALPRINTER_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

class Shape;
class WireReader;

/// Prints the LiteralProto that \p At is at, of a constant of type \p Type, as
/// XLA does between the parentheses: `5`, `{1, 2}`, or `{...}` where it has
/// more than ten elements.
void printLiteral(const WireReader &At, const Shape &Type, raw_ostream &OS);

} // namespace hlomem

#endif // HLOMEM_LIB_PROTO_PRINTER_LITERALPRINTER_H
