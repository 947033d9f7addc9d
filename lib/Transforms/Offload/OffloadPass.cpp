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

namespace {

class OffloadPass : public OffloadBase<OffloadPass> {
public:
  using OffloadBase::OffloadBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);
};

} // namespace

PreservedAnalyses OffloadPass::run(Module &M, AnalysisManager &AM,
                                   PassContext &C) {
  return runShapeEdit<remark::ValuesOffloaded, remark::NothingOffloaded>(
      M, AM, C, replay::Prediction::offload,
      [&](const replay::RecordedAssignment &Record,
          BufferShapes &New) -> Error {
        Expected<SmallVector<uint32_t>> Buffers =
            selectBuffers(M, Record, *AM.getResult<ValueNamesAnalysis>(),
                          name(), Options.Values);
        if (!Buffers)
          return Buffers.takeError();
        replay::moveToHost(Record, *Buffers,
                           AM.getResult<BackendAnalysis>().get(), New);
        return Error::success();
      });
}

Error registerOffloadPass(PassBuilder &PB) {
  return PB.registerPass<OffloadPass>();
}

} // namespace hlomem
