//===- AliasReport.h - What the pass alias reports ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_REPORTS_ALIASREPORT_H
#define HLOMEM_LIB_REPORTS_ALIASREPORT_H

#include "Alias/Alias.inc"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/Analysis/Dataflow/AliasAnalysis.h"
#include "hlomem/Analysis/Dataflow/ArgumentAnalysis.h"
#include "hlomem/Analysis/Dataflow/LoopAnalysis.h"
#include "hlomem/Analysis/Liveness/Liveness.h"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Memory/PeakWhatIf.h"
#include "hlomem/IR/Module.h"
#include "hlomem/Pass/Pass.h"
#include "hlomem/PassUtils/FoldedRows.h"
#include "hlomem/PassUtils/ListedRows.h"
#include "hlomem/Replay/Donation.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

/// The remarks of the pass alias for one module.
class AliasReport {
public:
  AliasReport(const Module &M, AnalysisManager &AM, unsigned Top, bool Fold,
              PassContext &C);

  // AliasPass.cpp
  void reportUnknown();
  void reportDerived();
  void reportBuffers();
  void reportBufferOf(const Value &V);

  // AliasLoops.cpp
  void reportLoops();
  void reportLoop(const Loop &L);
  void reportConditionals();

  // AliasArguments.cpp
  void reportArguments();

  const Module &M;
  AnalysisManager &AM;
  const Liveness &Live;
  const MemoryTimeline &Timeline;
  const LoopInfo &Loops;
  const AliasBuffers &Buffers;
  const ArgumentInfo &Arguments;

private:
  std::string describeLink(LinkKind Kind, const Value &To) const;
  std::string describeLinks(llvm::ArrayRef<AliasBuffer> List) const;
  void reportLeaves(const Loop &L);
  void reportCopies(const Loop &L);
  std::string describeAround(const Loop &L) const;
  std::string explain(const LoopCopy &Copy) const;
  void reportConditional(const Conditional &Conditional);
  /// Without those of findUnusedDonors().
  std::vector<const Argument *>
  findArguments(llvm::function_ref<bool(Donation)> Is) const;
  std::vector<const Argument *> findUnusedDonors() const;
  /// The first rows of \p List, or of \p Table where that is not null.
  void listBuffers(llvm::ArrayRef<const AliasBuffer *> List,
                   const FoldedTable *Table, RemarkAudience Audience);
  FoldedTable fold(llvm::ArrayRef<const AliasBuffer *> List);
  FoldedTable fold(llvm::ArrayRef<const Argument *> List);
  /// An argument, or several that are folded.
  struct ArgumentRow {
    const Argument &First;
    const FoldedNames &Names;
    Bytes Size;
    /// Of findSaving().
    std::optional<Bytes> Saves;
    RemarkAudience Audience;
    std::optional<RemarkFold> Fold;
  };
  using EmitRow = llvm::function_ref<void(const ArgumentRow &)>;
  template <typename Headline, typename RestT>
  void reportList(llvm::ArrayRef<const Argument *> List, EmitRow Emit);
  /// The first rows of \p List, or of \p Table where that is not null.
  template <typename RestT>
  void listRows(llvm::ArrayRef<const Argument *> List, const FoldedTable *Table,
                RemarkAudience Audience, EmitRow Emit);
  template <typename Headline, typename RowOfOne, typename RestT>
  void reportDonations(llvm::ArrayRef<const Argument *> List);
  template <typename Headline>
  void reportOthers(llvm::ArrayRef<const Argument *> List);
  std::string explain(const Argument &A) const;
  /// With \p List donated, of what is allocated in the space of the first;
  /// none if that is unknown.
  std::optional<Bytes> findSaving(llvm::ArrayRef<const Argument *> List);
  /// Of so many rows findSaving() tells it.
  unsigned getMostPredictions() const;
  /// With all arguments donated. \p TellsUnknown: why, where that is unknown.
  void reportSavings(bool TellsUnknown);
  std::string describeRow(const FoldedNames &Row, const Argument &A) const;
  /// The assignment with \p List donated; an error says why it is unknown.
  llvm::Expected<replay::Donation>
  predict(llvm::ArrayRef<const Argument *> List) const;
  std::string describeTime(Time T) const;

  unsigned Top;
  bool Fold;
  /// Of findSaving().
  std::map<std::vector<const Argument *>, std::optional<Bytes>> Savings;
  /// Assignments that findSaving() has made.
  unsigned NumPredictions = 0;
  bool HasUnpredicted = false;
  PassContext &C;
  ValueNames &Names;
  LayerFolding &Folding;
  PeakWhatIf WhatIf;
};

} // namespace hlomem

#endif // HLOMEM_LIB_REPORTS_ALIASREPORT_H
