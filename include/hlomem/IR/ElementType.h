//===- ElementType.h - The element types of XLA ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_ELEMENTTYPE_H
#define HLOMEM_IR_ELEMENTTYPE_H

#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>

namespace hlomem {

/// Includes the element types of ElementTypes.td, and Unknown for any other
/// word.
#define GEN_ELEMENT_TYPE_DECLS
#include "hlomem/IR/Tables/ElementTypes.inc"

} // namespace hlomem

#endif // HLOMEM_IR_ELEMENTTYPE_H
