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

#ifndef HLOMEM_ANALYSIS_ARENA_ARENAPACKING_H
#define HLOMEM_ANALYSIS_ARENA_ARENAPACKING_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/Value.h"
#include "hlomem/Packing/Problem.h"
#include "hlomem/Packing/Solver.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

class Allocation;
class AnalysisManager;
class Liveness;
class LoopInfo;
class Module;

/// What may move (definitions of docs/MemoryModel.md).
enum class PackingProfile {
  /// What XLA itself never does stays undone: nothing else reuses the bytes of
  /// a tuple's index table, or of a slice that a cross-program prefetch
  /// writes, at any time; and what lies in memory of the caller stays where it
  /// is.
  Xla,
  /// Every buffer may go anywhere.
  Free,
};

/// "xla" or "free".
llvm::StringRef getName(PackingProfile Profile);

/// Whether the buffers of \p A may be placed again: it holds several values,
/// and XLA chose where they lie. It gives every other allocation its size by
/// what it is for, and lays all values of it at its beginning.
bool isTempArena(const Allocation &A);

/// A buffer of an arena: values that share one slice and move as one.
struct ArenaBuffer {
  /// From the first begin to the last end.
  LiveRange Range;
  /// Where the first byte of it lies now.
  Bytes Offset;
  /// From there to the last byte of any of them.
  Bytes Size;
  /// Buffers with the same number, which is not 0, share what a loop carries or
  /// a conditional gives, and stay at one offset, as they are now.
  unsigned Tie = 0;
  /// Which of ArenaBuffers::Order are its values. At least one.
  uint32_t FirstValue = 0;
  uint32_t ValueCount = 0;
  /// Whether each of them has its offset and size.
  bool HasOneSlice = true;

  Bytes getEndOffset() const { return Offset + Size; }
};

/// The buffers of one arena, ascending by offset and begin. No two of them
/// share a byte while both are live. Values without bytes are in none.
struct ArenaBuffers {
  std::vector<ArenaBuffer> Buffers;
  /// Those of the allocation.
  llvm::ArrayRef<Value> Values;
  /// Positions of those with bytes, buffer by buffer, and of one buffer by
  /// begin, end, id.
  std::vector<uint32_t> Order;
  /// Where the last byte of any of them ends.
  Bytes EndOffset;
  /// The greatest power of two that divides every offset, which is what is
  /// inferred where the user names no alignment; 1 where every offset is 0, and
  /// any would do.
  Bytes InferredAlignment = Bytes(1);
  /// By buffer, ties of those that certainly share one offset, which is what
  /// bounds may count on; empty if none do.
  std::vector<unsigned> CertainTies;
  /// Whether the ties are the certain ones. Otherwise something may be tied for
  /// nothing.
  bool AreTiesCertain = true;
  /// Why the arena is no packing problem, as part of a sentence; empty if it is
  /// one, and then there is a buffer.
  std::string WhyUnknown;

  bool hasTies() const;

  llvm::ArrayRef<uint32_t> positions(const ArenaBuffer &B) const {
    return llvm::ArrayRef(Order).slice(B.FirstValue, B.ValueCount);
  }
  /// In their order.
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
/// that hold a value with the offset and size of one phi. \p Phis are those of
/// the values in the buffers. These ties are certain only where there are none.
/// O(n).
void tieByPhis(ArenaBuffers &Arena, llvm::ArrayRef<const Value *> Phis);

/// Ties only what \p Loops says of these, which is then certain, if it knows
/// the computations and explains every phi that is tied. Otherwise the ties
/// stay as they are, and of each loop what it begins with and what it gives are
/// the ones that are certain. O(n).
void tieByLoops(ArenaBuffers &Arena, const LoopInfo &Loops);

/// The buffers of \p A, which is an arena (Allocation::isArena()), tied by
/// phis. O(n log n) where values that share bytes at one time have one offset,
/// as in a sound dump. At most \p Threads threads work.
ArenaBuffers findArenaBuffers(const Allocation &A, const Liveness &Live,
                              unsigned Threads = 1);

/// Where its buffers lie now, in its order.
packing::Placement getPresentPlacement(const ArenaBuffers &Arena);

/// Why nothing can be asked of \p Arena with \p Alignment, as part of a
/// sentence: its WhyUnknown, or the present placement does not keep that
/// alignment, or sums would not fit. Empty if makeProblem() may be called.
std::string getUnpackableReason(const ArenaBuffers &Arena, Bytes Alignment);

/// What is asked for \p Arena under \p Profile: a buffer each, in its order,
/// live from Range.Begin up to Range.End + 1 or, under the profile xla, longer:
/// the members of a tie then fill the whole program one after the other.
/// \p Alignment counts for every buffer. \p Live is what findArenaBuffers() was
/// given. \pre getUnpackableReason() is empty.
packing::Problem makeProblem(const ArenaBuffers &Arena, const Module &M,
                             const Liveness &Live, PackingProfile Profile,
                             Bytes Alignment);

/// How hard to look for a better placement.
/// Level 0 gives bounds and what is there, 1 greedy placements and a short
/// search, which takes milliseconds and is left out for an arena that is too
/// large for that; 2 takes about a second for a hard arena, 3 about a minute.
/// The result depends on the effort, never on the machine; but where somebody
/// interrupts the search (Support/Interrupt.h), it is what was found by then.
struct PackingEffort {
  unsigned Level = 1;

  static constexpr unsigned Highest = 3;

  /// Whether an arena of \p Buffers buffers is searched at all.
  bool searches(size_t Buffers) const;
  /// The steps a solver may spend on one arena of \p Buffers buffers, beside
  /// the greedy placements that it begins with.
  uint64_t getMaxSteps(size_t Buffers) const;
};

/// A number of bytes whose minimum and maximum are known.
struct BytesRange {
  Bytes Low;
  Bytes High;
  bool isExact() const { return Low == High; }
};

/// The best known answer for an arena under one profile: the present placement,
/// or a better one.
struct ArenaAnswer {
  /// LB_load and LB_align of what is asked, ties aside.
  Bytes LoadBound;
  Bytes AlignmentBound;
  /// Without offsets where nothing better than the present placement is known.
  packing::Solution Found;

  BytesRange getBest() const { return {Bytes(Found.Bound), Bytes(Found.Size)}; }
};

/// Whether \p Problem of \p Arena allows the present placement. If not under
/// the profile xla, XLA has not made it, and the profile says nothing of it.
bool allowsPresent(const ArenaBuffers &Arena, const packing::Problem &Problem);

/// Solves it, beginning with the present placement; never ends with a larger
/// one, and always has offsets. Every placement keeps all ties, and the bound
/// counts only on ties that are certain. \pre getUnpackableReason() is empty,
/// and allowsPresent() of what is asked.
ArenaAnswer solveArena(const ArenaBuffers &Arena, const Module &M,
                       const Liveness &Live, PackingProfile Profile,
                       Bytes Alignment, PackingEffort Effort);

/// The answers under both profiles.
struct ArenaAnswers {
  /// False where the present placement is none of XLA's: Xla is then the same
  /// as Free.
  bool IsOfXla = true;
  ArenaAnswer Xla;
  ArenaAnswer Free;
  /// Whether XLA keeps every buffer where it is, since somebody else looks for
  /// it there.
  bool AreFixed = false;
  /// The positions of the buffers that are live longer under the profile xla;
  /// none where the caller looks for them.
  std::vector<unsigned> Kept;

  /// Whether the same is asked under both profiles.
  bool areSame() const { return !IsOfXla || (!AreFixed && Kept.empty()); }
  const ArenaAnswer &get(PackingProfile Profile) const {
    return Profile == PackingProfile::Xla ? Xla : Free;
  }
};

ArenaAnswers solveArena(const ArenaBuffers &Arena, const Module &M,
                        const Liveness &Live, Bytes Alignment,
                        PackingEffort Effort);

/// What the size of an arena is due to. The parts add up to it: for exact ones
/// to the byte, for ranges with one choice from each.
struct ArenaParts {
  /// load(a).
  Bytes Load;
  /// What values that move as one leave unused of their buffer at the load.
  Bytes Sharing;
  /// LB_align less both.
  Bytes Alignment;
  /// What no placement can avoid although no moment shows it: best(free) less
  /// LB_align.
  BytesRange Shape;
  /// best(xla) less best(free).
  BytesRange Policy;
  /// What is left: another placement would do without.
  BytesRange Packing;
};

/// For an arena of \p Size bytes with \p Load and the known \p Answers.
ArenaParts splitArena(Bytes Size, Bytes Load, const ArenaAnswers &Answers);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ARENA_ARENAPACKING_H
