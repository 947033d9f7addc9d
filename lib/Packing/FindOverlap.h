//===- FindOverlap.h - Rectangles that meet ---------------------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_FINDOVERLAP_H
#define HLOMEM_LIB_PACKING_FINDOVERLAP_H

#include "hlomem/Packing/Problem.h"

namespace hlomem::packing {

/// Two buffers, by position, that share bytes, and the earliest moment at which
/// they do.
struct Overlap {
  size_t Earlier;
  size_t Later;
  Time At;
};

/// Of all pairs of \p Buffers at \p Offsets that share bytes at some moment one
/// that does so first; none if no two do. Ends need not fit into 64 bits, and
/// what the buffers say of offsets does not count. O(n log n).
std::optional<Overlap> findFirstOverlap(ArrayRef<Buffer> Buffers,
                                        ArrayRef<uint64_t> Offsets);

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_FINDOVERLAP_H
