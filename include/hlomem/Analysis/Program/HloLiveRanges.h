//===- HloLiveRanges.h - When values of a program are live ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What XLA's HloLiveRange finds, by the same rules: the schedules of all
/// computations as one, and when values are live in it.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_HLOLIVERANGES_H
#define HLOMEM_ANALYSIS_PROGRAM_HLOLIVERANGES_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Program/HloBuffers.h"
#include "hlomem/Analysis/Program/HloDataflow.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/LiveRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace hlomem {

class Module;

/// True if the asynchronous operation whose tuple has the shape \p Operation
/// has all operands of its computation by then, and a place for what that
/// returns, unless it is the last part, \p IsDone. The computation stands
/// before the first part of which this is true. \p GetResult gives the shape
/// that it returns, or null.
bool isAsyncComplete(const Shape &Operation, bool IsDone, size_t ParameterCount,
                     llvm::function_ref<const Shape *()> GetResult);

/// The computations that are put before \p I, in their order.
llvm::SmallVector<ComputationId, 2> getFlattened(const HloGraph &G,
                                                 const GraphInstruction &I);

/// The computations that run in their callers' stead, put before these.
class HloSchedule {
public:
  /// Instead of the time of what is not scheduled.
  static constexpr Time NotScheduled = ~Time();

  explicit HloSchedule(const HloGraph &G);

  /// Instructions; the position is the time.
  llvm::ArrayRef<InstructionId> order() const { return Order; }
  /// One past the last time.
  Time getEnd() const { return Order.size(); }
  /// When the instruction runs, or NotScheduled.
  Time getTime(InstructionId Instruction) const { return Times[Instruction]; }
  /// Where the computation lies: its first time, and the first one after it.
  /// None if it is not part of the schedule.
  std::optional<std::pair<Time, Time>> getSpan(ComputationId Computation) const;
  /// The asynchronous computation that this one is or is run by.
  ComputationId getAsyncContext(ComputationId Computation) const;

private:
  struct Span {
    Time Begin = NotScheduled;
    Time End = NotScheduled;
    ComputationId AsyncContext;
  };

  std::vector<InstructionId> Order;
  IdVector<InstructionId, Time> Times;
  IdVector<ComputationId, Span> Spans;
};

/// Computes the schedule of the graph of the module, whose times are those of
/// the module; none where it has no graph.
struct HloScheduleAnalysis : public AnalysisInfoMixin<HloScheduleAnalysis> {
  using Result = std::optional<HloSchedule>;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

/// What differs between releases of XLA.
struct HloLiveRangeRules {
  /// What an asynchronous computation itself defines is live from the start of
  /// the operation on: AsyncBegin::Start.
  bool AsyncValuesBeginAtStart = false;
};

/// The live ranges of all values, as XLA prints them: those of one buffer cut
/// where the next one begins. None for a value of what is not scheduled.
IdVector<ValueId, std::optional<LiveRange>>
computeLiveRanges(const HloDataflow &D, const HloBuffers &Buffers,
                  const HloSchedule &Schedule, HloLiveRangeRules Rules = {});

/// Where each value is when its live range ends, before those of its buffer are
/// cut: XLA's TimeBound::end_position, the first of its positions that is the
/// last in time, or its definition.
IdVector<ValueId, HloPlace> findEndPositions(const HloDataflow &D,
                                             const HloSchedule &Schedule,
                                             HloLiveRangeRules Rules = {});

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_HLOLIVERANGES_H
