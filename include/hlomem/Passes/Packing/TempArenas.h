//===- TempArenas.h - The arenas that passes place again ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_PACKING_TEMPARENAS_H
#define HLOMEM_PASSES_PACKING_TEMPARENAS_H

#include "hlomem/Analysis/PreservedAnalyses.h"
#include "hlomem/Passes/Packing/PackingOptions.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class Allocation;
class Module;
struct PassRun;

/// Holds the options of a pass on placements.
struct PlacementRules {
  PackingProfile Profile = PackingProfile::Xla;
  /// Is the alignment of offsets in bytes, or none to infer it from the arena.
  std::optional<uint64_t> Alignment;

  Bytes getAlignment(const ArenaBuffers &Content) const {
    return hlomem::getAlignment(Content, Alignment);
  }
  /// Describes the rules: "profile xla, alignment 64 inferred".
  std::string describe(const ArenaBuffers &Content) const;
};

/// Represents an arena and what is to be placed in it.
struct TempArena {
  const Allocation *Home = nullptr;
  ArenaBuffers Content;
  /// Is the packing problem of the buffers, in their order.
  packing::Problem Problem;
};

/// Returns the packing problem of \p A, a temp arena of the module. Buffers
/// that may be tied are tied. Fails, with part of a sentence, if its buffers
/// cannot be placed.
Expected<TempArena> readTempArena(const PassRun &Run, const Allocation &A,
                                  const PlacementRules &Rules);

/// Replaces the ties of \p Arena, which may be too many, by those of loops and
/// conditionals if LoopAnalysis explains them all. Fails as readTempArena()
/// does.
Error tieByLoops(const PassRun &Run, TempArena &Arena,
                 const PlacementRules &Rules);

/// Returns the packing problem of the arena that the option `allocation` of the
/// pass names: allocation \p Number, or the only arena if it has no value. Ties
/// follow from loops and conditionals. Fails, naming the pass.
Expected<TempArena> selectTempArena(const PassRun &Run,
                                    std::optional<uint64_t> Number,
                                    const PlacementRules &Rules);

/// Describes how the placement of an arena changes.
struct ArenaMove {
  Bytes Before;
  Bytes After;
  uint64_t BufferCount = 0;
  uint64_t ValueCount = 0;
};

/// Moves the buffers of \p Arena to \p Offsets, a valid placement, and gives
/// the allocation the size that they need. Values keep their offsets within
/// their buffers.
ArenaMove moveBuffers(Module &M, const TempArena &Arena,
                      ArrayRef<uint64_t> Offsets);

/// Returns the analyses that moveBuffers() preserves for the module of \p Run.
PreservedAnalyses getPreservedByMoves(const PassRun &Run);

} // namespace hlomem

#endif // HLOMEM_PASSES_PACKING_TEMPARENAS_H
