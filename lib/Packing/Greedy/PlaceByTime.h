//===- PlaceByTime.h - Placing buffers when they begin to live --*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_GREEDY_PLACEBYTIME_H
#define HLOMEM_LIB_PACKING_GREEDY_PLACEBYTIME_H

#include "hlomem/Packing/Problem.h"

namespace hlomem::packing {

/// A placement as an allocator makes it that does not know the future: each
/// buffer takes the smallest hole when it begins, and all of them lie above
/// what is fixed. O(n log n), some tens of milliseconds for 100,000 buffers,
/// whatever they are like. \p P has no fault.
Placement placeByTime(const Problem &P);

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_GREEDY_PLACEBYTIME_H
