//===- CsvPass.cpp - Tables as CSV ----------------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Csv/Csv.inc"
#include "hlomem/Passes/Tables/TableExport.h"

namespace hlomem {

void CsvPass::run() { exportTables(*this, Options.Tables, CsvFormat); }

HLOMEM_PASS(Csv, CsvPass)

} // namespace hlomem
