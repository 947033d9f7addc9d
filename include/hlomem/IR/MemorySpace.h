//===- MemorySpace.h - Memory spaces and their names ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_MEMORYSPACE_H
#define HLOMEM_IR_MEMORYSPACE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/BitmaskEnum.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace hlomem {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// Identifies a memory space by its number, which the dump calls colour (`@n`,
/// `color n`, `S(n)`). 0 is the default space; what the others mean depends on
/// the backend.
using MemorySpace = uint32_t;

/// Includes the backends and memory spaces of MemorySpaces.td.
#define GEN_MEMORY_SPACE_DECLS
#include "hlomem/IR/Tables/MemorySpaces.inc"

/// Represents a memory space and its backend's name for it.
struct NamedMemorySpace {
  MemorySpace Number = 0;
  /// Holds the name, "VMEM"; empty if the backend, or its name for the space,
  /// is unknown.
  llvm::StringRef Name;
};

} // namespace hlomem

#endif // HLOMEM_IR_MEMORYSPACE_H
