//===- PageWriter.h - Tables as one page ------------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_TABLES_PAGEWRITER_H
#define HLOMEM_TABLES_PAGEWRITER_H

#include "hlomem/Tables/Tables.h"

namespace hlomem {

/// Chooses what a page holds.
struct PageOptions {
  /// Is how many values the page shows one by one: the largest. Of the others
  /// it knows the sum at each schedule position.
  uint64_t MaxBuffers = 300000;
  /// Adds what ModuleTables::visitChanges() finds, which takes long.
  bool HasChanges = true;
  /// Points to the tables of what the module was before, which the page then
  /// shows beside it; may be null.
  ModuleTables *Before = nullptr;
  /// Says what was done to it since: "donate".
  std::string Since = {};
};

/// Writes a page in HTML that shows the heap of the module: docs/Map.md. It is
/// one file that needs no other, and runs no script but its own, whatever the
/// names in the tables are.
void writePage(ModuleTables &T, const PageOptions &Options, raw_ostream &OS);

/// Returns how a page begins that lists pages of modules, one row each.
std::string getPageIndexHeader();

/// Writes the row of the module, whose page is the file \p File beside the
/// list.
void writePageIndexRow(ModuleTables &T, StringRef File, raw_ostream &OS);

} // namespace hlomem

#endif // HLOMEM_TABLES_PAGEWRITER_H
