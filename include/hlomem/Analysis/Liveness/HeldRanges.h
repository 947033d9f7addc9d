//===- HeldRanges.h - Until when bytes are needed -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_LIVENESS_HELDRANGES_H
#define HLOMEM_ANALYSIS_LIVENESS_HELDRANGES_H

#include "hlomem/Analysis/Program/HloSchedule.h"
#include "hlomem/IR/LiveRange.h"
#include "llvm/ADT/DenseMap.h"

namespace hlomem {

class Allocation;
class Module;
class ScheduleIndex;
class Value;

/// Represents a time for which the bytes of a value are its own.
struct HeldRange {
  const Value *V;
  LiveRange Range;
  /// Is true if the value is older: it is needed again where another branch of
  /// a conditional begins.
  bool IsResumed = false;
};

/// Computes from the printed live ranges when the program needs the bytes of a
/// value. XLA prints an operand of a conditional as live up to the conditional,
/// which comes after its branches in the schedule, or to the last read in one
/// of them. But a branch needs the operand only up to its last read there, and
/// a branch that does not read it not at all: memory-space assignment gives the
/// bytes to others from then on. A loop in a branch that the operand is given
/// to has the bytes from the loop's beginning on, and what it carries there is
/// printed as live for as long as the operand, though it is not read up to
/// then. What a branch computes is not there while another branch of the
/// conditional runs, though its printed range may extend into it.
class HeldRanges {
public:
  /// Constructs a HeldRanges; \p Schedule is null if the owners of
  /// instructions are in doubt.
  HeldRanges(const Module &M, const ScheduleIndex &Times,
             const HloSchedule *Schedule);

  /// Returns the printed ranges of the values of \p A that have bytes.
  static std::vector<HeldRange> asPrinted(const Allocation &A);
  /// Returns the ranges in which the values of \p A are needed; a value that a
  /// conditional reads last may have several. A value whose branches are
  /// unknown is left out.
  std::vector<HeldRange> asNeeded(const Allocation &A) const;

private:
  struct Reads;

  Time findOwnEnd(const Value &V, LiveRange R) const;
  Time findLastReader(const Value &V, LiveRange R) const;
  Time findEndBeforeBranches(LiveRange R) const;
  void addNeeded(const Value &V, std::vector<HeldRange> &Held) const;
  void leaveOtherBranches(Time Definition, std::vector<HeldRange> &Held,
                          size_t First) const;
  void hold(const Reads &R, LiveRange Within,
            std::vector<HeldRange> &Held) const;

  const Module &M;
  const ScheduleIndex &Times;
  const HloSchedule *Schedule;
  /// Maps each computation that is called to the schedule position of its
  /// caller.
  llvm::DenseMap<ComputationId, Time> Callers;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_LIVENESS_HELDRANGES_H
