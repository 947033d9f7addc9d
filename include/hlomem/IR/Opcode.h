//===- Opcode.h - The opcodes of HLO and their traits ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_OPCODE_H
#define HLOMEM_IR_OPCODE_H

#include "hlomem/Support/LLVM.h"
#include "llvm/ADT/BitmaskEnum.h"

namespace hlomem {

LLVM_ENABLE_BITMASK_ENUMS_IN_NAMESPACE();

/// Includes the opcodes of Opcodes.td, and Unknown for any other word.
#define GEN_Opcode_ENUM
#include "hlomem/IR/Tables/Opcodes.inc"

/// Returns the opcode of this spelling, or Unknown. The generic asynchronous
/// opcodes are printed with the name of what they wrap: slice-start is an
/// async-start.
Opcode parseOpcode(StringRef Spelling);

/// Returns the spelling, "unknown" for Unknown.
StringRef opcodeName(Opcode Op);

/// Includes the traits of opcodes: what one means for the memory of its
/// operands and result.
#define GEN_OpcodeTrait_ENUM
#include "hlomem/IR/Tables/Opcodes.inc"

/// Returns all traits of an opcode, none for Unknown.
OpcodeTraits opcodeTraits(Opcode Op);

/// Tells whether an opcode has the trait, or all of them if \p T has several.
bool hasTrait(Opcode Op, OpcodeTraits T);

/// Tells whether \p Op is an instruction that starts, updates or ends a
/// computation which runs beside others.
inline bool isAsyncWrapper(Opcode Op) {
  return Op == Opcode::AsyncStart || Op == Opcode::AsyncUpdate ||
         Op == Opcode::AsyncDone;
}

} // namespace hlomem

#endif // HLOMEM_IR_OPCODE_H
