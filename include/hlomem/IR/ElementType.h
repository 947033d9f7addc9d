//===- ElementType.h - The element types of XLA ---------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_IR_ELEMENTTYPE_H
#define HLOMEM_IR_ELEMENTTYPE_H

#include "hlomem/Support/LLVM.h"

namespace hlomem {

/// Includes the element types of ElementTypes.td, and Unknown for any other
/// word.
#define GEN_ElementType_ENUM
#include "hlomem/IR/Tables/ElementTypes.inc"

/// Returns the type of this spelling, or Unknown.
ElementType parseElementType(StringRef Spelling);

/// Returns the spelling, "unknown" for Unknown.
StringRef elementTypeName(ElementType T);

/// Returns the bits that an element takes in memory where the layout has no
/// E(n), 8 for s4; none for Unknown and for a tuple.
std::optional<unsigned> elementBits(ElementType T);

/// Returns the bits that the value itself needs, 4 for s4; none for Unknown and
/// for a tuple.
std::optional<unsigned> nominalElementBits(ElementType T);

/// The families of element types.
#define GEN_ElementClass_ENUM
#include "hlomem/IR/Tables/ElementTypes.inc"

/// Returns the family of a type, Unknown for Unknown.
ElementClass elementClass(ElementType T);

} // namespace hlomem

#endif // HLOMEM_IR_ELEMENTTYPE_H
