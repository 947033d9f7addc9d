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
#include "hlomem/Analysis/Parts/Parts.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/XlaSim/OwnRemat.h"

using namespace llvm;

namespace hlomem {

/// True if a quarter of what is needed is kept for the backward pass.
static bool keepsMuch(const PassRun &Run, Bytes Need) {
  Bytes Kept;
  for (const MemoryPart &P :
       Run.AM.getResult<PartsAnalysis>().compute(/*Space=*/0).Parts)
    if (P.What.Kind == PartKind::KeptForBackward)
      Kept += P.Size;
  return Kept > Need / 4;
}

std::optional<Bytes> findLeastLimit(const PassRun &Run) {
  if (std::optional<Bytes> Limit = getFitLimit(Run.M, Run.AM))
    return Limit;
  if (Run.AM.getResult<BackendAnalysis>().get() != Backend::TPU)
    return std::nullopt;
  if (const Device *For = Run.AM.getTarget().Compile.For.get();
      For && For->Family == Backend::TPU)
    return For->getLimit();
  std::optional<Bytes> Least;
  for (const Device &D : devices())
    if (D.Family == Backend::TPU && (!Least || D.getLimit() < *Least) &&
        all_of(D.Lacks, [&](MemorySpace Space) {
          return Run.M.allocationsIn(Space).empty();
        }))
      Least = D.getLimit();
  return Least;
}

OwnRematEffect getOwnRematEffect(const PassRun &Run, const HloGraph &G) {
  if (OwnRemat(G).Count == 0)
    return OwnRematEffect::None;
  const Backend On = Run.AM.getResult<BackendAnalysis>().get();
  const std::optional<Bytes> Limit = getFitLimit(Run.M, Run.AM);
  const std::optional<Bytes> Least = findLeastLimit(Run);
  const Bytes Need = Run.AM.getResult<MemoryTimelineAnalysis>()
                         .getSpace(/*Space=*/0)
                         .Allocated;
  if (On != Backend::GPU)
    return Least && Need > *Least && (!Limit || aimsAtLimit(Run)) &&
                   keepsMuch(Run, Need)
               ? OwnRematEffect::GaveUp
               : OwnRematEffect::None;
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

Bytes getBoundWith(OwnRematEffect Effect, Bytes Bound, Bytes Need,
                   std::optional<Bytes> Limit) {
  const bool StaysAbove = Limit && differenceOrZero(Need, Bound) > *Limit;
  return Effect == OwnRematEffect::Unbounded ||
                 (Effect == OwnRematEffect::GaveUp && StaysAbove)
             ? Need
             : Bound;
}

bool aimsAtLimit(const PassRun &Run) {
  const Target &Machine = Run.AM.getTarget();
  return Run.AM.getResult<BackendAnalysis>().get() == Backend::TPU &&
         Machine.OnDevice && Machine.Limits.empty() &&
         Machine.Reserve.isZero() &&
         (!Machine.Compile.For ||
          Machine.Compile.For.get() == Machine.OnDevice->Kind);
}

} // namespace hlomem
