//===- TextRemarkStream.h - Remarks for a person --------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_TEXTREMARKSTREAM_H
#define HLOMEM_REMARKS_TEXTREMARKSTREAM_H

#include "hlomem/Remarks/RemarkStream.h"
#include "hlomem/Remarks/TableLayout.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace hlomem {

class SourceTexts;

/// How a TextRemarkStream prints.
struct TextRemarkOptions {
  /// Use the colours of LLVM's diagnostics.
  bool Color = false;
  /// Rows have plain numbers of bytes ("28160") instead of "27.5KiB".
  bool ExactBytes = false;
  /// Columns of the terminal that a row may take; 0 for any number.
  unsigned Width = 0;
  /// Columns beyond which headlines and notes go on in another line, indented;
  /// 0 for no limit, so that other programs find each in one line.
  unsigned TextWidth = 0;
};

/// True if rows of \p A and \p B that follow each other make one table: they
/// have the same titles of columns.
bool isSameTable(const RemarkInfo &A, const RemarkInfo &B);

/// Prints remarks for a person:
/// \code
///   dump.txt:12:3: remark: peak of 27.5KiB (28160 bytes) in ... [peak]
///          size  value
///       16.0KiB  copy.9
///        512B    while.9{1}
/// \endcode
/// A failure has "error: " or "warning: " instead of "remark: ". A table covers
/// all rows of one type that follow each other; it is held back until it ends,
/// since its widths depend on the last row. Where it is too wide, texts in it
/// are shortened, and less important columns left out.
class TextRemarkStream final : public RemarkStream {
public:
  /// \p Sources knows the module's locations, \p ModuleName stands where there
  /// is none. \p OS, \p Sources and \p ModuleName must outlive the stream.
  TextRemarkStream(llvm::raw_ostream &OS, const SourceTexts &Sources,
                   llvm::StringRef ModuleName, TextRemarkOptions Options = {});
  /// \pre finish() was called after the last row.
  ~TextRemarkStream() override;

  void handle(const Remark &R) override;
  void finish() override;

private:
  /// Prints what stands before the message: "dump.txt:12:3: remark: ".
  /// Returns how many columns it took.
  unsigned printHead(const Remark &R);
  void addRow(const Remark &R);
  void addCell(llvm::StringRef Text);
  /// The cells of a row that stands for several; empty for others.
  void addFold(const Remark &R);
  void printTable();
  /// Chooses columns and their widths, as Options.Width allows.
  void layOutTable();
  /// What a long cell may widen its column to.
  unsigned getMaxColumnWidth() const;
  /// Leaves out what all paths of a column begin with, so far as that is
  /// folders.
  void shortenPaths(size_t Column);

  llvm::raw_ostream &OS;
  const SourceTexts &Sources;
  llvm::StringRef ModuleName;
  TextRemarkOptions Options;

  /// A cell of the table that is held back.
  struct Cell {
    /// Where its text is in Text.
    size_t Begin, End;
    /// Columns of the terminal that it takes.
    unsigned Width;
  };
  /// Type of the rows that are held back; null if there are none.
  const RemarkInfo *RowType = nullptr;
  /// Where the columns of folded rows stand, which a table has that has such
  /// rows: after what they are about.
  static constexpr size_t FoldColumn = 1;
  /// Its columns, with those of folded rows.
  llvm::SmallVector<RemarkColumn, 14> Titles;
  /// All cells of the table row by row, its titles first, in two flat arrays: a
  /// table may have a hundred thousand rows.
  std::vector<Cell> Cells;
  std::string Text;
  llvm::SmallVector<TableColumn, 12> Columns;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_TEXTREMARKSTREAM_H
