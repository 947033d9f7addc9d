//===- TableLayout.h - Which columns fit, and how wide they are -*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_REMARKS_TABLELAYOUT_H
#define HLOMEM_REMARKS_TABLELAYOUT_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace hlomem {

/// A column of a table.
struct TableColumn {
  /// In columns of the terminal: what its widest cell takes; after fitTable()
  /// what there is room for.
  unsigned Width = 0;
  /// What its title takes: it is never narrower.
  unsigned TitleWidth = 0;
  /// Its texts may be shortened.
  bool IsText = false;
  /// RemarkColumn::DropRank.
  uint8_t DropRank = 0;
  /// There is no room for it.
  bool IsDropped = false;
};

/// The least width that makes sense for a table.
inline constexpr unsigned LeastTableWidth = 40;

/// Columns between two columns of a table.
inline constexpr unsigned ColumnGap = 2;

/// What a row of \p Columns takes, without an indent.
unsigned getTableWidth(llvm::ArrayRef<TableColumn> Columns);

/// Makes the columns fit into \p Width: shortens texts, the longest ones first,
/// and where too little would be left of them, drops columns. Numbers are never
/// shortened, so that a table may stay too wide.
void fitTable(llvm::MutableArrayRef<TableColumn> Columns, unsigned Width);

} // namespace hlomem

#endif // HLOMEM_REMARKS_TABLELAYOUT_H
