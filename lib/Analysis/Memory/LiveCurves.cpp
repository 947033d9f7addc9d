//===- LiveCurves.cpp - Live bytes at each time ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "SpaceSweep.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

AnalysisKey LiveCurvesAnalysis::Key;

LiveCurves LiveCurvesAnalysis::run(const Module &M, AnalysisManager &AM) {
  return LiveCurves(M, AM.getResult<LivenessAnalysis>());
}

size_t LiveCurve::findStep(Time T) const {
  assert(T < End && "after the end of the program");
  return partition_point(Steps, [T](Step S) { return S.Begin <= T; }) -
         Steps.begin() - 1;
}

PeakLoad LiveCurve::getPeak(Time Begin, Time End) const {
  assert(Begin < End && "no time to look at");
  size_t First = findStep(Begin);
  PeakLoad Peak = {Steps[First].Live, Begin};
  for (size_t I = First + 1; I != Steps.size() && Steps[I].Begin < End; ++I)
    if (Steps[I].Live > Peak.Size)
      Peak = {Steps[I].Live, Steps[I].Begin};
  return Peak;
}

const LiveCurve &LiveCurves::getSpace(MemorySpace Space) {
  auto Known = Curves.find(Space);
  if (Known != Curves.end())
    return Known->second;
  SpaceSweep Sweep(*M, *Live);
  for (const Allocation *A : M->allocationsIn(Space))
    if (!A->isThreadLocal())
      Sweep.add(*A);
  std::vector<LiveCurve::Step> Steps;
  Sweep.take([&](Time Begin, Time, Bytes Size) {
    if (Steps.empty() || Steps.back().Live != Size)
      Steps.push_back({Begin, Size});
  });
  return Curves.try_emplace(Space, std::move(Steps), Live->getEndOfProgram())
      .first->second;
}

} // namespace hlomem
