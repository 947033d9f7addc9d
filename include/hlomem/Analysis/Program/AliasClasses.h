//===- AliasClasses.h - Values that must share a buffer ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_ALIASCLASSES_H
#define HLOMEM_ANALYSIS_PROGRAM_ALIASCLASSES_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/Ids.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

class Module;
class Value;

/// Tells which values must share a buffer, XLA's HloBuffer: an HloProto states
/// it, and from the HLO text beside a dump it follows by XLA's rules.
class AliasClasses {
public:
  AliasClasses(const Module &M, AnalysisManager &AM);

  /// Returns true if it is known which values must share a buffer. From a dump
  /// alone nothing follows.
  bool areKnown() const { return AreKnown; }
  /// Returns the id of the set of values, \p V among them, that must share a
  /// buffer; none if that is not known.
  BufferId find(const Value &V) const;

private:
  const Module &M;
  bool AreKnown = false;
  /// Maps each value to its id, if the HLO text tells the sets.
  llvm::DenseMap<const Value *, BufferId> OfText;
};

struct AliasClassesAnalysis : public AnalysisInfoMixin<AliasClassesAnalysis> {
  using Result = AliasClasses;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_ALIASCLASSES_H
