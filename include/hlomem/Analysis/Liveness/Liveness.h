//===- Liveness.h - When each value is live -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_LIVENESS_LIVENESS_H
#define HLOMEM_ANALYSIS_LIVENESS_LIVENESS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Liveness/DerivedLiveRanges.h"
#include "hlomem/IR/Module.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <string>

namespace hlomem {

/// The live ranges of a module: the ones that the dump prints or, if it prints
/// none, the ones that follow from schedule, positions and uses.
class Liveness {
public:
  /// What the dump prints, and nothing else.
  explicit Liveness(const Module &M);
  /// What the dump prints, otherwise what can be derived. The results of \p AM
  /// must outlive the liveness.
  Liveness(const Module &M, AnalysisManager &AM);

  /// None where it is unknown when \p V is live.
  std::optional<LiveRange> getRange(const Value &V) const {
    return Derived ? Derived->getLiveRange(V) : V.getLiveRange();
  }
  bool isLiveAt(const Value &V, Time T) const {
    std::optional<LiveRange> R = getRange(V);
    return R && R->contains(T);
  }

  /// False where no range is known.
  bool isKnown() const { return Known; }
  /// Why nothing is known, to follow "since the dump has no live ranges".
  llvm::StringRef whyUnknown() const { return WhyUnknown; }
  /// True if the ranges are not the dump's own.
  bool isDerived() const { return Derived.has_value(); }
  /// Of a derived liveness: values with bytes, thread-local ones aside, and
  /// those of them with a range.
  uint64_t getValueCount() const { return ValueCount; }
  uint64_t getKnownCount() const { return KnownCount; }

  /// Names of the scheduled instructions; the position is the time.
  llvm::ArrayRef<llvm::StringRef> schedule() const {
    return Derived ? Derived->schedule() : M.schedule();
  }
  /// One past the last time.
  Time getEndOfProgram() const { return schedule().size(); }
  /// Returns when instructions run in schedule(); \p OfModule are the times of
  /// Module::schedule().
  const ScheduleIndex &getTimes(const ScheduleIndex &OfModule) const {
    const ScheduleIndex *Own = Derived ? Derived->getOwnTimes() : nullptr;
    return Own ? *Own : OfModule;
  }
  /// When the instruction runs; none if it is not scheduled.
  std::optional<Time> getTime(llvm::StringRef Instruction) const;

private:
  const Module &M;
  bool Known = false;
  std::optional<DerivedLiveRanges> Derived;
  /// Of a derived liveness, whose schedule need not be the module's.
  llvm::DenseMap<llvm::StringRef, Time> Times;
  uint64_t ValueCount = 0;
  uint64_t KnownCount = 0;
  std::string WhyUnknown;
};

struct LivenessAnalysis : public AnalysisInfoMixin<LivenessAnalysis> {
  using Result = Liveness;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_LIVENESS_LIVENESS_H
