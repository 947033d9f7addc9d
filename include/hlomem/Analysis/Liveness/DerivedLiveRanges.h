//===- DerivedLiveRanges.h - Live ranges by XLA's rules -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Live ranges computed from a schedule, positions and uses by XLA's
/// rules, docs/DumpFormat.md#live-ranges. For dumps that print none.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_LIVENESS_DERIVEDLIVERANGES_H
#define HLOMEM_ANALYSIS_LIVENESS_DERIVEDLIVERANGES_H

#include "hlomem/Analysis/Program/ScheduleIndex.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/XlaRelease.h"
#include "hlomem/Support/LifetimeBound.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace hlomem {

class HloProgram;
class Module;
class ProgramStructure;
class Value;

/// Where XLA's rules differ by its date: facts of XlaReleases.td. A rule
/// without a value is chosen by what the dump shows of its date; where that
/// leaves a choice, by the ranges that the dump prints; where that leaves one
/// too, ranges that depend on it are unknown.
struct LiveRangeRules {
  std::optional<bool> SharesHandOver;
  std::optional<bool> IgnoresCalls;
  std::optional<AsyncBegin> BeginsAsync;
};

/// What is known of when one value is live.
struct DerivedRange {
  enum { NotScheduled, Unknown, Known } State = NotScheduled;
  /// Of an unknown range only Begin says something: it is not earlier.
  LiveRange Range;
};

/// When each value of a module is live, as far as it can be told for sure.
class DerivedLiveRanges {
public:
  /// The range of \p V, a value of the module that was given and no copy. None
  /// where it is unknown: the value is not part of the schedule (it is
  /// thread-local for instance), or the owners of instructions that matter to
  /// it are in doubt.
  std::optional<LiveRange> getLiveRange(const Value &V) const;

  /// Names of the scheduled instructions, the position is the time: the dump's
  /// own schedule, otherwise that of the HLO text. Empty where there is
  /// neither; then no range is known.
  llvm::ArrayRef<llvm::StringRef> schedule() const HLOMEM_LIFETIME_BOUND {
    return OwnSchedule.empty() ? ScheduleOfDump : llvm::ArrayRef(OwnSchedule);
  }
  /// One past the last time.
  Time getEndOfProgram() const { return schedule().size(); }
  /// Returns the times of the schedule, or null where that is the dump's own.
  const ScheduleIndex *getOwnTimes() const HLOMEM_LIFETIME_BOUND {
    return OwnTimes ? &*OwnTimes : nullptr;
  }
  /// True if it is known which computation owns each scheduled instruction.
  bool knowsComputations() const { return KnowsComputations; }

private:
  friend DerivedLiveRanges deriveLiveRanges(const Module &M,
                                            const ScheduleIndex &Times,
                                            const ProgramStructure *Structure,
                                            const HloProgram *Program,
                                            LiveRangeRules Rules);

  const Value *FirstValue = nullptr;
  /// In the order of Module::values().
  std::vector<DerivedRange> Ranges;
  llvm::ArrayRef<llvm::StringRef> ScheduleOfDump;
  /// If that of the dump is empty.
  std::vector<llvm::StringRef> OwnSchedule;
  std::optional<ScheduleIndex> OwnTimes;
  bool KnowsComputations = false;
};

/// Derives the live ranges of \p M from \p Times, those of its own schedule,
/// and
/// \p Structure, which is null where it is unknown which computation owns an
/// instruction: hardly any range is known then. \p Program is the HLO text that
/// the structure was read from, or null. Ranges that \p M prints are not used,
/// except as LiveRangeRules says. The result points into \p M and \p Program.
/// Takes O(n log n).
DerivedLiveRanges deriveLiveRanges(const Module &M, const ScheduleIndex &Times,
                                   const ProgramStructure *Structure,
                                   const HloProgram *Program,
                                   LiveRangeRules Rules = {});

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_LIVENESS_DERIVEDLIVERANGES_H
