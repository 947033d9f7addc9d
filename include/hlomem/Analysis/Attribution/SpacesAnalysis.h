//===- SpacesAnalysis.h - What each memory space holds --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The terms are those of docs/MemoryModel.md#memory-spaces.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ATTRIBUTION_SPACESANALYSIS_H
#define HLOMEM_ANALYSIS_ATTRIBUTION_SPACESANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Memory/MemoryTimeline.h"
#include "hlomem/Analysis/Memory/ScopedMemory.h"
#include "hlomem/IR/Allocation.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

class InferredBackend;
class Liveness;
class Module;
class PaddingFacts;

/// The allocations of one kind in a memory space.
struct SpaceKind {
  AllocationKind Kind;
  uint64_t Allocations = 0;
  Bytes Size;
  /// What of it is live at the peak of the space; zero where that is unknown.
  Bytes AtPeak;
};

/// One memory space.
struct SpaceBlock {
  NamedMemorySpace Space;
  /// Allocations that are not thread-local.
  uint64_t Allocations = 0;
  Bytes Allocated;
  /// By size, the largest first; they add up to Allocated.
  std::vector<SpaceKind> Kinds;
  /// The first of all in the dump; invalid where the space has none.
  llvm::SMLoc Loc;

  /// Thread-local allocations, which Allocated does not hold.
  uint64_t ThreadLocalAllocations = 0;
  Bytes ThreadLocal;

  /// The most live bytes; none where nothing is known of when its values are
  /// live. Bytes of unknown ranges are not in it.
  std::optional<PeakLoad> Peak;
  /// Values with bytes but without a live range, and their slices.
  uint64_t UnknownValues = 0;
  Bytes UnknownBytes;
  /// Live bytes added up over all times; overflow where that does not fit.
  Bytes ByteTime;
  /// Size less load, over all arenas where it is known, and the sizes of the
  /// others; zero where Peak is unknown.
  Bytes Fragmentation;
  Bytes UnknownArenas;
  /// What of the peak is padding, and what has an unknown logical size.
  Bytes Padding;
  Bytes UnknownPadding;

  ScopedMemory Scoped;
  /// Live bytes of the space when Scoped is largest; zero where that is
  /// unknown.
  Bytes LiveBesideScoped;
  /// The user's limit; none where there is none.
  std::optional<Bytes> Limit;

  /// What the runtime requests is what counts.
  bool isOverLimit() const { return Limit && Allocated > *Limit; }
};

/// All memory spaces of a module.
class MemorySpaces {
public:
  MemorySpaces(const Module &M, const Liveness &Live,
               const MemoryTimeline &Timeline, const PaddingFacts &Padding,
               const ScopedMemories &Scoped, const InferredBackend &Backend,
               const Target &Machine);

  /// Those with allocations, with scoped memory or with a limit, by number.
  llvm::ArrayRef<SpaceBlock> spaces() const { return Spaces; }
  /// Null for any other.
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

#endif // HLOMEM_ANALYSIS_ATTRIBUTION_SPACESANALYSIS_H
