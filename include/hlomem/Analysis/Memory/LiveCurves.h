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
#include <map>

namespace hlomem {

class Liveness;
class Module;

/// Represents live(s, t) of docs/MemoryModel.md for one memory space at every
/// schedule position, in memory linear in the number of its steps.
class LiveCurve {
public:
  /// Represents live bytes that do not change from Begin up to the next step.
  struct Step {
    Time Begin = 0;
    Bytes Live;
  };

  LiveCurve(std::vector<Step> Steps, Time End)
      : Steps(std::move(Steps)), End(End) {}

  /// Returns the steps, ascending from position 0 on; no two neighbours have
  /// equal bytes. Empty if there is no schedule.
  ArrayRef<Step> steps() const { return Steps; }
  /// Returns the length of the schedule.
  Time getEnd() const { return End; }
  /// Returns the index of the step of \p T, which is before the end.
  size_t findStep(Time T) const;
  /// Returns the largest number of live bytes from \p Begin up to \p End,
  /// exclusive, and its earliest position.
  /// \pre \p Begin is before \p End, which is not after the end of the
  /// schedule.
  PeakLoad getPeak(Time Begin, Time End) const;

private:
  std::vector<Step> Steps;
  Time End;
};

/// Holds the curves of a module. Each is computed on demand, since
/// MemoryTimeline has most of what passes need.
class LiveCurves {
public:
  /// Constructs LiveCurves; both arguments must outlive it.
  LiveCurves(const Module &M, const Liveness &Live) : M(&M), Live(&Live) {}

  /// Returns the padded bytes of the slices in \p Space of the values live at
  /// each position; bytes shared by several values count once.
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
