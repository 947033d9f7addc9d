//===- InstructionDimensions.h - Dimensions in an HloProto ------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PROTO_INSTRUCTIONDIMENSIONS_H
#define HLOMEM_PROTO_INSTRUCTIONDIMENSIONS_H

#include "hlomem/Analysis/Dataflow/DimensionAttributes.h"
#include "hlomem/Proto/HloProto.h"

namespace hlomem {

/// The attributes of \p Instruction, its number in Contents.Program. A backend
/// configuration that cannot be understood tells nothing.
DimensionAttributes readDimensionAttributes(const HloProtoContents &Contents,
                                            uint32_t Instruction);

} // namespace hlomem

#endif // HLOMEM_PROTO_INSTRUCTIONDIMENSIONS_H
