//===- InstructionDimensions.h - Dimensions in an HloProto ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_INSTRUCTIONDIMENSIONS_H
#define HLOMEM_PROTO_INSTRUCTIONDIMENSIONS_H

#include "hlomem/Analysis/Dimensions/DimensionAttributes.h"
#include "hlomem/Proto/HloProto.h"

namespace hlomem {

/// Returns the attributes that relate the dimensions of \p Instruction, a
/// number in \p Contents.Program, to those of its operands. A backend
/// configuration that cannot be parsed counts as absent.
DimensionAttributes readDimensionAttributes(const HloProtoContents &Contents,
                                            InstructionId Instruction);

} // namespace hlomem

#endif // HLOMEM_PROTO_INSTRUCTIONDIMENSIONS_H
