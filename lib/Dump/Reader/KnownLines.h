//===- KnownLines.h - What a line seems to be -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tells lines that this version knows, perhaps with mistakes in them, from
/// what a later XLA may have added: by how they begin and what no other line
/// has.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_DUMP_READER_KNOWNLINES_H
#define HLOMEM_LIB_DUMP_READER_KNOWNLINES_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

inline constexpr StringLiteral ReuseHead =
    " reused by buffers of a different color:";
inline constexpr StringLiteral MomentsHead = "  Live ranges at every moment:";
inline constexpr StringLiteral StackTraceHead =
    "  Stack trace breakdown for peak usage: ";

/// An allocation, or what stands below one.
bool isLineOfAllocations(StringRef Line);
/// A position or a use: `  NAME⟨ INDEX⟩`, `  NAME, operand N⟨ INDEX⟩`.
bool isListLine(StringRef Line);
/// Any line of a used value but those inside the text of an instruction.
bool isLineOfUsedValues(StringRef Line);
/// `    7:NAME` of the schedule, `    7, 16 bytes: NAME`, or a head among the
/// live ranges.
bool isTimeLine(StringRef Line);
/// `    NAME{}:0-1`, or a head among the live ranges.
bool isLiveRangeLine(StringRef Line);
/// `    NAME⟨INDEX⟩: SIZE bytes`, or the head of the stack trace tree.
bool isPeakLine(StringRef Line);
/// The first line of a node of that tree, or its head.
bool isNodeLine(StringRef Line);
/// Where the numbers after the label of a node begin, or npos.
size_t findEndOfLabel(StringRef Line);
/// The name of an instruction that \p Text begins with; perhaps empty.
StringRef getNameAt(StringRef Text);
/// The name of an instruction that the line of a value, of a position, of a
/// use, of the schedule or of a live range tells, or empty.
StringRef getNameOfLine(StringRef Line);
/// Stands inside some section, and not at the top.
bool isLineOfSection(StringRef Line);

} // namespace hlomem

#endif // HLOMEM_LIB_DUMP_READER_KNOWNLINES_H
