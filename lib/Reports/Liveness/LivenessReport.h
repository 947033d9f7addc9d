//===- LivenessReport.h - What the pass liveness reports ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_REPORTS_LIVENESSREPORT_H
#define HLOMEM_LIB_REPORTS_LIVENESSREPORT_H

#include "Liveness/Liveness.inc"
#include "hlomem/Analysis/Attribution/UserSourceAnalysis.h"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/Analysis/Dataflow/AliasAnalysis.h"
#include "hlomem/Analysis/Dataflow/ReadTimes.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/IdleGaps.h"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/PassUtils/FoldedRows.h"
#include "hlomem/PassUtils/ListedRows.h"
#include "llvm/ADT/DenseSet.h"
#include <map>
#include <string>
#include <vector>

namespace hlomem {

/// The remarks of the pass liveness for one module, but for those of one value.
class LivenessReport {
public:
  /// What is listed, by the pass's options; 0 rows stand for all.
  struct Limits {
    size_t Top = 0;
    bool ListAllValues = false;
    uint64_t MinLength = 0;
    unsigned Buckets = 0;
    bool Fold = true;
  };

  LivenessReport(const Module &M, AnalysisManager &AM,
                 llvm::ArrayRef<MemorySpace> Spaces, Limits Given,
                 PassContext &C);

  // LivenessPass.cpp
  void reportUnknown();
  void reportSummary(bool IsWholeModule);
  void reportCurve(MemorySpace Space);
  void reportLongest();
  /// Returns how many there are.
  size_t reportNeverRead();

  // LivenessGaps.cpp
  /// Returns how many there are.
  size_t reportGaps();
  /// Returns without how many the live peak was calculated.
  size_t reportPeak(MemorySpace Space);

private:
  /// Nothing where rows are not folded. \p Weights as FoldedTable has them.
  FoldedTable fold(llvm::ArrayRef<const Value *> Rows,
                   std::vector<Bytes> Weights = {});
  /// The first rows of \p Values, which are sorted by \p Areas, or of \p Table
  /// where that is not null.
  void listLongest(llvm::ArrayRef<const Value *> Values,
                   llvm::ArrayRef<Bytes> Areas, const FoldedTable *Table,
                   Bytes Area, RemarkAudience Audience);
  void reportLongest(llvm::ArrayRef<const Value *> Values, Bytes Area,
                     RemarkAudience Audience, std::optional<RemarkFold> Fold,
                     llvm::StringRef Name);
  void listNeverRead(llvm::ArrayRef<const Value *> Values,
                     const FoldedTable *Table, Bytes Size,
                     RemarkAudience Audience);
  void reportIdle(MemorySpace Space);
  std::string describe(const IdleGap &G) const;

  bool isLongEnough(uint64_t Length) const { return Length >= Limit.MinLength; }
  const char *how() const { return Live.isDerived() ? "derived" : "printed"; }

  const Module &M;
  const Liveness &Live;
  const ReadTimes &Reads;
  const AliasBuffers &Buffers;
  const MemoryTimeline &Timeline;
  LiveCurves &Curves;
  const InferredBackend &Backend;
  ValueNames &Names;
  LayerFolding &Folding;
  llvm::SmallVector<MemorySpace> Spaces;
  Limits Limit;
  PassContext &C;
  /// With bytes, of the spaces, in the order of the module.
  std::vector<const Value *> Values;
  /// Of all of those, and of those in each space.
  std::vector<Gap> Gaps;
  std::map<MemorySpace, std::vector<Gap>> GapsBySpace;
};

/// All that the pass liveness has to say of one value.
class ValueReport {
public:
  ValueReport(const Module &M, AnalysisManager &AM, size_t Top, PassContext &C);

  void run(const Value &V);

private:
  std::string explainBegin(const Value &V, LiveRange R) const;
  std::string explainEnd(const Value &V, LiveRange R) const;
  std::string describeCarried(const Value &V) const;
  void reportReads(const Value &V, LiveRange R);
  void reportKeeper(const Value &V, LiveRange R);
  std::string describeWay(const Value &V, const Read &Last);
  void reportShared(const Value &V, LiveRange R);

  const Module &M;
  AnalysisManager &AM;
  const Liveness &Live;
  const ReadTimes &Reads;
  const AliasBuffers &Buffers;
  ValueNames &Names;
  UserSources &Sources;
  size_t Top;
  PassContext &C;
};

} // namespace hlomem

#endif // HLOMEM_LIB_REPORTS_LIVENESSREPORT_H
