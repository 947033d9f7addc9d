//===- TableLayout.h - Which columns fit, and how wide they are -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_TABLELAYOUT_H
#define HLOMEM_REMARKS_TABLELAYOUT_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Describes a column of a table. Widths are in columns of the terminal.
struct TableColumn {
  /// Is the width of the widest cell; after fitTable() the width that the
  /// column has.
  unsigned Width = 0;
  /// Is the width of the title: the column is never narrower.
  unsigned TitleWidth = 0;
  /// Is true if the texts of the column may be shortened.
  bool IsText = false;
  /// Orders the columns that may be dropped: see RemarkColumn::DropRank.
  uint8_t DropRank = 0;
  /// Is true if there is no room for the column.
  bool IsDropped = false;
};

/// Is the rank of a column that is dropped only where otherwise nearly nothing
/// would be left of the texts.
inline constexpr uint8_t LastDropRank = UINT8_MAX;

/// Is the least width that can be requested for a table.
inline constexpr unsigned LeastTableWidth = 40;

/// Is the width between two columns of a table.
inline constexpr unsigned ColumnGap = 2;

/// Returns the width of a row of \p Columns, without an indent.
unsigned getTableWidth(ArrayRef<TableColumn> Columns);

/// Fits \p Columns into \p Width: shortens the longest texts first, and drops
/// columns if too little would be left of the texts, those of LastDropRank only
/// if nearly nothing would. Numbers are never shortened, so that a table may
/// stay too wide.
void fitTable(MutableArrayRef<TableColumn> Columns, unsigned Width);

} // namespace hlomem

#endif // HLOMEM_REMARKS_TABLELAYOUT_H
