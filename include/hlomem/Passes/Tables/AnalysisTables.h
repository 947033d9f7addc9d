//===- AnalysisTables.h - Tables of what analyses find ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_TABLES_ANALYSISTABLES_H
#define HLOMEM_PASSES_TABLES_ANALYSISTABLES_H

#include "hlomem/Tables/Tables.h"

namespace hlomem {

struct PassRun;

/// Returns the tables of the module of \p Run. Rows have the name \p Name as
/// that of their module. Both arguments must outlive the result.
std::unique_ptr<ModuleTables> makeTables(StringRef Name, const PassRun &Run);

} // namespace hlomem

#endif // HLOMEM_PASSES_TABLES_ANALYSISTABLES_H
