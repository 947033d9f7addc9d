//===- HloLiveRanges.h - When values of a program are live ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
/// \file
/// Computes what XLA's HloLiveRange finds, by the same rules: the schedules of
/// all computations as one, and when values are live in it.
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_HLOLIVERANGES_H
#define HLOMEM_ANALYSIS_PROGRAM_HLOLIVERANGES_H

#include "hlomem/Analysis/Program/HloBuffers.h"
#include "hlomem/Analysis/Program/HloDataflow.h"
#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/XlaRelease.h"

namespace hlomem {

/// Holds what differs between releases of XLA: facts of XlaReleases.td.
struct HloLiveRangeRules {
  /// Is true if a use by a call does not extend a range.
  bool IgnoresCalls = true;
  /// Identifies where the ranges of values of asynchronous computations begin.
  AsyncBegin BeginsAsync = AsyncBegin::Definition;
};

/// Tells by XLA's rules when a value is live that instructions of a schedule
/// define, hold and read, whatever else is in its buffer.
class ScheduledRanges {
public:
  /// Is the end of a range where it is in doubt.
  static constexpr Time Doubt = HloSchedule::NotScheduled;

  /// Constructs the rules for \p S, which must outlive this.
  ScheduledRanges(const HloSchedule &S, HloLiveRangeRules Rules);

  /// Returns the range of a value that is defined at \p Defined if nothing else
  /// holds or reads it.
  LiveRange getDefinition(Time Defined) const;
  /// Returns until when the instruction at \p T keeps the values that it holds,
  /// or Doubt.
  Time getEndOfPosition(Time T) const { return EndsOfPositions[T]; }
  /// Extends \p R so that the value is live where it is held, at \p Positions,
  /// and read, at \p Uses; either may have HloSchedule::NotScheduled. Returns
  /// false if one of them is in doubt.
  bool extend(LiveRange &R, ArrayRef<Time> Positions,
              ArrayRef<Time> Uses) const;

private:
  Time findEndOfUse(Time User) const;

  const HloSchedule &S;
  const HloLiveRangeRules Rules;
  std::vector<Time> EndsOfPositions;
  std::vector<Time> EndsOfUses;
};

/// Computes the live ranges of all values, as XLA prints them: those of the
/// values of one buffer are cut where the next one begins. A value whose
/// definition is not scheduled has none.
IdVector<ValueId, std::optional<LiveRange>>
computeLiveRanges(const HloDataflow &D, const HloBuffers &Buffers,
                  const HloSchedule &Schedule, HloLiveRangeRules Rules = {});

/// Returns for each value where it is when its live range ends, before the live
/// ranges of its buffer are cut: XLA's TimeBound::end_position, the first of
/// its positions that is the last in time, or its definition.
IdVector<ValueId, HloPlace> findEndPositions(const HloDataflow &D,
                                             const HloSchedule &Schedule,
                                             HloLiveRangeRules Rules = {});

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_HLOLIVERANGES_H
