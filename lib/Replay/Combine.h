//===- Combine.h - Temporaries become one allocation ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_REPLAY_COMBINE_H
#define HLOMEM_LIB_REPLAY_COMBINE_H

#include "hlomem/Replay/Assigner.h"
#include <vector>

namespace hlomem::replay {

/// BufferAssignment::CombineTempAllocations: temporaries go behind the others,
/// and those of one memory space become one.
IdVector<AllocationId, ReplayedAllocation>
combineTemporaries(std::vector<ReplayedAllocation> Allocations,
                   const Policy &P);

} // namespace hlomem::replay

#endif // HLOMEM_LIB_REPLAY_COMBINE_H
