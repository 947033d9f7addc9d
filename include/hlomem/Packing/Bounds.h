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
};

/// LB_load: the most bytes that are live at one moment. O(n log n).
Bound getLoadBound(const Problem &P);

/// LB_align: at one moment, all buffers but the topmost leave an aligned start
/// for the next one; a fixed buffer ends where it ends. At least the load.
/// O(n log n).
///
/// With G the greatest common divisor of the alignments (and fixed offsets) of
/// all buffers, the most at one moment of the sum of the sizes rounded up to G,
/// less the most that rounding added to one of them.
Bound getAlignmentBound(const Problem &P);

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_BOUNDS_H
