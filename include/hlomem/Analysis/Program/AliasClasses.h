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

  /// Returns false where neither source tells. From a dump alone nothing
  /// follows.
  bool areKnown() const { return AreKnown; }
  /// Returns the number of the values that must share a buffer with \p V, which
  /// is one of them; none where that is not known.
  BufferId find(const Value &V) const;

private:
  const Module &M;
  bool AreKnown = false;
  /// Of an HLO text.
  llvm::DenseMap<const Value *, BufferId> OfText;
};

struct AliasClassesAnalysis : public AnalysisInfoMixin<AliasClassesAnalysis> {
  using Result = AliasClasses;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_ALIASCLASSES_H
