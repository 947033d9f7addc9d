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

namespace hlomem {

class SourceTexts;

/// Selects how a TextRemarkStream prints.
struct TextRemarkOptions {
  /// Uses the colours of LLVM's diagnostics.
  bool Color = false;
  /// Prints all sizes of a table in bytes instead of a unit that suits them.
  bool ExactBytes = false;
  /// Limits the width of rows, and of headlines and notes, which continue on an
  /// indented line, in columns of the terminal; 0 for no limit.
  unsigned Width = 0;
  /// Is true if the place before a headline does not count in its width.
  bool IsPlaceFree = false;
  /// Prints bars and signs of Unicode, which the terminal must show.
  bool Unicode = false;
  /// Draws no screen: a table of all modules follows.
  bool IsOneOfSeveral = false;
  /// Is true if all remarks that are not drawn on a screen were printed before.
  bool IsPrintedBefore = false;
};

/// Is true if adjacent rows of \p A and \p B form one table: their columns have
/// the same titles.
bool isSameTable(const RemarkInfo &A, const RemarkInfo &B);

/// Prints remarks for people:
/// \code
///   dump.txt:12:3: remark: peak of 28 KiB (28160 bytes) in ... [peak]
///       size KiB  value
///             16  copy.9
///             <1  while.9{1}
/// \endcode
/// A failure has "error: " or "warning: " instead of "remark: ". A table has
/// all adjacent rows of one type; it is held back until it ends, since its
/// widths depend on the last row. If it is too wide, its texts are shortened
/// and less important columns left out.
class TextRemarkStream final : public RemarkStream {
public:
  /// Makes a stream. \p Sources has the module's locations; \p ModuleName is
  /// printed for a remark without one. \p OS, \p Sources and the text of \p
  /// ModuleName must outlive the stream.
  TextRemarkStream(raw_ostream &OS, const SourceTexts &Sources,
                   StringRef ModuleName, TextRemarkOptions Options = {});
  /// Destroys the stream. \pre finish() was called after the last row.
  ~TextRemarkStream() override;

  void handle(const Remark &R) override;
  void finish() override;

private:
  /// Prints what precedes the message, "dump.txt:12:3: remark: ". Returns how
  /// many columns of its line that takes, as Options.IsPlaceFree counts.
  unsigned printHead(const Remark &R);
  void addRow(const Remark &R);
  /// Appends a cell, a decimal number of bytes if \p IsSize.
  void addCell(StringRef Text, bool IsSize = false);
  /// Prints the sizes of the table in one unit, which stands once in its
  /// titles.
  void printSizesInOneUnit();
  /// Appends the cells of the columns for folded rows, which are empty for
  /// other rows.
  void addFold(const Remark &R);
  void printTable();
  /// Selects the columns of the table and their widths, as Options.Width
  /// allows. Returns the titles of those that there is no room for.
  SmallVector<StringRef> layOutTable();
  /// Returns the width up to which a long cell may widen its column.
  unsigned getMaxColumnWidth() const;
  /// Removes the folders that all paths of a column begin with.
  void shortenPaths(size_t Column);

  raw_ostream &OS;
  const SourceTexts &Sources;
  StringRef ModuleName;
  TextRemarkOptions Options;

  /// Represents a cell of the table that is held back.
  struct Cell {
    /// Is the range of the cell's text in Text.
    size_t Begin, End;
    /// Is the width of the cell in columns of the terminal.
    unsigned Width;
    bool IsSize;
  };
  /// Is the type of the rows that are held back; null if there are none.
  const RemarkInfo *RowType = nullptr;
  /// Is the position of the columns of folded rows, which only a table with
  /// such rows has: after the first column.
  static constexpr size_t FoldColumn = 1;
  /// Holds the columns of the table, including those of folded rows.
  SmallVector<RemarkColumn, 14> Titles;
  /// Holds all cells of the table row by row, its titles first. Cells and their
  /// texts are in two flat arrays: a table may have a hundred thousand rows.
  std::vector<Cell> Cells;
  std::string Text;
  SmallVector<TableColumn, 12> Columns;
};

} // namespace hlomem

#endif // HLOMEM_REMARKS_TEXTREMARKSTREAM_H
