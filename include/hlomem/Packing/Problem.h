//===- Problem.h - Buffers to be placed in one stretch of memory ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file defines the offset-packing problem (docs/Packing.md): each buffer
/// is live for a while and needs an offset, so that no two buffers that are
/// live together share a byte and the highest end is low. Nothing here depends
/// on HLO.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_PROBLEM_H
#define HLOMEM_PACKING_PROBLEM_H

#include "hlomem/Support/LLVM.h"

namespace hlomem::packing {

/// Represents a moment in any unit: only the order of moments matters.
using Time = int64_t;

/// Represents a rectangle of fixed width, height and place in time.
struct Buffer {
  /// The buffer is live at the moments [Begin, End).
  Time Begin = 0;
  Time End = 0;
  /// Is the size in bytes, at least one.
  uint64_t Size = 0;
  /// Is a divisor of the buffer's offset. It is at least one and need not be a
  /// power of two.
  uint64_t Alignment = 1;
  /// Is the offset that the buffer must have, or none if it may have any.
  std::optional<uint64_t> FixedOffset = std::nullopt;
  /// Identifies, if not 0, a group of buffers that must have the same offset,
  /// whichever it is, and are never live together: they are parts of one
  /// buffer, whose memory others may use in between. If one of them is fixed,
  /// all of them are. A number that no other buffer has means nothing.
  unsigned Tie = 0;

  /// Is true if there is a moment at which both buffers are live.
  bool overlaps(const Buffer &O) const {
    return Begin < O.End && O.Begin < End;
  }
};

struct Problem {
  std::vector<Buffer> Buffers;
  /// Is the most bytes that a placement may take, or none.
  std::optional<uint64_t> Capacity;
};

/// Holds an offset for each buffer of a problem, in its order.
using Placement = std::vector<uint64_t>;

/// Limits a problem: the sizes, each rounded up to its alignment, and the
/// highest fixed end add up to less than this, so that no sum within the
/// library overflows. Buffers that are put one upon the other, in any order,
/// end below twice as much. Tied buffers count with the least common multiple
/// of the alignments of those of their tie so far.
inline constexpr uint64_t MaxTotalSize = uint64_t(1) << 62;

/// Describes what makes a problem invalid.
struct ProblemFault {
  enum class Kind {
    EmptyLifetime,   ///< End is not after Begin.
    EmptySize,       ///< Size is zero.
    BadAlignment,    ///< Alignment is zero.
    MisalignedFixed, ///< FixedOffset is not a multiple of Alignment.
    TooLarge,        ///< With this buffer the sum reaches MaxTotalSize, or
                     ///< its alignment does, or the least common multiple of
                     ///< those of what it is tied to.
    FixedCollision,  ///< Two fixed buffers share bytes while both are live.
    TiedTogether,    ///< Two tied buffers are live at one moment.
    TiedApart,       ///< Two tied buffers are fixed at different offsets.
    TiedMisaligned,  ///< A tied buffer is fixed at an offset that is not a
                     ///< multiple of the alignment of another of its tie.
  };
  Kind What;
  /// Is the position of the buffer.
  size_t Buffer = 0;
  /// Is the earlier position of the two buffers for FixedCollision and the
  /// kinds on ties.
  size_t Other = 0;
};

/// Returns the first fault of \p P, by position of the last buffer that it
/// involves, or none if \p P is valid for the rest of the library. Takes O(n
/// log n), and log n times that if fixed buffers collide.
std::optional<ProblemFault> findFault(const Problem &P);

/// Returns the highest end of a buffer of \p P placed at \p Offsets; 0 without
/// buffers.
uint64_t getSize(const Problem &P, ArrayRef<uint64_t> Offsets);

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_PROBLEM_H
