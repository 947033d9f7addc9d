//===- MemoryTimeline.h - Live bytes over time ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Computes the peak of live bytes of each memory space and allocation, and its
/// schedule position. The terms are those of docs/MemoryModel.md.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_MEMORYTIMELINE_H
#define HLOMEM_ANALYSIS_MEMORY_MEMORYTIMELINE_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/LifetimeBound.h"

namespace hlomem {

class Allocation;
class Liveness;
class Module;

/// Represents a largest number of live bytes and its earliest schedule
/// position.
struct PeakLoad {
  Bytes Size;
  Time At = 0;
};

/// Represents one memory space, or all of them together, over the whole
/// program. Thread-local allocations count nowhere in it.
struct SpaceTimeline {
  /// Points to the first allocation in the dump; invalid for all spaces
  /// together.
  SMLoc Loc;
  /// Holds the sum of the sizes of the allocations.
  Bytes Allocated;
  /// Holds the largest live(s, t): the padded bytes of the slices of the values
  /// live at t, where bytes shared by several values count once. LiveCurves has
  /// them for each position.
  PeakLoad Peak;
  /// Holds live(s, t) added up over all positions; overflows if that does not
  /// fit.
  Bytes ByteTime;
  /// Counts the values that have bytes but no live range: it is unknown when
  /// they are live, and they count nowhere as live.
  size_t UnknownValues = 0;
  /// Holds the bytes of the slices of such values; bytes shared by several
  /// count once.
  Bytes UnknownBytes;
  /// Holds the sum of the fragmentation of the arenas where it is known.
  Bytes Fragmentation;
  /// Holds the sizes of the other arenas, and of allocations that are no arenas
  /// but may hold scoped memory.
  Bytes UnknownArenas;

  /// Returns true if nothing is live at any position, and some values have no
  /// live range.
  bool isPeakUnknown() const {
    return UnknownValues != 0 && Peak.Size.isZero();
  }
};

/// Holds the live bytes over time of all memory spaces and allocations. If no
/// live range is known, every peak is zero.
class MemoryTimeline {
public:
  /// Computes the timelines. \p AM, which may be null, is asked for the program
  /// only if the dump does not show which instructions request scoped memory.
  MemoryTimeline(const Module &M, const Liveness &Live,
                 AnalysisManager *AM = nullptr);

  /// Returns the memory spaces of the allocations, ascending.
  ArrayRef<MemorySpace> spaces() const HLOMEM_LIFETIME_BOUND { return Numbers; }
  /// Returns the timeline of \p Space; an empty one if it has no allocations.
  const SpaceTimeline &getSpace(MemorySpace Space) const HLOMEM_LIFETIME_BOUND;
  /// Returns the sum over all spaces. Its peak need not be at the peak of any
  /// of them.
  const SpaceTimeline &getAllSpaces() const HLOMEM_LIFETIME_BOUND {
    return All;
  }
  /// Returns what is live in all spaces at the position of the peak that the
  /// dump prints; zero if it prints none, or one after the end of the program.
  Bytes getLiveAtPrintedPeak() const { return LiveAtPrintedPeak; }
  /// Returns load(a): the largest number of live bytes in \p A.
  const PeakLoad &getLoad(const Allocation &A) const HLOMEM_LIFETIME_BOUND;
  /// Returns false if \p A has values with bytes and none of them has a live
  /// range; the load of 0 then means nothing.
  bool isLoadKnown(const Allocation &A) const;
  /// Returns false if the dump contradicts itself: slices reach beyond the end
  /// of \p A.
  bool holdsItsValues(const Allocation &A) const;
  /// Returns true if bytes of \p A that no value holds may be scoped memory
  /// (ScopedReservations). Returns false if no byte is free at the load.
  bool holdsScopedMemory(const Allocation &A) const;
  /// Returns size less load of \p A; none if the load is not known, \p A is
  /// smaller than its values, or it may hold scoped memory.
  std::optional<Bytes> getFragmentation(const Allocation &A) const;

private:
  std::vector<MemorySpace> Numbers;
  std::vector<SpaceTimeline> Spaces;
  SpaceTimeline All;
  Bytes LiveAtPrintedPeak;
  /// Holds what getLoad() returns for each allocation, in the order of the
  /// module, whose first allocation is First.
  std::vector<PeakLoad> Loads;
  /// Holds what isLoadKnown() returns.
  std::vector<bool> HasLoad;
  /// Holds what holdsItsValues() returns.
  std::vector<bool> HoldsValues;
  /// Holds what holdsScopedMemory() returns.
  std::vector<bool> HoldsScoped;
  const Allocation *First;
};

struct MemoryTimelineAnalysis
    : public AnalysisInfoMixin<MemoryTimelineAnalysis> {
  using Result = MemoryTimeline;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_MEMORYTIMELINE_H
