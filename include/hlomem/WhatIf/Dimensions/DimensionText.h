//===- DimensionText.h - Dimension numbers of an HLO text -------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_WHATIF_DIMENSIONS_DIMENSIONTEXT_H
#define HLOMEM_WHATIF_DIMENSIONS_DIMENSIONTEXT_H

#include "hlomem/Analysis/Dimensions/DimensionAttributes.h"

namespace hlomem {

struct InstructionDetails;

/// Returns what the attributes of \p D say of its dimensions, the same as an
/// HloProto of the program says. Leaves out what is not understood.
DimensionAttributes readDimensionAttributes(const InstructionDetails &D);

} // namespace hlomem

#endif // HLOMEM_WHATIF_DIMENSIONS_DIMENSIONTEXT_H
