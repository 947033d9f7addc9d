//===- LineStyle.h - How a dump spells what it says -------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What several XLA versions spell differently, and what is needed to write a
/// dump back as it was. These are facts of the text, not versions: the text
/// decides how it is read.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_LINESTYLE_H
#define HLOMEM_DUMP_LINESTYLE_H

#include "hlomem/IR/XlaRelease.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <string>

namespace hlomem {

/// A part of a dump.
enum class DumpSection : uint8_t {
  /// `BufferAssignment:`
  Allocations,
  /// `Total bytes used:`
  Total,
  /// `Used values:`
  UsedValues,
  /// `HloLiveRange (max N):`
  LiveRanges,
  /// `HloLiveRange not available`
  LiveRangesNote,
  /// What no version is known to print: UnknownText.
  Unknown,
};

/// What one text holds: a whole dump, or a file of a split one.
struct TextLayout {
  struct Part {
    DumpSection Section;
    unsigned EmptyLinesBefore;
    /// Where an unknown one begins.
    const char *Begin = nullptr;
  };

  /// As SourceText::FileName.
  std::string FileName;
  /// In the order of the text.
  llvm::SmallVector<Part, 4> Parts;
  unsigned EmptyLinesAtEnd = 0;
  bool EndsWithLineFeed = true;
  bool HasByteOrderMark = false;
  /// Lines end with CR LF.
  bool HasCarriageReturns = false;
  /// The user asked for this file; it was not just found beside another one.
  bool IsNamed = true;

  bool has(DumpSection S) const {
    return llvm::any_of(Parts, [S](Part P) { return P.Section == S; });
  }
};

/// The spelling of lines, the same in all of a dump.
struct LineStyle {
  ValueLineForm ValueLines = ValueLineForm::SizeFirst;
  bool BlankAfterInstruction = true;
  bool LineFeedAfterInstruction = true;
  bool PrintsNoUses = false;
};

} // namespace hlomem

#endif // HLOMEM_DUMP_LINESTYLE_H
