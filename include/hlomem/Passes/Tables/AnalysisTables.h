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
#include "llvm/ADT/StringRef.h"
#include <memory>

namespace hlomem {

class AnalysisManager;
class Module;

/// Returns the tables of \p M, the module of \p AM. Rows have the name \p Name
/// as that of their module. All arguments must outlive the result.
std::unique_ptr<ModuleTables> makeTables(llvm::StringRef Name, const Module &M,
                                         AnalysisManager &AM);

} // namespace hlomem

#endif // HLOMEM_PASSES_TABLES_ANALYSISTABLES_H
