//===- SpacesAnalysis.h - What each memory space holds --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Describes the contents of each memory space. The terms are those of
/// docs/MemoryModel.md#memory-spaces.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_SPACESANALYSIS_H
#define HLOMEM_ANALYSIS_MEMORY_SPACESANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Memory/ScopedMemory.h"
#include "hlomem/IR/Allocation.h"

namespace hlomem {

class InferredBackend;
class Liveness;
class Module;
class PaddingFacts;

/// Represents the allocations of one kind in a memory space.
struct SpaceKind {
  AllocationKind Kind;
  uint64_t Allocations = 0;
  Bytes Size;
  /// Holds the bytes of them that are live at the peak of the space; zero if
  /// that is unknown.
  Bytes AtPeak;
};

/// Represents one memory space.
struct SpaceBlock {
  NamedMemorySpace Space;
  /// Counts the allocations that are not thread-local.
  uint64_t Allocations = 0;
  Bytes Allocated;
  /// Lists the kinds by size, the largest first; they add up to Allocated.
  std::vector<SpaceKind> Kinds;
  /// Points to the first allocation in the dump; invalid if the space has none.
  SMLoc Loc;

  /// Counts the thread-local allocations, which Allocated does not include.
  uint64_t ThreadLocalAllocations = 0;
  Bytes ThreadLocal;

  /// Holds the most live bytes; none if no live range of its values is known.
  /// Bytes of unknown ranges are not included.
  std::optional<PeakLoad> Peak;
  /// Counts the values with bytes but without a live range.
  uint64_t UnknownValues = 0;
  /// Holds the bytes of the slices of such values.
  Bytes UnknownBytes;
  /// Holds the sum of live bytes over all schedule positions; overflows if that
  /// does not fit.
  Bytes ByteTime;
  /// Holds size less load, over all arenas where it is known; zero if Peak is
  /// unknown.
  Bytes Fragmentation;
  /// Holds the sizes of the other arenas; zero if Peak is unknown.
  Bytes UnknownArenas;
  /// Holds the padding at the peak.
  Bytes Padding;
  /// Holds the bytes at the peak of unknown logical size.
  Bytes UnknownPadding;

  ScopedMemory Scoped;
  /// Holds the live bytes of the space at the position where Scoped is largest;
  /// zero if that is unknown.
  Bytes LiveBesideScoped;
  /// Holds the user's limit; none if there is none.
  std::optional<Bytes> Limit;

  /// Returns true if the allocated bytes, which the runtime requests, exceed
  /// the limit.
  bool isOverLimit() const { return Limit && Allocated > *Limit; }
};

/// Holds all memory spaces of a module.
class MemorySpaces {
public:
  MemorySpaces(const Module &M, const Liveness &Live,
               const MemoryTimeline &Timeline, const PaddingFacts &Padding,
               const ScopedMemories &Scoped, const InferredBackend &Backend,
               const Target &Machine);

  /// Returns the memory spaces with allocations, scoped memory or a limit, by
  /// number.
  ArrayRef<SpaceBlock> spaces() const { return Spaces; }
  /// Returns the memory space \p Space; null if spaces() does not have it.
  const SpaceBlock *find(MemorySpace Space) const;

private:
  std::vector<SpaceBlock> Spaces;
};

struct SpacesAnalysis : public AnalysisInfoMixin<SpacesAnalysis> {
  using Result = MemorySpaces;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_SPACESANALYSIS_H
