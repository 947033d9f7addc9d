//===- LineStyle.h - How a dump spells what it says -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines what XLA versions spell differently, and what is needed to write a
/// dump back as it was. These are facts of the text, not versions: the text
/// decides how it is read.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_LINESTYLE_H
#define HLOMEM_DUMP_LINESTYLE_H

#include "hlomem/IR/XlaRelease.h"
#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Identifies a section of a dump.
enum class DumpSection : uint8_t {
  /// Identifies `BufferAssignment:`.
  Allocations,
  /// Identifies `Total bytes used:`.
  Total,
  /// Identifies `Used values:`.
  UsedValues,
  /// Identifies `HloLiveRange (max N):`.
  LiveRanges,
  /// Identifies `HloLiveRange not available`.
  LiveRangesNote,
  /// Identifies a section that no version is known to print; UnknownText holds
  /// it.
  Unknown,
};

/// Describes what one text holds: a whole dump, or a file of a split one.
struct TextLayout {
  /// Represents a section and the empty lines before it.
  struct Part {
    DumpSection Section;
    unsigned EmptyLinesBefore;
    /// Points to the beginning of an unknown section; null for others.
    const char *Begin = nullptr;
  };

  /// Names the file as SourceText::FileName does.
  std::string FileName;
  /// Lists the sections in the order of the text.
  SmallVector<Part, 4> Parts;
  unsigned EmptyLinesAtEnd = 0;
  bool EndsWithLineFeed = true;
  bool HasByteOrderMark = false;
  /// Is true if lines end with CR LF.
  bool HasCarriageReturns = false;
  /// Is true if the user asked for this file; false if it was found beside
  /// another one.
  bool IsNamed = true;

  /// Returns true if the text has the section \p S.
  bool has(DumpSection S) const {
    return llvm::any_of(Parts, [S](Part P) { return P.Section == S; });
  }
};

/// Describes the spelling of lines, which is the same in all of a dump. The
/// members are the facts of these names in XlaReleases.td.
struct LineStyle {
  ValueLineForm ValueLines = ValueLineForm::SizeFirst;
  bool BlankAfterInstruction = true;
  bool LineFeedAfterInstruction = true;
  bool PrintsNoUses = false;
};

} // namespace hlomem

#endif // HLOMEM_DUMP_LINESTYLE_H
