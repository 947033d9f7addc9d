//===- AnalysisPasses.h - Passes that name an analysis --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASS_ANALYSISPASSES_H
#define HLOMEM_LIB_PASS_ANALYSISPASSES_H

#include "hlomem/Pass/Pass.h"

namespace hlomem {

/// The pass `require<Analysis>`, which calls \p Compute.
std::unique_ptr<PassConcept>
makeRequirePass(StringRef Analysis, void (*Compute)(AnalysisManager &AM));

/// The pass `invalidate<Analysis>`, which keeps what \p Preserved says.
std::unique_ptr<PassConcept> makeInvalidatePass(StringRef Analysis,
                                                PreservedAnalyses Preserved);

} // namespace hlomem

#endif // HLOMEM_LIB_PASS_ANALYSISPASSES_H
