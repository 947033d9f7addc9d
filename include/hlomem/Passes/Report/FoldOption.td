//===- FoldOption.td - Rows that stand for several ---------*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_REPORT_FOLDOPTION_TD
#define HLOMEM_PASSES_REPORT_FOLDOPTION_TD

include "hlomem/Pass/PassBase.td"

class FoldOption : EnumOption<"Fold", "fold", ["on", "off"], "on",
    "In text, one row for what is the same in three layers or more; 'off' lists "
    "each">;

#endif // HLOMEM_PASSES_REPORT_FOLDOPTION_TD
