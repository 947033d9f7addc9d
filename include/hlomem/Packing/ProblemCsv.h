//===- ProblemCsv.h - Packing problems as text ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares a reader and a writer of MiniMalloc's CSV format
/// (github.com/google/minimalloc): a header line that names the columns in any
/// order, then a line for each buffer. See docs/Packing.md.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_PROBLEMCSV_H
#define HLOMEM_PACKING_PROBLEMCSV_H

#include "hlomem/Packing/PlacementCheck.h"

namespace hlomem {
class DiagnosticEngine;
class SourceTexts;
} // namespace hlomem

namespace hlomem::packing {

/// Holds the contents of a CSV file.
struct ProblemFile {
  packing::Problem Content;
  /// Holds the id of each buffer, by position; all are different. They refer to
  /// the text of the file.
  std::vector<StringRef> Ids;
  /// Holds the place where the line of each buffer begins.
  std::vector<SMLoc> Locs;
  /// Holds the column `offset`: a placement that the file gives, valid or not.
  /// It is empty if the file has no such column, or a buffer has no offset.
  Placement Offsets;
  /// Holds the place of each offset.
  std::vector<SMLoc> OffsetLocs;
};

/// Selects how the column `offset` is read.
enum class OffsetColumn {
  Optional, ///< Reads the column if it is present and has no empty field.
  Required, ///< Fails if the column is missing or has an empty field.
  Fixed,    ///< Reads it as a column `fixed`, as MiniMalloc does. Fails if the
            ///< column is missing.
};

/// Reads \p Text, which lies in \p Sources and must outlive the result. Reports
/// errors and warnings to \p Diagnostics with the line and column of the field,
/// and returns none if there is an error. A problem that is returned has no
/// fault and no capacity. Takes linear time, except for findFault(const Problem
/// &).
std::optional<ProblemFile>
readProblem(StringRef Text, const SourceTexts &Sources,
            DiagnosticEngine &Diagnostics,
            OffsetColumn Offsets = OffsetColumn::Optional);

/// Reports that the column `offset` of \p File, which readProblem() read from a
/// text in \p Sources, is not a valid placement. findFault() returned \p Fault
/// for its offsets and \p P, which is the problem of the file, possibly with a
/// capacity.
void reportFault(const ProblemFile &File, const Problem &P,
                 const PlacementFault &Fault, const SourceTexts &Sources,
                 DiagnosticEngine &Diagnostics);

/// Writes \p P with \p Ids, and with a column `offset` if \p Offsets is given,
/// even if there are no buffers. It has a column `alignment` if an alignment is
/// not 1, `fixed` if a buffer is fixed, and `tie` if one is tied. An id with a
/// comma, or with blanks at an end, is written in quotes, which readProblem()
/// removes but MiniMalloc does not. \pre No id is empty, has a line feed or
/// begins with a quote; an id with a comma or with blanks at an end has no
/// quote.
void writeProblem(raw_ostream &OS, const Problem &P, ArrayRef<StringRef> Ids,
                  std::optional<ArrayRef<uint64_t>> Offsets);

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_PROBLEMCSV_H
