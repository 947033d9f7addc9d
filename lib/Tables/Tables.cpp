//===- Tables.cpp - The tables of a module --------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Tables/Tables.h"

using namespace llvm;

namespace hlomem {

#define GET_TABLE_DEFS
#include "hlomem/Tables/Tables.inc"

ArrayRef<TableInfo> tables() { return Tables; }

const TableInfo *findTable(StringRef Name) {
  const TableInfo *Found = find_if(
      Tables, [Name](const TableInfo &Info) { return Info.Name == Name; });
  return Found == std::end(Tables) ? nullptr : Found;
}

} // namespace hlomem
