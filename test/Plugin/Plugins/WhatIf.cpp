//===- WhatIf.cpp - A plugin with a change of the program -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/BackendAnalysis.h"
#include "hlomem/IR/Module.h"
#include "hlomem/IR/PatternMatch.h"
#include "hlomem/Pass/PassPlugin.h"
#include "hlomem/WhatIf/BufferShapes.h"
#include "hlomem/WhatIf/EditedModule.h"
#include "hlomem/XlaSim/ReplayAnalysis.h"

using namespace llvm;
using namespace hlomem;
using namespace hlomem::PatternMatch;

namespace {

/// What if constants were computed where they are read, in no memory: as
/// `drop<values=op:constant>`.
struct ComputeConstantsPass : PassInfoMixin<ComputeConstantsPass> {
  static PassInfo info() {
    PassInfo Info = {
        "compute-constants", "What if constants took no memory", {}};
    Info.IsTransform = true;
    return Info;
  }

  static Expected<std::unique_ptr<Module>> change(const Replay &R) {
    const RecordedAssignment &Record = R.getRecord();
    BufferShapes New(Record);
    for (auto [V, At] : withIds(Record.getDataflow().definitions()))
      if (match(Record.getProgram(), At.Instruction, m_Op(Opcode::Constant)) &&
          Record.getShape(V).isArray())
        New.Types[V] =
            New.Shapes.getArray(ElementType::U8, {0}, /*MinorToMajor=*/{0});
    Expected<EditedAssignment> Edited =
        reshape(Record, New.get(), *R.getBest().How);
    if (!Edited)
      return Edited.takeError();
    return makeEditedModule(R, *Edited);
  }

  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C) {
    const auto &Replayed = AM.getResult<ReplayAnalysis>();
    const Backend Kind = AM.getResult<BackendAnalysis>().get();
    if (Error E = checkEditable(Replayed, Kind)) {
      C.fail(createStringError("pass 'compute-constants': " +
                               toString(std::move(E))));
      return PreservedAnalyses::all();
    }
    Expected<std::unique_ptr<Module>> Made = change(*Replayed.Found);
    if (!Made) {
      C.fail(Made.takeError());
      return PreservedAnalyses::all();
    }
    M.replaceBy(std::move(*Made));
    return PreservedAnalyses::none();
  }
};

Error registerPasses(PassBuilder &PB) {
  return PB.registerPass<ComputeConstantsPass>();
}

} // namespace

HLOMEM_PASS_PLUGIN("what-if", "1", registerPasses)
