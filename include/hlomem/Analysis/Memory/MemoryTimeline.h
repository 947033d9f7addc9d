//===- MemoryTimeline.h - Live bytes over time ----------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// How much of each memory space, and of each allocation, is live at most and
/// when. The terms are those of docs/MemoryModel.md.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_MEMORYTIMELINE_H
#define HLOMEM_ANALYSIS_MEMORY_MEMORYTIMELINE_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "hlomem/Support/LifetimeBound.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/SMLoc.h"
#include <optional>
#include <vector>

namespace hlomem {

class Allocation;
class HloProgram;
class Liveness;
class Module;

/// The largest number of live bytes of something, and the earliest time of it.
struct PeakLoad {
  Bytes Size;
  Time At = 0;
};

/// One memory space, or all of them together, over the whole program.
/// Thread-local allocations do not count anywhere here.
struct SpaceTimeline {
  /// That of the first allocation, where the dump has it; invalid for all
  /// spaces together.
  llvm::SMLoc Loc;
  /// Sizes of the allocations.
  Bytes Allocated;
  /// The largest live(s, t): padded bytes of the slices of the values live at
  /// t, bytes shared by several values once. LiveCurves has those of each time.
  PeakLoad Peak;
  /// live(s, t) added up over all times; overflow where that does not fit.
  Bytes ByteTime;
  /// Values that have bytes but no live range: it is unknown when they are
  /// live, and they count nowhere as live.
  size_t UnknownValues = 0;
  /// The slices of those, bytes shared by several once.
  Bytes UnknownBytes;
  /// The sum over the arenas where it is known.
  Bytes Fragmentation;
  /// The sizes of the others, and of what is no arena but may hold scoped
  /// memory.
  Bytes UnknownArenas;

  /// Nothing is live at any time, and of something it is unknown when.
  bool isPeakUnknown() const {
    return UnknownValues != 0 && Peak.Size.isZero();
  }
  /// Fragmentation is all that there is.
  bool isFragmentationKnown() const {
    return !isPeakUnknown() && UnknownArenas.isZero();
  }
};

/// What there is to say of live bytes over time. Where nothing is known of live
/// ranges, every peak is zero.
class MemoryTimeline {
public:
  /// \p FindProgram gives the text of the program, if there is one; it is asked
  /// only where the dump does not show which instructions ask for scoped
  /// memory.
  MemoryTimeline(
      const Module &M, const Liveness &Live,
      llvm::function_ref<const HloProgram *()> FindProgram = nullptr);

  /// The memory spaces of the allocations, ascending.
  llvm::ArrayRef<MemorySpace> spaces() const HLOMEM_LIFETIME_BOUND {
    return Numbers;
  }
  /// \pre \p Space is one of spaces().
  const SpaceTimeline &getSpace(MemorySpace Space) const HLOMEM_LIFETIME_BOUND;
  /// The sum over all spaces. Its peak need not be at the peak of any of them.
  const SpaceTimeline &getAllSpaces() const HLOMEM_LIFETIME_BOUND {
    return All;
  }
  /// What is live in all spaces at the time of the peak that the dump prints;
  /// zero where it prints none, or one after the end of the program.
  Bytes getLiveAtPrintedPeak() const { return LiveAtPrintedPeak; }
  /// load(a): the largest number of live bytes in the allocation.
  const PeakLoad &getLoad(const Allocation &A) const HLOMEM_LIFETIME_BOUND;
  /// False where some values have bytes and none of those a live range: then
  /// the load of 0 means nothing.
  bool isLoadKnown(const Allocation &A) const;
  /// False if the dump contradicts itself: slices reach beyond the end.
  bool holdsItsValues(const Allocation &A) const;
  /// Whether bytes that no value holds are known to be possibly scoped memory
  /// (ScopedReservations). False where no byte is free at the load.
  bool holdsScopedMemory(const Allocation &A) const;
  /// Size less load. None where the load is not known, where the allocation is
  /// smaller than its values, or where it may hold scoped memory.
  std::optional<Bytes> getFragmentation(const Allocation &A) const;

private:
  std::vector<MemorySpace> Numbers;
  std::vector<SpaceTimeline> Spaces;
  SpaceTimeline All;
  Bytes LiveAtPrintedPeak;
  /// In the order of the module; this is its first allocation.
  std::vector<PeakLoad> Loads;
  /// What isLoadKnown() says.
  std::vector<bool> HasLoad;
  /// What holdsItsValues() says.
  std::vector<bool> HoldsValues;
  /// What holdsScopedMemory() says.
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
