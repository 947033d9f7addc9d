//===- OffloadPass.cpp - The pass 'offload' -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Offload/Offload.inc"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/PassUtils/ProgramSelection.h"
#include "hlomem/PassUtils/ReplayEdit.h"

using namespace llvm;

namespace hlomem {

PreservedAnalyses OffloadPass::run() {
  return runShapeEdit<remark::ValuesOffloaded, remark::NothingOffloaded>(
      M, AM, C, replay::Prediction::offload,
      [&](const replay::RecordedAssignment &Record,
          BufferShapes &New) -> Error {
        Expected<SmallVector<BufferId>> Buffers =
            selectBuffers(M, Record, *AM.getResult<ValueNamesAnalysis>(),
                          name(), Options.Values);
        if (!Buffers)
          return Buffers.takeError();
        replay::moveToHost(Record, *Buffers,
                           AM.getResult<BackendAnalysis>().get(), New);
        return Error::success();
      });
}

HLOMEM_PASS(Offload, OffloadPass)

} // namespace hlomem
