//===- OffloadPass.cpp - The pass 'offload' -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Offload/Offload.inc"
#include "hlomem/PassUtils/ReplayEdit.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses OffloadPass::run() {
  return runBufferEdit<remark::ValuesOffloaded, remark::NothingOffloaded>(
      *this, replay::Prediction::offload, Options,
      [&](const replay::RecordedAssignment &Record, ArrayRef<BufferId> Buffers,
          BufferShapes &New) {
        replay::moveToHost(Record, Buffers,
                           AM.getResult<BackendAnalysis>().get(), New);
      });
}

HLOMEM_PASS(Offload, OffloadPass)

} // namespace hlomem
