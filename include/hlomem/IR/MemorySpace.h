//===- MemorySpace.h - Memory spaces and their names ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_MEMORYSPACE_H
#define HLOMEM_IR_MEMORYSPACE_H

#include "hlomem/Support/LLVM.h"
#include "llvm/ADT/BitmaskEnum.h"

namespace hlomem {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// Identifies a memory space by its number, which the dump calls colour (`@n`,
/// `color n`, `S(n)`). 0 is the default space; what the others mean depends on
/// the backend.
using MemorySpace = uint32_t;

/// Includes the backends of MemorySpaces.td.
#define GEN_Backend_ENUM
#include "hlomem/IR/Tables/MemorySpaces.inc"

/// Returns "TPU", or "unknown" for Unknown.
StringRef backendName(Backend B);

/// Returns "HBM", or an empty text where the table has no name.
StringRef memorySpaceName(Backend B, MemorySpace S);

/// Returns the space that a user calls so, in capitals or not: its name with
/// dashes for blanks, or a shorter one; none for any other word.
std::optional<MemorySpace> parseMemorySpace(Backend B, StringRef Name);

/// Returns all words that parseMemorySpace() knows, of all backends, each once.
ArrayRef<StringRef> memorySpaceSpellings();

/// Includes the properties of memory spaces.
#define GEN_SpaceProperty_ENUM
#include "hlomem/IR/Tables/MemorySpaces.inc"

/// Tells whether a space has the property, or all of them if \p P has several;
/// a space that is not in the table has none.
bool hasProperty(Backend B, MemorySpace S, MemorySpaceProperties P);

/// Represents a memory space and its backend's name for it.
struct NamedMemorySpace {
  MemorySpace Number = 0;
  /// Holds the name, "VMEM"; empty if the backend, or its name for the space,
  /// is unknown.
  StringRef Name;
};

} // namespace hlomem

#endif // HLOMEM_IR_MEMORYSPACE_H
