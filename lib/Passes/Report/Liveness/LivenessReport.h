//===- LivenessReport.h - What the pass liveness reports ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_REPORT_LIVENESS_LIVENESSREPORT_H
#define HLOMEM_LIB_PASSES_REPORT_LIVENESS_LIVENESSREPORT_H

#include "Liveness/Liveness.inc"
#include "hlomem/Analysis/Memory/IdleGaps.h"
#include "hlomem/Passes/Report/ListedRows.h"
#include "llvm/ADT/DenseSet.h"
#include <map>

namespace hlomem {

/// The remarks of the pass liveness for one module, but for those of one value.
class LivenessReport : public LivenessPass {
public:
  using LivenessPass::LivenessPass;

  /// The option `value` goes before `space`.
  static bool prepare(PassRun &Run, LivenessOptions &Options) {
    if (!Options.OfValue)
      return LivenessPass::prepare(Run, Options);
    return prepareRun(Run, &Options.Space, /*SelectsSpaces=*/false,
                      /*UsesLiveRanges=*/true);
  }
  void run();

private:
  // LivenessPass.cpp
  void findValues();
  void reportSummary();
  void reportCurve(MemorySpace Space);
  void reportLongest();
  /// Returns how many there are.
  size_t reportNeverRead();

  // LivenessGaps.cpp
  /// Returns how many there are.
  size_t reportGaps();
  /// Returns without how many the live peak was calculated.
  size_t reportPeak(MemorySpace Space);

  /// The rows of a table, sorted by \p Weights, or by their sizes.
  FoldedTable makeTable(ArrayRef<const Value *> Rows,
                        std::vector<Bytes> Weights = {});
  void reportLongest(const TableRow &Of, ArrayRef<const Value *> All);
  void reportIdle(MemorySpace Space);
  std::string describe(const IdleGap &G) const;

  bool isLongEnough(uint64_t Length) const {
    return Length >= Options.MinLength;
  }
  const char *how() const { return Live.isDerived() ? "derived" : "printed"; }

  /// With bytes, of the spaces, in the order of the module.
  std::vector<const Value *> Values;
  /// Of all of those, and of those in each space.
  std::vector<Gap> Gaps;
  std::map<MemorySpace, std::vector<Gap>> GapsBySpace;
};

/// All that the pass liveness has to say of one value.
class ValueReport : public LivenessPass {
public:
  using LivenessPass::LivenessPass;

  void run(const Value &V);

private:
  std::string explainBegin(const Value &V, LiveRange R) const;
  std::string explainEnd(const Value &V, LiveRange R) const;
  std::string describeCarried(const Value &V) const;
  void reportReads(const Value &V, LiveRange R);
  void reportKeeper(const Value &V, LiveRange R);
  void reportPart(const Value &V);
  std::string describeWay(const Value &V, const Read &Last);
  void reportShared(const Value &V, LiveRange R);
};

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_REPORT_LIVENESS_LIVENESSREPORT_H
