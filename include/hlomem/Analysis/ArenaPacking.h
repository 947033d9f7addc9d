//===- ArenaPacking.h - An arena as a packing problem ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the packer of XLA was asked, as far as the dump shows it, and how much
/// of the size of an arena is due to what (docs/Packing.md).
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ARENAPACKING_H
#define HLOMEM_ANALYSIS_ARENAPACKING_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/Packing/Problem.h"
#include "hlomem/Packing/Solver.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

class Allocation;
class AnalysisManager;
class Liveness;
class Module;
class Value;

/// What may move (definitions of docs/Packing.md).
enum class PackingProfile {
  /// What XLA itself never does stays undone: nothing else reuses the bytes of
  /// a tuple's pointer table, and a slice that a cross-program prefetch writes
  /// keeps its place for the whole program.
  Xla,
  /// Every buffer may go anywhere.
  Free,
};

/// "xla" or "free".
llvm::StringRef getName(PackingProfile Profile);

/// A buffer of an arena: values that share one slice and move as one.
struct ArenaBuffer {
  /// By begin, end, id. At least one.
  llvm::SmallVector<const Value *, 1> Values;
  /// From the first begin to the last end.
  LiveRange Range;
  /// Where the first byte of it lies now.
  Bytes Offset;
  /// From there to the last byte of any of them.
  Bytes Size;
};

/// The buffers of one arena, ascending by offset and begin.
struct ArenaBuffers {
  std::vector<ArenaBuffer> Buffers;
  /// The greatest power of two that divides every offset, 2^62 at most: what
  /// is inferred where the user names no alignment.
  Bytes InferredAlignment;
  /// Why the arena is no packing problem, as part of a sentence; empty if it is
  /// one.
  std::string WhyUnknown;
};

/// The buffers of \p A, which is an arena (Allocation::isArena()).
ArenaBuffers findArenaBuffers(const Allocation &A, const Liveness &Live);

/// What is asked for \p Arena under \p Profile: a buffer each, in its order,
/// live from Range.Begin up to Range.End + 1 or, under the profile xla, longer.
/// \p Alignment counts for every buffer. \pre WhyUnknown is empty.
packing::Problem makeProblem(const ArenaBuffers &Arena, const Module &M,
                             PackingProfile Profile, Bytes Alignment);

/// How hard to look for a better placement.
///   0  bounds, and what is there
///   1  greedy placements and a short search: milliseconds
///   2  about a second for a hard arena
///   3  about a minute
/// The result depends on the effort, never on the machine.
struct PackingEffort {
  unsigned Level = 1;

  /// The steps a solver may spend on one arena of \p Buffers buffers.
  uint64_t getMaxSteps(size_t Buffers) const;
};

/// A number of bytes of which the least and the most are known.
struct BytesRange {
  Bytes Low;
  Bytes High;
  bool isExact() const { return Low == High; }
};

/// The best known answer for an arena under one profile: the present placement,
/// or a better one.
struct ArenaAnswer {
  packing::Problem Asked;
  packing::Solution Found;

  BytesRange getBest() const { return {Bytes(Found.Bound), Bytes(Found.Size)}; }
};

/// Solves it, beginning with the present placement; never ends with a larger
/// one.
ArenaAnswer solveArena(const ArenaBuffers &Arena, const Module &M,
                       PackingProfile Profile, Bytes Alignment,
                       PackingEffort Effort);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ARENAPACKING_H
