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

ArrayRef<Bytes> LiveCurves::getSpace(MemorySpace Space) {
  auto [It, IsNew] = Curves.try_emplace(Space);
  std::vector<Bytes> &Curve = It->second;
  if (!IsNew)
    return Curve;
  SpaceSweep Sweep(*M, *Live);
  for (const Allocation &A : M->allocations())
    if (!A.isThreadLocal() && A.getMemorySpace() == Space)
      Sweep.add(A);
  Curve.reserve(Live->getEndOfProgram());
  Sweep.take([&](Time, Bytes Size) { Curve.push_back(Size); });
  return Curve;
}

} // namespace hlomem
