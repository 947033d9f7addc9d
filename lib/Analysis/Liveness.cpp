//===- Liveness.cpp - When each value is live -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Liveness.h"
#include "hlomem/Analysis/ProgramAnalysis.h"

using namespace llvm;

namespace hlomem {

AnalysisKey LivenessAnalysis::Key;

// A schedule without a single range is what is left of a dump that was cut.
static bool printsLiveRanges(const Module &M) {
  return !M.schedule().empty() && !M.liveRangeOrder().empty();
}

static std::string explainUnknown(const Module &M, const ProgramText &Text) {
  if (none_of(M.values(), [](const Value &V) { return V.hasUses(); }))
    return ", and no uses to derive them from";
  if (!Text.Problem.empty())
    return ", and the HLO text cannot be read: " + Text.Problem;
  if (!M.schedule().empty() || Text.Program)
    return Text.Program && !Text.Program->isScheduled()
               ? ", and the HLO text beside it no schedule"
               : ", and the HLO text beside it is of another module";
  return ", and there is no HLO text beside it to derive them from";
}

Liveness::Liveness(const Module &M, const ProgramText &Text) : M(M) {
  if (printsLiveRanges(M) || M.values().empty())
    return;
  DerivedLiveRanges D = deriveLiveRanges(M, Text.Program.get());
  for (const Value &V : M.values()) {
    if (V.getSize().isZero() || V.getAllocation().isThreadLocal())
      continue;
    ++ValueCount;
    KnownCount += D.getLiveRange(V).has_value();
  }
  if (KnownCount != 0)
    Derived = std::move(D);
  else
    WhyUnknown = explainUnknown(M, Text);
}

Liveness LivenessAnalysis::run(const Module &M, AnalysisManager &AM) {
  if (printsLiveRanges(M))
    return Liveness(M);
  return {M, AM.getResult<ProgramAnalysis>()};
}

} // namespace hlomem
