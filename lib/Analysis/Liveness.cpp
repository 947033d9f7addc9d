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

Liveness::Liveness(const Module &M, const HloProgram *Program) : M(M) {
  if (printsLiveRanges(M) || M.values().empty())
    return;
  DerivedLiveRanges D = deriveLiveRanges(M, Program);
  for (const Value &V : M.values()) {
    if (V.getSize().isZero() || V.getAllocation().isThreadLocal())
      continue;
    ++ValueCount;
    KnownCount += D.getLiveRange(V).has_value();
  }
  if (KnownCount != 0)
    Derived = std::move(D);
}

Liveness LivenessAnalysis::run(const Module &M, AnalysisManager &AM) {
  if (printsLiveRanges(M))
    return Liveness(M);
  return {M, AM.getResult<ProgramAnalysis>().Program.get()};
}

} // namespace hlomem
