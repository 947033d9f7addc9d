//===- SpaceAllocations.h - The allocations of a memory space ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_SPACEALLOCATIONS_H
#define HLOMEM_ANALYSIS_MEMORY_SPACEALLOCATIONS_H

#include "hlomem/IR/MemorySpace.h"
#include "llvm/ADT/ArrayRef.h"

namespace hlomem {

class Allocation;
class Module;

/// The allocations of \p M in \p Space, thread-local ones too, in the order of
/// the module, until allocations come or go. The first call looks at all of
/// them, so that asking for each space takes no more: a dump may have as many
/// spaces as allocations.
llvm::ArrayRef<const Allocation *> getAllocations(const Module &M,
                                                  MemorySpace Space);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_SPACEALLOCATIONS_H
