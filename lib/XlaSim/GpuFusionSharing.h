//===- GpuFusionSharing.h - Operands of fusions on a GPU ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_XLASIM_GPUFUSIONSHARING_H
#define HLOMEM_LIB_XLASIM_GPUFUSIONSHARING_H

#include "hlomem/Analysis/Program/HloDataflow.h"

namespace hlomem {

/// Whether the GPU's emitters let the fusion at \p User write that result over
/// the operand at \p Operand: every thread has read what it needs of it before
/// any writes there. FusionCanShareBufferHint of xla/service/gpu.
bool canGpuFusionShare(const HloGraph &G, HloPlace Operand, HloPlace User);

} // namespace hlomem

#endif // HLOMEM_LIB_XLASIM_GPUFUSIONSHARING_H
