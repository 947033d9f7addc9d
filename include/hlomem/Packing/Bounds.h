//===- Bounds.h - Sizes below which no placement goes ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_BOUNDS_H
#define HLOMEM_PACKING_BOUNDS_H

#include "hlomem/Packing/Problem.h"

namespace hlomem::packing {

/// Represents a number of bytes that every placement takes at least, and the
/// earliest moment that shows it.
struct Bound {
  uint64_t Size = 0;
  Time At = 0;

  /// Replaces this bound by \p Other if that is higher, or as high at an
  /// earlier moment.
  void raise(const Bound &Other) {
    if (Other.Size > Size || (Other.Size == Size && Other.At < At))
      *this = Other;
  }
};

/// Holds the bounds that follow from the buffers live at a single moment.
struct MomentBounds {
  /// Is LB_load, the most bytes that are live at one moment.
  Bound Load;
  /// Is LB_align: see getAlignmentBound().
  Bound Aligned;
};

/// Computes LB_load and LB_align in one sweep over the moments.
MomentBounds getMomentBounds(const Problem &P);

/// Returns LB_load, the most bytes that are live at one moment, in O(n log n).
Bound getLoadBound(const Problem &P);

/// Returns LB_align, in O(n log n): at one moment, all buffers but the topmost
/// leave an aligned start for the next one, and fixed buffers lie where they
/// do. It is at least the load and at least the highest end of a fixed buffer.
/// Ties are ignored.
///
/// Let all buffers have alignment G and none be fixed. The bound is then the
/// maximum over all moments of the sizes rounded up to G, added up, less the
/// most that rounding added to one of them. With several alignments, G is their
/// greatest common divisor, and then each of them in turn, for the buffers
/// whose alignment is a multiple of it. If there are fixed buffers, the others
/// must go on top of the highest one, except for what the gaps below hold; a
/// gap that is smaller than each of them holds none.
Bound getAlignmentBound(const Problem &P);

/// Returns a bound that follows from ties, 0 without ties. Among buffers and
/// ties any two of which are live together at some moment, no two share a byte,
/// even if there is no moment at which all are live. Such sets are found by
/// adding ties, the largest first, to the buffers live at each moment; there
/// may be a set with a higher bound.
Bound getTieBound(const Problem &P);

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_BOUNDS_H
