//===- Movers.cpp - A plugin with passes that move values -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/IR/AssignmentEdit.h"
#include "hlomem/Pass/PassPlugin.h"
#include "hlomem/Pass/PipelineError.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace hlomem;

namespace {

/// Puts the values of each arena one behind the other, each at its own bytes.
struct SpreadPass : PassInfoMixin<SpreadPass> {
  static PassInfo info() {
    PassInfo Info = {"spread", "Let no two values of an arena share bytes", {}};
    Info.IsTransform = true;
    return Info;
  }
  PreservedAnalyses run(Module &M, AnalysisManager &, PassContext &) {
    AssignmentEdit Edit(M);
    for (auto [I, A] : llvm::enumerate(M.allocations())) {
      if (!A.has(AllocationFlags::PreallocatedTemp))
        continue;
      Bytes End;
      for (const Value &V : A.values()) {
        Edit.place(V, {I, End});
        End += V.getSize();
      }
      Edit.fit(A);
    }
    M.apply(Edit);
    return PreservedAnalyses::none();
  }
};

/// Puts them all at its beginning.
struct PileUpPass : PassInfoMixin<PileUpPass> {
  static PassInfo info() {
    PassInfo Info = {"pile-up", "Let all values of an arena share bytes", {}};
    Info.IsTransform = true;
    return Info;
  }
  PreservedAnalyses run(Module &M, AnalysisManager &, PassContext &) {
    AssignmentEdit Edit(M);
    for (const Value &V : M.values())
      Edit.place(V, {Edit.getPlace(V).Allocation, Bytes()});
    M.apply(Edit);
    return PreservedAnalyses::none();
  }
};

/// Removes what is small, as docs/PassInterfaces.md has it.
struct DropSmallPass : PassInfoMixin<DropSmallPass> {
  static PassInfo info() {
    PassInfo Info = {"drop-small", "Remove values of less than 64 bytes", {}};
    Info.IsTransform = true;
    return Info;
  }
  PreservedAnalyses run(Module &M, AnalysisManager &, PassContext &) {
    AssignmentEdit Edit(M);
    for (const Value &V : M.values())
      if (V.getSize() < Bytes(64))
        Edit.removeAndFit(V);
    return M.apply(Edit) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
};

/// Removes a value that it has just moved to a new allocation.
struct LosePass : PassInfoMixin<LosePass> {
  static PassInfo info() {
    PassInfo Info = {"lose", "Remove what has moved", {}};
    Info.IsTransform = true;
    return Info;
  }
  PreservedAnalyses run(Module &M, AnalysisManager &, PassContext &) {
    AssignmentEdit Edit(M);
    const Value &V = M.values().front();
    Edit.place(V, {Edit.addAllocation({V.getSize()}), Bytes()});
    Edit.removeAndFit(V);
    M.apply(Edit);
    return PreservedAnalyses::none();
  }
};

/// Does the same as PileUpPass and says that nothing has changed.
struct HidePass : PassInfoMixin<HidePass> {
  static PassInfo info() {
    PassInfo Info = {"hide", "Pile up in secret", {}};
    Info.IsTransform = true;
    return Info;
  }
  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C) {
    PileUpPass().run(M, AM, C);
    return PreservedAnalyses::all();
  }
};

/// Does the same and is no transform.
struct DenyPass : PassInfoMixin<DenyPass> {
  static PassInfo info() { return {"deny", "Pile up as an analysis", {}}; }
  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C) {
    return PileUpPass().run(M, AM, C);
  }
};

/// Runs a pipeline inside itself, two times.
struct TwicePass : PassInfoMixin<TwicePass> {
  static PassInfo info() {
    PassInfo Info = {"twice", "Run a pipeline two times", {}};
    Info.IsTransform = true;
    return Info;
  }
  static Expected<TwicePass> create(StringRef Text, const PassBuilder &PB) {
    TwicePass Made;
    PassOptionParser Parser(name(), Text, &PB);
    Parser.option("pipeline", Made.Pipeline);
    if (Error E = Parser.finish())
      return Expected<TwicePass>(std::move(E));
    if (!Made.Pipeline.Passes)
      return make_error<PipelineError>("what is to be done twice?", 0);
    return Made;
  }
  void printPipeline(raw_ostream &OS) const {
    OS << name() << '<';
    PassOptionPrinter(OS).option("pipeline", Pipeline, NestedPipeline());
    OS << '>';
  }
  PreservedAnalyses run(Module &M, AnalysisManager &AM, PassContext &C) {
    const uint64_t Before = M.getEditCount();
    for (int I = 0; I != 2; ++I)
      if (Error E = C.runNested(*Pipeline.Passes, M, AM)) {
        C.fail(std::move(E));
        break;
      }
    return M.getEditCount() == Before ? PreservedAnalyses::all()
                                      : PreservedAnalyses::none();
  }

  NestedPipeline Pipeline;
};

Error registerPasses(PassBuilder &PB) {
  if (Error E = PB.registerPass<SpreadPass>())
    return E;
  if (Error E = PB.registerPass<PileUpPass>())
    return E;
  if (Error E = PB.registerPass<DropSmallPass>())
    return E;
  if (Error E = PB.registerPass<LosePass>())
    return E;
  if (Error E = PB.registerPass<TwicePass>())
    return E;
  if (Error E = PB.registerPass<HidePass>())
    return E;
  return PB.registerPass<DenyPass>();
}

} // namespace

HLOMEM_PASS_PLUGIN("movers", "1", registerPasses)
