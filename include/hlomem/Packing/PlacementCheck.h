//===- PlacementCheck.h - Whether a placement is valid --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares a check of placements. It shares no code with any solver
/// and is applied to the result of each.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_PLACEMENTCHECK_H
#define HLOMEM_PACKING_PLACEMENTCHECK_H

#include "hlomem/Packing/Problem.h"

namespace hlomem::packing {

/// Describes what is wrong with a placement.
struct PlacementFault {
  enum class Kind {
    Overlap,      ///< Two buffers share bytes while both are live.
    Misaligned,   ///< An offset is not a multiple of the alignment.
    Moved,        ///< A fixed buffer lies elsewhere.
    OverCapacity, ///< A buffer ends above the capacity, or above 2^64 - 1.
    Untied,       ///< Two tied buffers have different offsets.
  };
  Kind What;
  /// Is the position of the buffer in the problem; of two that overlap or are
  /// tied, the later position.
  size_t Buffer = 0;
  /// Is the position of the other buffer for Overlap and Untied, otherwise
  /// Buffer.
  size_t Other = 0;
  /// Is the earliest moment of the fault: at which the buffer is live or, for
  /// Overlap, both are. For Untied it is the begin of the one that is live
  /// later.
  Time At = 0;
};

/// Returns the fault of \p Offsets that begins first, or none if they are a
/// valid placement. \p Offsets has an offset, of any value, for each buffer of
/// \p P, which has no fault itself. Takes O(n log n).
std::optional<PlacementFault> findFault(const Problem &P,
                                        ArrayRef<uint64_t> Offsets);

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_PLACEMENTCHECK_H
