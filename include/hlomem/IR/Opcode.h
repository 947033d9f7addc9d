//===- Opcode.h - The opcodes of HLO and their traits ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_OPCODE_H
#define HLOMEM_IR_OPCODE_H

#include "llvm/ADT/BitmaskEnum.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>

namespace hlomem {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// Includes the opcodes of Opcodes.td, and Unknown for any other word.
#define GEN_OPCODE_DECLS
#include "hlomem/IR/Tables/Opcodes.inc"

/// Returns true if \p Op starts, updates or ends a computation that runs beside
/// others.
inline bool isAsyncWrapper(Opcode Op) {
  return Op == Opcode::AsyncStart || Op == Opcode::AsyncUpdate ||
         Op == Opcode::AsyncDone;
}

} // namespace hlomem

#endif // HLOMEM_IR_OPCODE_H
