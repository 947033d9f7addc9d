//===- SliceClasses.h - Slices that overlap in place and time ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_ANALYSIS_MEMORY_SLICECLASSES_H
#define HLOMEM_LIB_ANALYSIS_MEMORY_SLICECLASSES_H

#include "hlomem/IR/LiveRange.h"
#include "llvm/ADT/IntEqClasses.h"

namespace hlomem {

/// Bytes [Begin, End) of an allocation that a value occupies for a time.
struct Slice {
  uint64_t Begin = 0;
  uint64_t End = 0;
  LiveRange When;
};

/// Joins \p Slices, none of which is empty, that overlap in both place and
/// time, directly or by way of others. The classes are compressed. Takes
/// O(n log n) whatever overlaps.
llvm::IntEqClasses findSliceClasses(ArrayRef<Slice> Slices);

} // namespace hlomem

#endif // HLOMEM_LIB_ANALYSIS_MEMORY_SLICECLASSES_H
