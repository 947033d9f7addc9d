//===- AliasClasses.cpp - Values that must share a buffer -----------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/Program/AliasClasses.h"
#include "hlomem/Analysis/Program/HloBuffers.h"
#include "hlomem/Analysis/Program/HloDataflow.h"
#include "hlomem/Analysis/Program/ProgramGraph.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

AnalysisKey AliasClassesAnalysis::Key;

AliasClasses AliasClassesAnalysis::run(const Module &M, AnalysisManager &AM) {
  return AliasClasses(M, AM);
}

AliasClasses::AliasClasses(const Module &M, AnalysisManager &AM)
    : M(M), AreKnown(M.tellsAliasClasses()) {
  // A cut dump may lack values that hand a buffer on.
  if (AreKnown || M.isIncomplete())
    return;
  const HloGraph *G = getProgramGraph(AM);
  if (!G)
    return;
  Expected<ValuePlaces> Places = findPlaces(M, *G);
  if (!Places) {
    consumeError(Places.takeError());
    return;
  }
  std::optional<std::vector<BufferId>> Known;
  for (XlaRelease Release : findReleases(M)) {
    HloBuffers Buffers =
        HloBuffers::compute(HloDataflow::of(*G, Places->Definitions, Release));
    std::vector<BufferId> Classes;
    for (ValueId V : Places->Values.ids())
      Classes.push_back(Buffers.getBuffer(V));
    // Which release it is, is not known.
    if (Known && *Known != Classes)
      return;
    Known = std::move(Classes);
  }
  if (!Known)
    return;
  AreKnown = true;
  for (auto [V, Class] : zip_equal(Places->Values, *Known))
    OfText[V] = Class;
}

BufferId AliasClasses::find(const Value &V) const {
  return M.tellsAliasClasses() ? M.getAliasClass(V) : OfText.lookup(&V);
}

} // namespace hlomem
