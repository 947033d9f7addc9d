//===- ArenaPacking.h - An arena as a packing problem ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Poses the packing problem that XLA's packer solved for an arena, as far as
/// the dump shows it, and splits the size of the arena into its causes
/// (docs/Packing.md).
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ARENA_ARENAPACKING_H
#define HLOMEM_ANALYSIS_ARENA_ARENAPACKING_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/Value.h"
#include "hlomem/Packing/Problem.h"
#include "hlomem/Packing/Solver.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class Allocation;
class AnalysisManager;
class Liveness;
class LoopInfo;
class Module;

/// Identifies which buffers may move (definitions of docs/Arenas.md).
enum class PackingProfile {
  /// Identifies that what XLA itself never does is not allowed: nothing else
  /// reuses, at any time, the bytes of a tuple's index table or of a slice that
  /// a cross-program prefetch writes; and buffers in memory of the caller stay
  /// where they are.
  Xla,
  /// Identifies that every buffer may go anywhere.
  Free,
};

/// Returns "xla" or "free".
StringRef getName(PackingProfile Profile);

/// Returns true if the buffers of \p A may be placed again: it holds several
/// values, and XLA chose their places. The size of any other allocation follows
/// from what it is for, and all its values are at its beginning.
bool isTempArena(const Allocation &A);

/// Represents a buffer of an arena: values that share one slice and move
/// together.
struct ArenaBuffer {
  /// Lasts from the first begin to the last end of the values.
  LiveRange Range;
  /// Holds the present offset of the first byte.
  Bytes Offset;
  /// Holds the bytes from there to the last byte of any of the values.
  Bytes Size;
  /// Groups buffers: those with the same number other than 0 share what a loop
  /// carries or a conditional gives, and stay at one offset, as they do at
  /// present.
  unsigned Tie = 0;
  /// Holds the position in ArenaBuffers::Order of the first of the values, of
  /// which there is at least one.
  uint32_t FirstValue = 0;
  uint32_t ValueCount = 0;
  /// Is true if each of the values has the buffer's offset and size.
  bool HasOneSlice = true;

  Bytes getEndOffset() const { return Offset + Size; }
};

/// Represents the buffers of one arena, ascending by offset and begin. No two
/// of them share a byte while both are live. Values without bytes are in none
/// of them.
struct ArenaBuffers {
  std::vector<ArenaBuffer> Buffers;
  /// Refers to all values of the allocation.
  ArrayRef<Value> Values;
  /// Lists the positions of the values with bytes, buffer by buffer, and within
  /// a buffer by begin, end and id.
  std::vector<uint32_t> Order;
  /// Holds the offset where the last byte of any buffer ends.
  Bytes EndOffset;
  /// Holds the greatest power of two that divides every offset, which is the
  /// alignment if the user gives none; 1 if every offset is 0, since any
  /// alignment would do then.
  Bytes InferredAlignment = Bytes(1);
  /// Holds for each buffer the tie to buffers that certainly share its offset,
  /// which is what bounds may rely on; empty if there are no such ties.
  std::vector<unsigned> CertainTies;
  /// Is true if all ties are certain. Otherwise buffers may be tied needlessly.
  bool AreTiesCertain = true;
  /// Tells why the arena is no packing problem, as part of a sentence; empty if
  /// it is one, which then has a buffer.
  std::string WhyUnknown;

  bool hasTies() const;

  ArrayRef<uint32_t> positions(const ArenaBuffer &B) const {
    return ArrayRef(Order).slice(B.FirstValue, B.ValueCount);
  }
  /// Returns the values of \p B in the order of Order.
  auto values(const ArenaBuffer &B) const {
    return llvm::map_range(positions(B), [this](uint32_t I) -> const Value & {
      return Values[I];
    });
  }
  const Value &getFirstValue(const ArenaBuffer &B) const {
    return Values[Order[B.FirstValue]];
  }
};

/// Ties what may belong to one leaf of a loop or of a conditional: all buffers
/// that hold a value with the offset and size of one phi. \p Phis are the phis
/// among the values of the buffers. These ties are certain only if there are
/// none. Takes O(n) time.
void tieByPhis(ArenaBuffers &Arena, ArrayRef<const Value *> Phis);

/// Keeps only the ties that \p Loops confirms, which are then certain, if it
/// knows the computations and explains every phi that is tied. Otherwise the
/// ties stay, and only those between the initial value and the result of each
/// loop are certain. Takes O(n) time.
void tieByLoops(ArenaBuffers &Arena, const LoopInfo &Loops);

/// Returns the buffers of \p A, which is an arena (Allocation::isArena()), tied
/// by phis. Takes O(n log n) time if values that share bytes at one time have
/// one offset, as in a sound dump. Uses at most \p Threads threads.
ArenaBuffers findArenaBuffers(const Allocation &A, const Liveness &Live,
                              unsigned Threads = 1);

/// Returns the present offsets of the buffers of \p Arena, in their order.
packing::Placement getPresentPlacement(const ArenaBuffers &Arena);

/// Returns why no problem can be posed for \p Arena with \p Alignment, as part
/// of a sentence: its WhyUnknown, or the present placement violates the
/// alignment, or sums would overflow. Returns the empty string if makeProblem()
/// may be called.
std::string getUnpackableReason(const ArenaBuffers &Arena, Bytes Alignment);

/// Returns the problem that \p Arena poses under \p Profile: one buffer for
/// each of its buffers, in their order, live from Range.Begin up to Range.End +
/// 1 or, under the profile xla, longer: the members of a tie then fill the
/// whole program one after the other. \p Alignment applies to every buffer.
/// \p Live must be what findArenaBuffers() was given.
/// \pre getUnpackableReason() is empty.
packing::Problem makeProblem(const ArenaBuffers &Arena, const Module &M,
                             const Liveness &Live, PackingProfile Profile,
                             Bytes Alignment);

/// Represents how hard a better placement is looked for. Level 0 gives bounds
/// and the present placement. Level 1 gives greedy placements and a short
/// search, which takes milliseconds and is left out for an arena that is too
/// large for that. Level 2 takes about a second for a hard arena, level 3 about
/// a minute. The result depends on the effort, never on the machine; but if the
/// user interrupts the search (Support/Interrupt.h), it is what was found by
/// then.
struct PackingEffort {
  unsigned Level = 1;

  static constexpr unsigned Highest = 3;

  /// Returns true if an arena of \p Buffers buffers is searched at all.
  bool searches(size_t Buffers) const;
  /// Returns the steps that a solver may spend on one arena of \p Buffers
  /// buffers, beside the greedy placements that it begins with.
  uint64_t getMaxSteps(size_t Buffers) const;
};

/// Represents a number of bytes by its minimum and maximum.
struct BytesRange {
  Bytes Low;
  Bytes High;
  bool isExact() const { return Low == High; }
};

/// Represents the best known answer for an arena under one profile: the present
/// placement, or a better one.
struct ArenaAnswer {
  /// Holds LB_load of the problem, computed without ties.
  Bytes LoadBound;
  /// Holds LB_align of the problem, computed without ties.
  Bytes AlignmentBound;
  /// Holds the best placement; without offsets if nothing better than the
  /// present placement is known.
  packing::Solution Found;

  BytesRange getBest() const { return {Bytes(Found.Bound), Bytes(Found.Size)}; }
};

/// Returns true if \p Problem, made for \p Arena, allows the present placement.
/// If it does not under the profile xla, XLA has not made the placement, and
/// the profile tells nothing about it.
bool allowsPresent(const ArenaBuffers &Arena, const packing::Problem &Problem);

/// Solves the problem of \p Arena under \p Profile, beginning with the present
/// placement. Never returns a larger placement, and always returns offsets.
/// Every placement keeps all ties; the bound relies only on certain ties.
/// \pre getUnpackableReason() is empty, and allowsPresent() is true.
ArenaAnswer solveArena(const ArenaBuffers &Arena, const Module &M,
                       const Liveness &Live, PackingProfile Profile,
                       Bytes Alignment, PackingEffort Effort);

/// Holds the answers under both profiles.
struct ArenaAnswers {
  /// Is false if XLA cannot have made the present placement; Xla then equals
  /// Free.
  bool IsOfXla = true;
  ArenaAnswer Xla;
  ArenaAnswer Free;
  /// Is true if XLA keeps every buffer where it is, since the caller looks for
  /// it there.
  bool AreFixed = false;
  /// Lists the positions of the buffers that are live longer under the profile
  /// xla; empty if AreFixed.
  std::vector<unsigned> Kept;

  /// Returns true if both profiles pose the same problem.
  bool areSame() const { return !IsOfXla || (!AreFixed && Kept.empty()); }
  const ArenaAnswer &get(PackingProfile Profile) const {
    return Profile == PackingProfile::Xla ? Xla : Free;
  }
};

/// Solves the problems of \p Arena under both profiles, beginning with the
/// present placement.
/// \pre getUnpackableReason() is empty.
ArenaAnswers solveArena(const ArenaBuffers &Arena, const Module &M,
                        const Liveness &Live, Bytes Alignment,
                        PackingEffort Effort);

/// Represents the causes of the size of an arena. The parts add up to the size:
/// exact ones to the byte, ranges with one choice from each.
struct ArenaParts {
  /// Holds load(a).
  Bytes Load;
  /// Holds what values that move together leave unused of their buffer at the
  /// load.
  Bytes Sharing;
  /// Holds LB_align less Load and Sharing.
  Bytes Alignment;
  /// Holds what no placement can avoid although no schedule position shows it:
  /// best(free) less LB_align.
  BytesRange Shape;
  /// Holds best(xla) less best(free).
  BytesRange Policy;
  /// Holds the rest, which another placement would avoid.
  BytesRange Packing;
};

/// Splits the size of an arena of \p Size bytes with \p Load and the known
/// \p Answers.
ArenaParts splitArena(Bytes Size, Bytes Load, const ArenaAnswers &Answers);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ARENA_ARENAPACKING_H
