//===- TableExport.h - Passes that write tables -----------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_TABLES_TABLEEXPORT_H
#define HLOMEM_PASSES_TABLES_TABLEEXPORT_H

#include "hlomem/Pass/Pass.h"
#include "hlomem/Tables/PageWriter.h"
#include "hlomem/Tables/TableWriters.h"

namespace hlomem {

/// Runs an exporter of tables: writes the tables called \p Names, or all if
/// there are none, in the form \p Format. A name that no table has, and several
/// tables in one text that cannot hold them, make the pass fail.
void exportTables(const PassRun &Run, ArrayRef<std::string> Names,
                  const TableFormat &Format);

/// Runs the exporter of pages: writes the page of the module, and of what it
/// was before all transforms if \p ComparesBefore is true.
void exportPage(const PassRun &Run, PageOptions Options, bool ComparesBefore);

} // namespace hlomem

#endif // HLOMEM_PASSES_TABLES_TABLEEXPORT_H
