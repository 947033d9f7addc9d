//===- OverlapSweep.h - Rectangles that meet --------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_OVERLAPSWEEP_H
#define HLOMEM_LIB_PACKING_OVERLAPSWEEP_H

#include "hlomem/Packing/Problem.h"

namespace hlomem::packing {

/// Bytes that are taken for a while.
struct Box {
  /// From Begin up to but not including End, of which End is later.
  Time Begin;
  Time End;
  uint64_t Offset;
  /// At least one. Offset + Size need not fit into 64 bits.
  uint64_t Size;
};

/// Two boxes, by position, that share bytes, and the earliest moment at which
/// they do.
struct BoxOverlap {
  size_t Earlier;
  size_t Later;
  Time At;
};

/// Of all pairs of \p Boxes that share bytes at some moment one that does so
/// first; none if no two do. O(n log n).
std::optional<BoxOverlap> findFirstOverlap(llvm::ArrayRef<Box> Boxes);

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_OVERLAPSWEEP_H
