//===- Problem.h - Buffers to be placed in one stretch of memory ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The offset-packing problem (docs/Packing.md): each buffer is live for a
/// while and needs an offset, so that no two buffers that are live together
/// share a byte, and the highest end is low. Nothing here knows of HLO.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_PROBLEM_H
#define HLOMEM_PACKING_PROBLEM_H

#include "llvm/ADT/ArrayRef.h"
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hlomem::packing {

/// A moment, in any unit: only the order matters.
using Time = int64_t;

/// A rectangle of fixed width, height and place in time.
struct Buffer {
  /// Live from Begin up to but not including End.
  Time Begin = 0;
  Time End = 0;
  /// Bytes, at least one.
  uint64_t Size = 0;
  /// Its offset is a multiple of this, which is at least one and need not be a
  /// power of two.
  uint64_t Alignment = 1;
  /// Where it must lie, or none: anywhere.
  std::optional<uint64_t> FixedOffset = std::nullopt;
  /// Buffers with the same number, which is not 0, have one offset, wherever it
  /// is, and are never live together: parts of what others may use in between.
  /// If one of them is fixed, all of them are. A number that no other buffer
  /// has says nothing.
  unsigned Tie = 0;

  /// Whether there is a moment at which both are live.
  bool overlaps(const Buffer &O) const {
    return Begin < O.End && O.Begin < End;
  }
};

struct Problem {
  std::vector<Buffer> Buffers;
  /// The most bytes a placement may take, or none.
  std::optional<uint64_t> Capacity;
};

/// An offset for each buffer of a problem, in its order.
using Placement = std::vector<uint64_t>;

/// The sizes, each rounded up to its alignment, and the highest fixed end add
/// up to less than this, so that no sum within the library overflows: buffers
/// that are put one upon the other, in any order, end below twice as much. What
/// is tied counts with the least common multiple of the alignments of those of
/// its tie so far.
inline constexpr uint64_t MaxTotalSize = uint64_t(1) << 62;

/// What makes a problem one that cannot be asked.
struct ProblemFault {
  enum class Kind {
    EmptyLifetime,   ///< End is not after Begin.
    EmptySize,       ///< Size is zero.
    BadAlignment,    ///< Alignment is zero.
    MisalignedFixed, ///< FixedOffset is no multiple of Alignment.
    TooLarge,        ///< With this buffer the sum reaches MaxTotalSize, or
                     ///< its alignment does, or the least common multiple of
                     ///< those of what it is tied to.
    FixedCollision,  ///< Two fixed buffers share bytes while both are live.
    TiedTogether,    ///< Two tied buffers are live at one moment.
    TiedApart,       ///< Two tied buffers are fixed at different offsets.
    TiedMisaligned,  ///< Of two tied buffers one is fixed, at no multiple of
                     ///< the alignment of the other.
  };
  Kind What;
  /// The position of the buffer.
  size_t Buffer = 0;
  /// Of FixedCollision and of what is tied, the earlier one of the two.
  size_t Other = 0;
};

/// The first thing wrong with \p P, by position of the last buffer that it
/// takes; none if it may be given to the rest of the library. O(n log n), and
/// log n times that where fixed buffers collide.
std::optional<ProblemFault> findFault(const Problem &P);

/// The highest end of a buffer of \p P placed at \p Offsets; 0 without buffers.
uint64_t getSize(const Problem &P, llvm::ArrayRef<uint64_t> Offsets);

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_PROBLEM_H
