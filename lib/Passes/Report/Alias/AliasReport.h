//===- AliasReport.h - What the pass alias reports ------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_REPORT_ALIAS_ALIASREPORT_H
#define HLOMEM_LIB_PASSES_REPORT_ALIAS_ALIASREPORT_H

#include "Alias/Alias.inc"
#include "hlomem/Analysis/Memory/LiveCurves.h"
#include "hlomem/Analysis/Memory/PeakWhatIf.h"
#include "hlomem/Passes/Report/ListedRows.h"
#include "hlomem/WhatIf/Donation/Donation.h"
#include <map>

namespace hlomem {

/// The remarks of the pass alias for one module.
class AliasReport : public AliasPass {
public:
  using AliasPass::AliasPass;

  void run();

private:
  // AliasPass.cpp
  void reportBuffers();
  void reportBufferOf(const Value &V);

  // AliasLoops.cpp
  void reportLoops();
  void reportLoop(const Loop &L);
  void reportConditionals();

  // AliasArguments.cpp
  void reportArguments();

  std::string describeLink(LinkKind Kind, const Value &To) const;
  std::string describeLinks(ArrayRef<AliasBuffer> List) const;
  void reportLeaves(const Loop &L);
  void reportCopies(const Loop &L);
  std::string describeAround(const Loop &L) const;
  std::string explain(const LoopCopy &Copy) const;
  void reportConditional(const Conditional &Conditional);
  /// Rows \p RowT of \p List under a \p Headline. \p Fill puts in what only one
  /// kind of row has.
  template <typename Headline, typename RowT, typename FillT>
  void reportList(ArrayRef<const Argument *> List, FillT Fill);
  template <typename Headline, typename RowOfOne>
  void reportDonations(ArrayRef<const Argument *> List);
  template <typename Headline>
  void reportOthers(ArrayRef<const Argument *> List);
  std::string explain(const Argument &A) const;
  /// With \p List donated, of what is allocated in the space of the first;
  /// none if that is unknown.
  std::optional<Bytes> findSaving(ArrayRef<const Argument *> List);
  /// Of so many rows findSaving() tells it.
  unsigned getMostPredictions() const;
  /// With all arguments donated. \p TellsUnknown: why, where that is unknown.
  void reportSavings(bool TellsUnknown);
  /// The assignment with \p List donated, none if that changes nothing; an
  /// error says why it is unknown.
  Expected<std::optional<Donation>>
  predict(ArrayRef<const Argument *> List) const;
  std::string describeTime(Time T) const;

  /// Of findSaving().
  std::map<std::vector<const Argument *>, std::optional<Bytes>> Savings;
  /// Assignments that findSaving() has made.
  unsigned NumPredictions = 0;
  bool HasUnpredicted = false;
  PeakWhatIf WhatIf{Live, Timeline, AM.getResult<LiveCurvesAnalysis>()};
};

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_REPORT_ALIAS_ALIASREPORT_H
