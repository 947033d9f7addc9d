//===- OwnRematEffect.cpp - Predictions where XLA rematerializes ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Passes/WhatIf/OwnRematEffect.h"
#include "hlomem/Analysis/Memory/FitVerdict.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/XlaSim/OwnRemat.h"

using namespace llvm;

namespace hlomem {

OwnRematEffect getOwnRematEffect(const PassRun &Run, const HloGraph &G) {
  if (Run.AM.getResult<BackendAnalysis>().get() != Backend::GPU ||
      OwnRemat(G).Count == 0)
    return OwnRematEffect::None;
  const std::optional<Bytes> Limit = getFitLimit(Run.M, Run.AM);
  const Bytes Need = Run.AM.getResult<MemoryTimelineAnalysis>()
                         .getSpace(/*Space=*/0)
                         .Allocated;
  // XLA rematerializes to four fifths of a GPU's memory, of which JAX takes
  // three fourths.
  if (Limit && Need <= *Limit / 15 * 16 && Need >= *Limit / 8 * 7)
    return OwnRematEffect::Unsure;
  Bytes Made;
  for (const Value &V : Run.M.values())
    if (OwnRemat::isName(V.getInstructionName()))
      Made += V.getSize();
  return Made > Need / 5 ? OwnRematEffect::Unbounded : OwnRematEffect::None;
}

} // namespace hlomem
