//===- TempArenas.h - The arenas that passes place anew -------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_TEMPARENAS_H
#define HLOMEM_PASSUTILS_TEMPARENAS_H

#include "hlomem/Analysis/Arena/ArenaPacking.h"
#include "hlomem/Analysis/PreservedAnalyses.h"
#include "hlomem/Packing/Problem.h"
#include "hlomem/PassUtils/PackingOptions.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>

namespace hlomem {

class Allocation;
class AnalysisManager;
class Liveness;
class LoopInfo;
class Module;

/// What the options of a pass ask of a placement.
struct PlacementRules {
  PackingProfile Profile = PackingProfile::Xla;
  /// None: the alignment is inferred from the arena.
  std::optional<uint64_t> Alignment;

  Bytes getAlignment(const ArenaBuffers &Content) const {
    return hlomem::getAlignment(Content, Alignment);
  }
  /// "profile xla, alignment 64 inferred".
  std::string describe(const ArenaBuffers &Content) const;
};

/// An arena and what is to be placed in it.
struct TempArena {
  const Allocation *Home = nullptr;
  ArenaBuffers Content;
  /// Of the buffers, in their order.
  packing::Problem Problem;
};

/// What is asked for \p A, a temp arena, as long as ties are in doubt. An error
/// says why its buffers cannot be placed, as part of a sentence.
llvm::Expected<TempArena> readTempArena(const Module &M, AnalysisManager &AM,
                                        const Allocation &A,
                                        const PlacementRules &Rules);

/// Asks for no ties but those of loops and conditionals, where \p Loops knows.
/// An error as above.
llvm::Error tieByLoops(TempArena &Arena, const Module &M, const Liveness &Live,
                       const LoopInfo &Loops, const PlacementRules &Rules);

/// The same for the arena that the option `allocation` of \p Pass names: the
/// only one if it is \p Number without a value. An error is a whole sentence.
llvm::Expected<TempArena> selectTempArena(const Module &M, AnalysisManager &AM,
                                          llvm::StringRef Pass,
                                          std::optional<uint64_t> Number,
                                          const PlacementRules &Rules);

/// What an arena's place in memory changes by.
struct ArenaMove {
  Bytes Before;
  Bytes After;
  uint64_t BufferCount = 0;
  uint64_t ValueCount = 0;
};

/// Moves the buffers of \p Arena to \p Offsets, valid ones, and gives it the
/// size that they need. Values keep their place within their buffer.
ArenaMove moveBuffers(Module &M, const TempArena &Arena,
                      llvm::ArrayRef<uint64_t> Offsets);

/// What holds after that. \p HasDerivedRanges as Liveness::isDerived().
PreservedAnalyses getPreservedByMoves(bool HasDerivedRanges);

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_TEMPARENAS_H
