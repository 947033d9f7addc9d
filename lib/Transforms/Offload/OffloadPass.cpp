//===- OffloadPass.cpp - The pass 'offload' -------------------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Offload/Offload.inc"
#include "hlomem/Analysis/Attribution/ValueNames.h"
#include "hlomem/PassUtils/BufferSelection.h"
#include "hlomem/PassUtils/ReplayEdit.h"
#include "hlomem/Replay/SameData.h"

using namespace llvm;

namespace hlomem {

namespace {

class OffloadPass : public OffloadBase<OffloadPass> {
public:
  using OffloadBase::OffloadBase;

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C);
};

/// What XLA calls the host's memory in layouts.
constexpr uint64_t HostSpace = 5;

} // namespace

PreservedAnalyses OffloadPass::run(Module &M, AnalysisManager &AM,
                                   PassContext &C) {
  const auto &Backend = AM.getResult<BackendAnalysis>();
  return runShapeEdit<remark::ValuesOffloaded, remark::NothingOffloaded>(
      M, AM, C, replay::Prediction::offload,
      [&](const replay::RecordedAssignment &Record,
          BufferShapes &New) -> Error {
        Expected<SmallVector<uint32_t>> Buffers =
            selectBuffers(M, Record, *AM.getResult<ValueNamesAnalysis>(),
                          name(), Options.Values);
        if (!Buffers)
          return Buffers.takeError();
        if (Backend.get() == Backend::CPU)
          New.WhyUnknown = "a CPU has no memory but the host's";
        for (uint32_t B : replay::addStateResults(Record, *Buffers))
          for (uint32_t V : Record.getBuffers().getValues(B)) {
            const Shape &S = Record.getShape(V);
            if (!S.isArray())
              continue;
            const Shape *Moved =
                New.Shapes.getInSpace(*New.Shapes.getCopy(S), HostSpace);
            if (!isSameShape(*Moved, S, /*WithLayout=*/true))
              New.Types[V] = Moved;
          }
        return Error::success();
      });
}

Error registerOffloadPass(PassBuilder &PB) {
  return PB.registerPass<OffloadPass>();
}

} // namespace hlomem
