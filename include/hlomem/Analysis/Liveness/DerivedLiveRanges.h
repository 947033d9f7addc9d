//===- DerivedLiveRanges.h - Live ranges by XLA's rules -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Computes live ranges from a schedule, positions and uses by XLA's rules,
/// docs/DumpFormat.md#live-ranges, for dumps that print none.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_LIVENESS_DERIVEDLIVERANGES_H
#define HLOMEM_ANALYSIS_LIVENESS_DERIVEDLIVERANGES_H

#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/XlaRelease.h"
#include "hlomem/Support/LifetimeBound.h"

namespace hlomem {

class HloGraph;
class Module;
class HloSchedule;
class Value;

/// Holds the rules in which releases of XLA differ, which are facts of
/// XlaReleases.td. A rule without a value follows from what the dump shows of
/// its release; if that leaves a choice, from the ranges that the dump prints;
/// if that leaves one too, the ranges that depend on it are unknown.
struct LiveRangeRules {
  /// Is true if a value's range includes the position at which the next value
  /// of its buffer takes over; if false, it ends one position earlier.
  std::optional<bool> SharesHandOver;
  /// Is true if a use by a call does not extend a range.
  std::optional<bool> IgnoresCalls;
  /// Identifies where the ranges of values of asynchronous computations begin.
  std::optional<AsyncBegin> BeginsAsync;
};

/// Represents what is known of when one value is live.
struct DerivedRange {
  enum { NotScheduled, Unknown, Known } State = NotScheduled;
  /// Holds the range. If State is Unknown, only Begin has a meaning: the range
  /// begins there or later.
  LiveRange Range;
};

/// Holds the live range of each value of a module, as far as it is certain.
class DerivedLiveRanges {
public:
  /// Returns the range of \p V, which is an element of Module::values() and no
  /// copy. Returns none if the range is unknown: the value is in no allocation,
  /// it is not part of the schedule (it is thread-local for instance), or it
  /// depends on instructions whose owners are in doubt.
  std::optional<LiveRange> getLiveRange(const Value &V) const;

  /// Returns the names of the scheduled instructions by schedule position: the
  /// dump's own schedule, or otherwise that of the HLO text. Empty if there is
  /// neither; then no range is known.
  ArrayRef<StringRef> schedule() const HLOMEM_LIFETIME_BOUND {
    return OwnSchedule.empty() ? DumpSchedule : ArrayRef(OwnSchedule);
  }
  /// Returns the length of the schedule, one past the last schedule position.
  Time getEndOfProgram() const { return schedule().size(); }
  /// Returns the times of schedule(); null if that is the dump's own schedule.
  const ScheduleIndex *getOwnTimes() const HLOMEM_LIFETIME_BOUND {
    return OwnTimes ? &*OwnTimes : nullptr;
  }
  /// Returns true if it is known which computation owns each scheduled
  /// instruction.
  bool knowsComputations() const { return KnowsComputations; }

private:
  friend DerivedLiveRanges deriveLiveRanges(const Module &M,
                                            const ScheduleIndex &Times,
                                            const HloSchedule *Schedule,
                                            const HloGraph *OfText,
                                            LiveRangeRules Rules);

  const Value *FirstValue = nullptr;
  /// Holds the ranges in the order of Module::values().
  std::vector<DerivedRange> Ranges;
  ArrayRef<StringRef> DumpSchedule;
  /// Holds the schedule of the HLO text if DumpSchedule is empty.
  std::vector<StringRef> OwnSchedule;
  std::optional<ScheduleIndex> OwnTimes;
  bool KnowsComputations = false;
};

/// Derives the live ranges of \p M. \p Times are those of the module's
/// schedule. \p Schedule is null if it is unknown which computation owns an
/// instruction; then hardly any range is known. \p OfText is the graph of the
/// HLO text that \p Schedule was made of, or null. Ranges that \p M prints are
/// not used, except as LiveRangeRules describes. The result points into \p M
/// and \p OfText. Takes O(n log n) time.
DerivedLiveRanges deriveLiveRanges(const Module &M, const ScheduleIndex &Times,
                                   const HloSchedule *Schedule,
                                   const HloGraph *OfText,
                                   LiveRangeRules Rules = {});

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_LIVENESS_DERIVEDLIVERANGES_H
