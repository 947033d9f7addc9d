//===- CombineTemporaries.h - Temporaries become one allocation -----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_XLASIM_COMBINETEMPORARIES_H
#define HLOMEM_LIB_XLASIM_COMBINETEMPORARIES_H

#include "hlomem/XlaSim/Assigner.h"

namespace hlomem {

/// BufferAssignment::CombineTempAllocations: temporaries go behind the others,
/// and those of one memory space become one.
IdVector<AllocationId, ReplayedAllocation>
combineTemporaries(std::vector<ReplayedAllocation> Allocations,
                   const AssignerPolicy &P);

} // namespace hlomem

#endif // HLOMEM_LIB_XLASIM_COMBINETEMPORARIES_H
