//===- BreadthFirst.h - The order in which the CPU runs ---------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_REPLAY_BREADTHFIRST_H
#define HLOMEM_LIB_REPLAY_BREADTHFIRST_H

#include "hlomem/IR/HloGraph.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <cstdint>

namespace hlomem::replay {

/// Sorts \p Numbers, and leaves each of them once.
void sortUnique(llvm::SmallVectorImpl<uint32_t> &Numbers);

/// Schedules the instructions 0, 1, ... of one computation as XLA's BFScheduler
/// (xla/service/hlo_memory_scheduler.cc) does: first what has no operands, then
/// whatever the last one made ready. Of \p Operands each list has those of one
/// instruction, once each. Of several that become ready at once those with the
/// lower \p Ranks, which are by instruction, come first.
llvm::SmallVector<uint32_t>
orderBreadthFirst(llvm::ArrayRef<llvm::SmallVector<uint32_t, 4>> Operands,
                  llvm::ArrayRef<uint32_t> Ranks);

/// Whether the entry computation of \p G was scheduled so: on a CPU since jax
/// 0.5 most are, but for dependencies that no operand shows.
bool isBreadthFirst(const HloGraph &G);

} // namespace hlomem::replay

#endif // HLOMEM_LIB_REPLAY_BREADTHFIRST_H
