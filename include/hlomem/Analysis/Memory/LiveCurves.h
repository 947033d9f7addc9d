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
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace hlomem {

class Liveness;
class Module;

/// live(s, t) of docs/MemoryModel.md of one memory space at every time of the
/// schedule, in as much memory as it has steps.
class LiveCurve {
public:
  /// As much is live from Begin on, up to the next one.
  struct Step {
    Time Begin = 0;
    Bytes Live;
  };

  LiveCurve(std::vector<Step> Steps, Time End)
      : Steps(std::move(Steps)), End(End) {}

  /// Ascending from time 0 on; no two neighbours have the same bytes. Empty
  /// where there is no schedule.
  llvm::ArrayRef<Step> steps() const { return Steps; }
  /// The length of the schedule.
  Time getEnd() const { return End; }
  /// The step of \p T, which is before the end.
  size_t findStep(Time T) const;
  /// The largest number of live bytes from \p Begin up to \p End, without it,
  /// and the earliest time of it. \pre There is a time, none after the end.
  PeakLoad getPeak(Time Begin, Time End) const;

private:
  std::vector<Step> Steps;
  Time End;
};

/// The curves of a module. Most of what passes want to know of them is in
/// MemoryTimeline: each curve is made on demand.
class LiveCurves {
public:
  /// Both must outlive this.
  LiveCurves(const Module &M, const Liveness &Live) : M(&M), Live(&Live) {}

  /// Padded bytes of the slices in \p Space of the values live at each time,
  /// bytes shared by several values once.
  const LiveCurve &getSpace(MemorySpace Space);

private:
  const Module *M;
  const Liveness *Live;
  std::map<MemorySpace, LiveCurve> Curves;
};

struct LiveCurvesAnalysis : public AnalysisInfoMixin<LiveCurvesAnalysis> {
  using Result = LiveCurves;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_LIVECURVES_H
