//===- OffloadPass.cpp - The pass 'offload' -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Offload/Offload.inc"
#include "hlomem/Passes/Transform/WhatIfTransform.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses OffloadPass::run() {
  return runBufferEdit<remark::ValuesOffloaded, remark::NothingOffloaded>(
      *this, Prediction::offload, Options,
      [&](const RecordedAssignment &Record, ArrayRef<BufferId> Buffers,
          BufferShapes &New) {
        moveToHost(Record, Buffers, AM.getResult<BackendAnalysis>().get(), New);
      });
}

HLOMEM_PASS(Offload, OffloadPass)

} // namespace hlomem
