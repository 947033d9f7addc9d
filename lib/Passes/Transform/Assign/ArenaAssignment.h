//===- ArenaAssignment.h - Arenas placed by other heaps ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_TRANSFORM_ASSIGN_ARENAASSIGNMENT_H
#define HLOMEM_LIB_PASSES_TRANSFORM_ASSIGN_ARENAASSIGNMENT_H

#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/XlaSim/ArenaReplay.h"

namespace hlomem {

/// An arena whose heap is placed by other rules.
struct ArenaAssignment {
  Bytes Before;
  Bytes After;
  size_t MovedCount = 0;
};

/// Adds to \p E what makes of the arena of \p R, an exact replay of \p M, what
/// \p Algorithm gives with \p Alignment bytes: the places of its values, and
/// its size. Index tables are combined with the heap as XLA does it, in their
/// order. An error says, as part of a sentence, why that cannot be.
Expected<ArenaAssignment> assignArena(const Module &M, const ArenaReplay &R,
                                      HeapAlgorithm Algorithm,
                                      uint64_t Alignment, AssignmentEdit &E);

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_TRANSFORM_ASSIGN_ARENAASSIGNMENT_H
