//===- LiveCurves.h - Live bytes at each time -----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_LIVECURVES_H
#define HLOMEM_ANALYSIS_MEMORY_LIVECURVES_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>
#include <vector>

namespace hlomem {

class Liveness;
class Module;

/// live(s, t) of docs/MemoryModel.md at every time of the schedule. A curve
/// takes as many bytes as many values, and most of what passes want to know of
/// it is in MemoryTimeline: each is made when somebody asks for it.
class LiveCurves {
public:
  /// Both must outlive this.
  LiveCurves(const Module &M, const Liveness &Live) : M(&M), Live(&Live) {}

  /// Padded bytes of the slices in \p Space of the values live at each time,
  /// bytes shared by several values once. Empty where there is no schedule.
  llvm::ArrayRef<Bytes> getSpace(MemorySpace Space);

private:
  const Module *M;
  const Liveness *Live;
  std::map<MemorySpace, std::vector<Bytes>> Curves;
};

struct LiveCurvesAnalysis : public AnalysisInfoMixin<LiveCurvesAnalysis> {
  using Result = LiveCurves;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_LIVECURVES_H
