//===- IdleGaps.h - What values could do in their gaps --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_IDLEGAPS_H
#define HLOMEM_ANALYSIS_MEMORY_IDLEGAPS_H

#include "hlomem/Analysis/Liveness/ReadTimes.h"
#include "hlomem/IR/MemorySpace.h"

namespace hlomem {

class AssignmentEdit;
class LiveCurves;
class MemoryTimeline;

/// Identifies what could keep the memory of a value free in a gap.
enum class GapRemedy {
  /// Identifies that the value has to stay: GapObstacle tells why.
  None,
  /// Identifies that the instruction could run just before the first read.
  Sink,
  /// Identifies that the instruction could run again after the gap.
  Recompute,
  /// Identifies that the value could be elsewhere, for instance on the host.
  Offload,
};

/// Identifies why a value stays in a gap.
enum class GapObstacle {
  None,
  /// Identifies that nothing reads the value after the gap; what keeps it is no
  /// read.
  NotNeeded,
  /// Identifies that the value is in memory of the caller.
  Argument,
  /// Identifies that the value is part of the program.
  Constant,
  /// Identifies that the value merges others, whose memory it has.
  Phi,
  /// Identifies that the value takes over the bytes of Other in place.
  TakesOver,
  /// Identifies that Other takes over the bytes of the value in place.
  HandsOver,
  /// Identifies that the instruction defines further values.
  PartOfTuple,
  /// Identifies that the instruction does more than define the value.
  Effects,
  /// Identifies that a loop or a called computation reads the value.
  Elsewhere,
  /// Identifies that an asynchronous operation uses the value meanwhile.
  Async,
  /// Identifies that the dump does not show the instruction.
  Unknown,
  /// Identifies that the dump does not show the instruction Reader.
  UnknownRead,
};

/// Represents a gap and its remedy. It affects the live peak only if the gap is
/// at the peak.
struct IdleGap {
  Gap Where;
  GapRemedy Remedy = GapRemedy::None;
  GapObstacle Obstacle = GapObstacle::None;
  /// Points to the other value of TakesOver and HandsOver. For Offload, points
  /// to the operand that has ended when the instruction would run; null if that
  /// is not the reason.
  const Value *Other = nullptr;
  /// Names the instruction that reads the value, for UnknownRead.
  StringRef Reader;
};

/// Returns the remedy of each of \p Gaps, in their order. Claims nothing that
/// the dump does not show: a value can be computed later only if all that its
/// instruction reads is live then anyway. Takes time linear in the module and
/// the gaps.
std::vector<IdleGap> findRemedies(const Module &M, const Liveness &Live,
                                  const AliasBuffers &Buffers,
                                  ArrayRef<Gap> Gaps);

/// Removes the value of \p G from memory while the gap lasts.
/// \pre G.Remedy is not None.
void removeInGap(const Liveness &Live, const IdleGap &G, AssignmentEdit &E);

/// Represents a gap that costs something at the peak of a memory space.
struct GapAtPeak {
  IdleGap Gap;
  /// Holds an upper bound of how much lower the peak would be without the gap:
  /// neither more than the size of the value, nor down below what is live at
  /// other schedule positions.
  Bytes AtMost;
};

/// Returns those of \p Gaps with a remedy that could lower the peak of
/// \p Space, sorted by AtMost and then by the size of the value, the largest
/// first. PeakWhatIf tells by how much each does. Takes time linear in the
/// module and the gaps, except for sorting.
std::vector<GapAtPeak>
findGapsAtPeak(const Module &M, const Liveness &Live, const ReadTimes &Reads,
               const AliasBuffers &Buffers, const MemoryTimeline &Timeline,
               LiveCurves &Curves, MemorySpace Space, ArrayRef<Gap> Gaps);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_IDLEGAPS_H
