//===- DumpParts.h - How the sections of a dump make up a text ------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DUMP_WRITER_DUMPPARTS_H
#define HLOMEM_LIB_DUMP_WRITER_DUMPPARTS_H

#include "hlomem/Dump/LineStyle.h"
#include "hlomem/Dump/Writer/DumpWriter.h"
#include "llvm/ADT/ArrayRef.h"

namespace hlomem {

/// True if \p Section belongs to \p Part, which is not Named.
bool isInPart(DumpSection Section, DumpPart Part);

/// Those of \p Sections that belong to \p Part as one text, as XLA arranges
/// them, wrapped like the texts of \p M. An unknown section is of the same part
/// as the one before it, and has as many empty lines before it as it had. \p
/// IsGlued: the lines of the used values end without a line feed of their own.
TextLayout arrangeParts(const Module &M,
                        llvm::ArrayRef<TextLayout::Part> Sections,
                        DumpPart Part, bool IsGlued);

/// True if the line feed of the last of \p UsedValues, a range of pointers, is
/// missing where those of instructions are.
template <class RangeT> bool endsWithInstruction(const RangeT &UsedValues) {
  return !UsedValues.empty() && UsedValues.back()->hasInstructionText();
}

} // namespace hlomem

#endif // HLOMEM_LIB_DUMP_WRITER_DUMPPARTS_H
