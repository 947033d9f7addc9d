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

/// Returns true if a part of an asynchronous operation, whose tuple has the
/// shape \p Operation, has all \p ParameterCount operands of the computation
/// and, unless it is the last part, \p IsDone, a place for the result of the
/// computation. The computation precedes the first part for which this is true.
/// \p GetResult returns the shape of its result, or null.
bool isAsyncComplete(const Shape &Operation, bool IsDone, size_t ParameterCount,
                     llvm::function_ref<const Shape *()> GetResult);

/// Returns the computations that are scheduled before \p I, in their order.
llvm::SmallVector<ComputationId, 2> getFlattened(const HloGraph &G,
                                                 const GraphInstruction &I);

/// Holds the flattened schedule of a program: a computation that runs in the
/// stead of its caller is put before the caller.
class HloSchedule {
public:
  /// Is the schedule position of an instruction that is not scheduled.
  static constexpr Time NotScheduled = ~Time();

  explicit HloSchedule(const HloGraph &G);

  /// Returns the instructions by schedule position.
  llvm::ArrayRef<InstructionId> order() const { return Order; }
  /// Returns the length of the schedule, one past the last position.
  Time getEnd() const { return Order.size(); }
  /// Returns the schedule position of \p Instruction, or NotScheduled.
  Time getTime(InstructionId Instruction) const { return Times[Instruction]; }
  /// Returns the first schedule position of \p Computation and the first
  /// position after it; none if it is not part of the schedule.
  std::optional<std::pair<Time, Time>> getSpan(ComputationId Computation) const;
  /// Returns the asynchronous computation that \p Computation is or is run by;
  /// none if there is none.
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

/// Computes the schedule of the graph of the module, whose positions are those
/// of the module; none if the module has no graph.
struct HloScheduleAnalysis : public AnalysisInfoMixin<HloScheduleAnalysis> {
  using Result = std::optional<HloSchedule>;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

/// Holds what differs between releases of XLA.
struct HloLiveRangeRules {
  /// Is true if the values that an asynchronous computation itself defines are
  /// live from the start of the operation on: AsyncBegin::Start.
  bool AsyncValuesBeginAtStart = false;
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
