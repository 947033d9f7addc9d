//===- PlacementCheck.h - Whether a placement is valid --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Written apart from every solver, and used on what each of them gives.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PACKING_PLACEMENTCHECK_H
#define HLOMEM_PACKING_PLACEMENTCHECK_H

#include "hlomem/Packing/Problem.h"

namespace hlomem::packing {

/// What is wrong with a placement.
struct PlacementFault {
  enum class Kind {
    Overlap,      ///< Two buffers share bytes while both are live.
    Misaligned,   ///< An offset is no multiple of the alignment.
    Moved,        ///< A fixed buffer lies elsewhere.
    OverCapacity, ///< A buffer ends above the capacity, or above 2^64 - 1.
    Untied,       ///< Two tied buffers have different offsets.
  };
  Kind What;
  /// The position of the buffer; of two that overlap or are tied, the one later
  /// in the problem.
  size_t Buffer = 0;
  /// Of Overlap and Untied, the other one; otherwise the buffer itself.
  size_t Other = 0;
  /// The earliest moment at which it is so: at which the buffer is live, or
  /// both are; of Untied, at which both have been.
  Time At = 0;
};

/// A fault of \p Offsets, one for each buffer of \p P, which has no fault
/// itself; none if they are a valid placement. Any offsets may be given. Of
/// several faults, one that begins first. O(n log n).
std::optional<PlacementFault> findFault(const Problem &P,
                                        llvm::ArrayRef<uint64_t> Offsets);

} // namespace hlomem::packing

#endif // HLOMEM_PACKING_PLACEMENTCHECK_H
