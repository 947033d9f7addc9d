//===- HloTables.cpp - Look-ups generated from the HLO tables -------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/AllocationFlags.h"
#include "hlomem/IR/ElementType.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/IR/Opcode.h"
#include <cstring>

namespace hlomem {

#define GEN_ALLOCATION_FLAG_DEFS
#include "hlomem/IR/Tables/AllocationFlags.inc"

#define GEN_ELEMENT_TYPE_DEFS
#include "hlomem/IR/Tables/ElementTypes.inc"

#define GEN_MEMORY_SPACE_DEFS
#include "hlomem/IR/Tables/MemorySpaces.inc"

#define GEN_OPCODE_DEFS
#include "hlomem/IR/Tables/Opcodes.inc"

} // namespace hlomem
