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

namespace hlomem {

/// Holds the live ranges of a module: those that the dump prints or, if it
/// prints none, those that follow from schedule, positions and uses.
class Liveness {
public:
  /// Takes the live ranges that the dump prints, and derives none.
  explicit Liveness(const Module &M);
  /// Takes the live ranges that the dump prints, or otherwise derives them. The
  /// results of \p AM must outlive the object.
  Liveness(const Module &M, AnalysisManager &AM);

  /// Returns the live range of \p V; none if it is unknown.
  std::optional<LiveRange> getRange(const Value &V) const {
    return Derived ? Derived->getLiveRange(V) : V.getLiveRange();
  }
  bool isLiveAt(const Value &V, Time T) const {
    std::optional<LiveRange> R = getRange(V);
    return R && R->contains(T);
  }

  /// Returns false if no live range is known.
  bool isKnown() const { return Known; }
  /// Returns why no live range is known, to follow "since the dump has no live
  /// ranges".
  StringRef whyUnknown() const { return WhyUnknown; }
  /// Returns true if the ranges are derived, and not the dump's own.
  bool isDerived() const { return Derived.has_value(); }
  /// Returns the number of values with bytes outside of thread-local
  /// allocations, if the ranges are derived.
  uint64_t getValueCount() const { return ValueCount; }
  /// Returns the number of such values with a live range.
  uint64_t getKnownCount() const { return KnownCount; }

  /// Returns the names of the scheduled instructions, by their schedule
  /// position.
  ArrayRef<StringRef> schedule() const {
    return Derived ? Derived->schedule() : M.schedule();
  }
  /// Returns one past the last schedule position.
  Time getEndOfProgram() const { return schedule().size(); }
  /// Returns when instructions run in schedule(); \p OfModule are the times of
  /// Module::schedule().
  const ScheduleIndex &getTimes(const ScheduleIndex &OfModule) const {
    const ScheduleIndex *Own = Derived ? Derived->getOwnTimes() : nullptr;
    return Own ? *Own : OfModule;
  }
  /// Returns the schedule position of \p Instruction; none if it is not
  /// scheduled.
  std::optional<Time> getTime(StringRef Instruction) const;

private:
  const Module &M;
  bool Known = false;
  std::optional<DerivedLiveRanges> Derived;
  /// Maps the instructions of a derived schedule, which need not be the
  /// module's, to their positions.
  llvm::DenseMap<StringRef, Time> Times;
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
