//===- TrialEffortOption.td - How many assignments a pass makes -*- tablegen -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_REPORT_TRIALEFFORTOPTION_TD
#define HLOMEM_PASSES_REPORT_TRIALEFFORTOPTION_TD

include "hlomem/Pass/PassBase.td"

// Declares an option for ChangeTrial::limitEffort().
class TrialEffortOption : Option<"Effort", "effort", "std::optional<uint64_t>", "",
    "How many assignments to make, one for each change or set; 0 for all. By default "
    "as many as add up to a million values, but at least four">;

#endif // HLOMEM_PASSES_REPORT_TRIALEFFORTOPTION_TD
