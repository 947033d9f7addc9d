//===- AllocationFlags.h - What an allocation line says of its block ------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_ALLOCATIONFLAGS_H
#define HLOMEM_IR_ALLOCATIONFLAGS_H

#include "hlomem/Support/LLVM.h"
#include "llvm/ADT/BitmaskEnum.h"

namespace hlomem {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// Includes the flags of AllocationFlags.td (docs/DumpFormat.md#allocations) as
/// a bit mask, in the order in which the dump prints them.
#define GEN_AllocationFlag_ENUM
#include "hlomem/IR/Tables/AllocationFlags.inc"

/// Returns the flag of this spelling, or None.
AllocationFlags parseAllocationFlag(StringRef Spelling);

/// Returns the spelling, without the payload; empty for None and for several.
StringRef allocationFlagName(AllocationFlags Single);

} // namespace hlomem

#endif // HLOMEM_IR_ALLOCATIONFLAGS_H
