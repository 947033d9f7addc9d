//===- TableLayout.cpp - Which columns fit, and how wide they are ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/TableLayout.h"

using namespace llvm;

namespace hlomem {

/// So much of a text tells what it is: for more room other columns go first.
static constexpr unsigned WantedTextWidth = 28;

/// With less it tells little: for more room the last columns go that may.
static constexpr unsigned TightTextWidth = 12;

/// And with less of it nobody can do anything.
static constexpr unsigned LeastTextWidth = 8;

unsigned getTableWidth(ArrayRef<TableColumn> Columns) {
  unsigned Width = 0;
  for (const TableColumn &C : Columns)
    if (!C.IsDropped)
      Width += C.Width + (Width != 0 ? ColumnGap : 0);
  return Width;
}

/// Shortens the widest texts, down to \p Least, until the table fits. Returns
/// false, and changes nothing, if it would not.
static bool shorten(MutableArrayRef<TableColumn> Columns, unsigned Width,
                    unsigned Least) {
  SmallVector<TableColumn, 16> Tried(Columns);
  unsigned Taken = getTableWidth(Tried);
  while (Taken > Width) {
    TableColumn *Widest = nullptr;
    for (TableColumn &C : Tried)
      if (!C.IsDropped && C.IsText && C.Width > std::max(Least, C.TitleWidth) &&
          (!Widest || C.Width > Widest->Width))
        Widest = &C;
    if (!Widest)
      return false;
    --Widest->Width;
    --Taken;
  }
  copy(Tried, Columns.begin());
  return true;
}

/// Drops the least important column that is left, of those that rank below \p
/// End; false if none may go.
static bool dropOne(MutableArrayRef<TableColumn> Columns, unsigned End) {
  TableColumn *First = nullptr;
  for (TableColumn &C : Columns)
    if (!C.IsDropped && C.DropRank != 0 && C.DropRank < End &&
        (!First || C.DropRank < First->DropRank))
      First = &C;
  if (First)
    First->IsDropped = true;
  return First;
}

void fitTable(MutableArrayRef<TableColumn> Columns, unsigned Width) {
  do {
    if (shorten(Columns, Width, WantedTextWidth))
      return;
  } while (dropOne(Columns, LastDropRank));
  do {
    if (shorten(Columns, Width, TightTextWidth))
      return;
  } while (dropOne(Columns, LastDropRank + 1));
  // As far as it goes.
  for (unsigned Wider = Width; !shorten(Columns, Wider, LeastTextWidth);)
    ++Wider;
}

} // namespace hlomem
