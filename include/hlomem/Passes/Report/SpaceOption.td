//===- SpaceOption.td - The memory spaces that a pass reports -*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_REPORT_SPACEOPTION_TD
#define HLOMEM_PASSES_REPORT_SPACEOPTION_TD

include "hlomem/Pass/PassBase.td"

class SpaceOption : Option<"Space", "space", "std::optional<::hlomem::SpaceChoice>", "",
                           "Report this memory space only, by number or name ("
                           "'hbm')">;

#endif // HLOMEM_PASSES_REPORT_SPACEOPTION_TD
