//===- JsonlPass.cpp - Tables as JSON lines -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Jsonl/Jsonl.inc"
#include "hlomem/Passes/Tables/TableExport.h"

namespace hlomem {

void JsonlPass::run() { exportTables(*this, Options.Tables, JsonlFormat); }

HLOMEM_PASS(Jsonl, JsonlPass)

} // namespace hlomem
