//===- Improvement.h - Better placements of what is too large -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_SEARCH_IMPROVEMENT_H
#define HLOMEM_LIB_PACKING_SEARCH_IMPROVEMENT_H

#include "Greedy/Limits.h"
#include "hlomem/Packing/Problem.h"

namespace hlomem::packing {

/// A placement of \p P that is no larger than \p Start, which is valid; ends
/// when its size is at most \p Target or \p L is over. Depends on nothing but
/// the arguments while \p L is not cut. \p OnBetter is called with each smaller
/// size.
Placement improve(const Problem &P, Placement Start, uint64_t Target,
                  uint64_t Seed, Limits &L,
                  function_ref<void(uint64_t)> OnBetter);

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_SEARCH_IMPROVEMENT_H
