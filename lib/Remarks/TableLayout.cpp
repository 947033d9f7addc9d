//===- TableLayout.cpp - Which columns fit, and how wide they are ---------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Remarks/TableLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

using namespace llvm;

namespace hlomem {

/// So much of a text tells what it is: for more room other columns go first.
static constexpr unsigned WantedTextWidth = 28;

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

/// Drops the least important column that is left; false if none may go.
static bool dropOne(MutableArrayRef<TableColumn> Columns) {
  TableColumn *First = nullptr;
  for (TableColumn &C : Columns)
    if (!C.IsDropped && C.DropRank != 0 &&
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
  } while (dropOne(Columns));
  // As far as it goes.
  for (unsigned Wider = Width; !shorten(Columns, Wider, LeastTextWidth);)
    ++Wider;
}

} // namespace hlomem
