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

/// A number of bytes that every placement takes, and the earliest moment that
/// shows it.
struct Bound {
  uint64_t Size = 0;
  Time At = 0;

  /// To \p Other, if that is higher, or as high at an earlier moment.
  void raise(const Bound &Other) {
    if (Other.Size > Size || (Other.Size == Size && Other.At < At))
      *this = Other;
  }
};

/// What the buffers that are live at one moment show.
struct MomentBounds {
  /// LB_load: the most bytes that are live at one moment.
  Bound Load;
  /// LB_align, as getAlignmentBound() gives it.
  Bound Aligned;
};

/// Both in one sweep.
MomentBounds getMomentBounds(const Problem &P);

/// LB_load: the most bytes that are live at one moment. O(n log n).
Bound getLoadBound(const Problem &P);

/// LB_align, which looks at no ties: at one moment, all buffers but the topmost
/// leave an aligned start for the next one, and fixed buffers lie where they
/// do. At least the load, and at least the highest end of a fixed buffer. O(n
/// log n).
///
/// With alignment G for all and nothing fixed it is the most at one moment of
/// the sizes rounded up to G, added up, less the most that rounding added to
/// one of them. With several alignments G is their greatest common divisor, and
/// then each of them in turn, for the buffers whose alignment is a multiple of
/// it. Where there are fixed buffers the others must go on top of the highest
/// one, but for what the gaps below hold; a gap that is smaller than each of
/// them holds none.
Bound getAlignmentBound(const Problem &P);

/// What ties make necessary beyond one moment: of buffers and ties of which any
/// two are live together at some moment, no two share a byte, though there may
/// be no moment at which all are live. Grows what is live at each moment by
/// such ties, the largest first, so there may be a higher one. 0 without ties.
Bound getTieBound(const Problem &P);

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_BOUNDS_H
