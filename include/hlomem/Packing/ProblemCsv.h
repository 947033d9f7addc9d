//===- ProblemCsv.h - Packing problems as text ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// MiniMalloc's form (github.com/google/minimalloc): a header line that names
/// the columns in any order, then a line for each buffer. See docs/Packing.md.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_PROBLEMCSV_H
#define HLOMEM_PACKING_PROBLEMCSV_H

#include "hlomem/Packing/PlacementCheck.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {
class DiagnosticEngine;
class SourceTexts;
} // namespace hlomem

namespace hlomem::packing {

/// What a file of this form says.
struct ProblemFile {
  packing::Problem Content;
  /// By position of the buffer; each once. Views of the text.
  std::vector<llvm::StringRef> Ids;
  /// Where the line of each buffer begins.
  std::vector<llvm::SMLoc> Locs;
  /// The column `offset`: where something placed the buffers, valid or not.
  /// Empty where the file has no such column, or a buffer has no offset.
  Placement Offsets;
  /// Where each of them stands.
  std::vector<llvm::SMLoc> OffsetLocs;
};

/// What the column `offset` is for.
enum class OffsetColumn {
  Optional, ///< Told if it is there and has no empty field.
  Required, ///< It is an error if it is not there or has an empty field.
  Fixed,    ///< As a column `fixed`: as MiniMalloc reads it. An error if it is
            ///< not there.
};

/// Reads \p Text, which lies in \p Sources and outlives the result. Errors and
/// warnings go to \p Diagnostics with the line and column of the field; the
/// result is then none if there is an error. A problem that is returned has no
/// fault, and no capacity. Linear but for findFault(const Problem &).
std::optional<ProblemFile>
readProblem(llvm::StringRef Text, const SourceTexts &Sources,
            DiagnosticEngine &Diagnostics,
            OffsetColumn Offsets = OffsetColumn::Optional);

/// Reports that the column `offset` of \p File, which readProblem() made of a
/// text in \p Sources, is no valid placement: \p Fault, as findFault() found it
/// for the offsets and \p P, the problem in the file but for a capacity.
void reportFault(const ProblemFile &File, const Problem &P,
                 const PlacementFault &Fault, const SourceTexts &Sources,
                 DiagnosticEngine &Diagnostics);

/// Writes \p P with \p Ids, and with \p Offsets as a column of that name if
/// they are given, also of a problem without buffers. The column `alignment` is
/// written where one is not 1, `fixed` where one is fixed, `tie` where one is
/// tied. An id with a comma, or blanks at an end, is written in quotes, which
/// readProblem takes away and MiniMalloc does not; it has no quote then.
/// Otherwise none begins with a quote; none is empty or has a line feed.
void writeProblem(llvm::raw_ostream &OS, const Problem &P,
                  llvm::ArrayRef<llvm::StringRef> Ids,
                  std::optional<llvm::ArrayRef<uint64_t>> Offsets);

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_PROBLEMCSV_H
