//===- HeldRanges.h - Until when bytes are needed -------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_LIVENESS_HELDRANGES_H
#define HLOMEM_ANALYSIS_LIVENESS_HELDRANGES_H

#include "hlomem/Analysis/Program/ProgramStructure.h"
#include "hlomem/IR/LiveRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <vector>

namespace hlomem {

class Allocation;
class Module;
class ScheduleIndex;
class Value;

/// A time for which the bytes of a value are its own.
struct HeldRange {
  const Value *V;
  LiveRange Range;
  /// The value is older: it is needed again where another branch of a
  /// conditional begins.
  bool IsResumed = false;
};

/// What a program needs of the printed live ranges. An operand of a conditional
/// is printed as live up to the conditional, which stands after its branches in
/// the schedule, or to the last read in one of them. But a branch needs it up
/// to its last read there alone, and one that does not read it not at all:
/// memory-space assignment gives the bytes to others from then on. A loop that
/// a branch gives it to has the bytes from its beginning on, and what it
/// carries there is printed as live for as long as the operand, though it is
/// not read up to then. What a branch computes is not there while another
/// branch of the conditional runs, though its printed range may reach into
/// that.
class HeldRanges {
public:
  /// \p Structure is null where the owners of instructions are in doubt.
  HeldRanges(const Module &M, const ScheduleIndex &Times,
             const ProgramStructure *Structure);

  /// The printed ranges of the values of \p A that have bytes.
  static std::vector<HeldRange> asPrinted(const Allocation &A);
  /// The same, with parts for values that a conditional reads last. Where the
  /// branches are not known nothing is said of such a value.
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
  const ProgramStructure *Structure;
  /// Of each computation that is called, when that is.
  llvm::DenseMap<uint32_t, Time> Callers;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_LIVENESS_HELDRANGES_H
