//===- DimensionAnalysis.h - Dimensions of a module's program --*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_WHATIF_DIMENSIONS_DIMENSIONANALYSIS_H
#define HLOMEM_WHATIF_DIMENSIONS_DIMENSIONANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Dimensions/DimensionFlow.h"

namespace hlomem {

class Module;

/// Holds the links between the dimensions of the program that ReplayAnalysis
/// has, or the reason why there are none.
struct DimensionResult {
  std::optional<DimensionLinks> Links;
  std::string WhyNone;
};

struct DimensionAnalysis : public AnalysisInfoMixin<DimensionAnalysis> {
  using Result = DimensionResult;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_WHATIF_DIMENSIONS_DIMENSIONANALYSIS_H
