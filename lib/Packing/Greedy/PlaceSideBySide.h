//===- PlaceSideBySide.h - Problems that leave no byte free -----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PACKING_GREEDY_PLACESIDEBYSIDE_H
#define HLOMEM_LIB_PACKING_GREEDY_PLACESIDEBYSIDE_H

#include "Limits.h"
#include "hlomem/Packing/Problem.h"

namespace hlomem::packing {

/// A placement of \p P as large as the load, if that is the same at all times
/// from the first beginning to the last end, and if at each moment what ends
/// lies side by side and what begins takes its place. That is found without a
/// search, in time that grows with the buffers and those that are live at once.
/// None where there is no such placement, where something is fixed or might
/// come to lie against its alignment, or if \p L is over. \p P has no fault.
std::optional<Placement> placeSideBySide(const Problem &P, Limits &L);

} // namespace hlomem::packing

#endif // HLOMEM_LIB_PACKING_GREEDY_PLACESIDEBYSIDE_H
