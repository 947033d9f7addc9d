//===- PageTexts.h - The page's own texts -----------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_TABLES_PAGETEXTS_H
#define HLOMEM_LIB_TABLES_PAGETEXTS_H

#include "hlomem/Support/LLVM.h"

/// What JoinPage.cmake makes of the files of web.
namespace hlomem::page {

extern const StringLiteral Style;
extern const StringLiteral Body;
extern const StringLiteral Script;
extern const StringLiteral IndexScript;

} // namespace hlomem::page

#endif // HLOMEM_LIB_TABLES_PAGETEXTS_H
