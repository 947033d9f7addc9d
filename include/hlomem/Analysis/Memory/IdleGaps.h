//===- IdleGaps.h - What values could do in their gaps --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_IDLEGAPS_H
#define HLOMEM_ANALYSIS_MEMORY_IDLEGAPS_H

#include "hlomem/Analysis/Dataflow/ReadTimes.h"
#include "hlomem/IR/MemorySpace.h"
#include "llvm/ADT/ArrayRef.h"
#include <vector>

namespace hlomem {

class AssignmentEdit;
class LiveCurves;
class MemoryTimeline;

/// What could be done so that a value is not there in a gap.
enum class GapRemedy {
  None,      ///< It has to stay: GapObstacle says why.
  Sink,      ///< Its instruction could run just before the first read.
  Recompute, ///< Its instruction could run again after the gap.
  Offload,   ///< It could lie elsewhere, on the host for instance.
};

/// Why a value stays in a gap.
enum class GapObstacle {
  None,
  NotNeeded,   ///< Nothing reads it after the gap; what keeps it is no read.
  Argument,    ///< Its place is the caller's.
  Constant,    ///< It is part of the program.
  Phi,         ///< It merges others, whose memory it has.
  TakesOver,   ///< It takes over the bytes of Other, in place.
  HandsOver,   ///< Other takes over its bytes, in place.
  PartOfTuple, ///< Its instruction defines further values.
  Effects,     ///< Its instruction does more than to define it.
  Elsewhere,   ///< A computation that is called reads it, or a loop.
  Async,       ///< An asynchronous operation has it meanwhile.
  Unknown,     ///< The dump does not show its instruction.
  UnknownRead, ///< The dump does not show the instruction Reader.
};

/// A gap and what could be done in it. It concerns the live peak only where the
/// gap is at the peak.
struct IdleGap {
  Gap Where;
  GapRemedy Remedy = GapRemedy::None;
  GapObstacle Obstacle = GapObstacle::None;
  /// Of TakesOver and HandsOver the other value. Of Offload the operand that
  /// has ended when the instruction would run; null if that is not the reason.
  const Value *Other = nullptr;
  /// Of UnknownRead who reads the value.
  llvm::StringRef Reader;
};

/// What could be done in each of \p Gaps, in their order. Claims nothing that
/// the dump does not show: a value can be computed later only if all that its
/// instruction reads is live then anyway. Linear in the module and the gaps.
std::vector<IdleGap> findRemedies(const Module &M, const Liveness &Live,
                                  const AliasBuffers &Buffers,
                                  llvm::ArrayRef<Gap> Gaps);

/// Takes the value of \p G away while the gap lasts.
/// \pre G.Remedy is not None.
void removeInGap(const Liveness &Live, const IdleGap &G, AssignmentEdit &E);

/// A gap that costs something at the peak of a memory space.
struct GapAtPeak {
  IdleGap Gap;
  /// The peak would not be lower by more than this without the gap: neither by
  /// more than the size of the value, nor below what is live at other times.
  Bytes AtMost;
};

/// Those of \p Gaps that could lower the peak of \p Space, with a remedy, the
/// most promising first: by AtMost, then by the size of the value. PeakWhatIf
/// tells by how much. Linear in the module and the gaps, but for sorting.
std::vector<GapAtPeak>
findGapsAtPeak(const Module &M, const Liveness &Live, const ReadTimes &Reads,
               const AliasBuffers &Buffers, const MemoryTimeline &Timeline,
               LiveCurves &Curves, MemorySpace Space, llvm::ArrayRef<Gap> Gaps);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_IDLEGAPS_H
