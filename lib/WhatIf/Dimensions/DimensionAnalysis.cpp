//===- DimensionAnalysis.cpp - Dimensions of a module's program ----------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/WhatIf/Dimensions/DimensionAnalysis.h"
#include "hlomem/IR/HloGraph.h"
#include "hlomem/IR/ProgramSource.h"
#include "hlomem/Proto/HloProtoSource.h"
#include "hlomem/Proto/InstructionDimensions.h"
#include "hlomem/WhatIf/Dimensions/DimensionText.h"
#include "hlomem/XlaSim/ReplayAnalysis.h"
#include "llvm/Support/Allocator.h"

using namespace llvm;

namespace hlomem {

AnalysisKey DimensionAnalysis::Key;

DimensionResult DimensionAnalysis::run(const Module &M, AnalysisManager &AM) {
  DimensionResult Result;
  const auto &Replayed = AM.getResult<ReplayAnalysis>();
  if (!Replayed.Found) {
    Result.WhyNone = Replayed.WhyNone;
    return Result;
  }
  const HloGraph &G = Replayed.Found->getRecord().getProgram();
  if (std::shared_ptr<const WholeHloProto> Proto = Replayed.Found->getProto()) {
    Result.Links.emplace(G, [&](InstructionId I) {
      return readDimensionAttributes(Proto->Contents, I);
    });
    return Result;
  }
  BumpPtrAllocator Arena;
  ShapeContext Shapes(Arena);
  std::shared_ptr<const ProgramSource> Program =
      Replayed.Found->getProgramText();
  Result.Links.emplace(G, [&](InstructionId I) {
    auto D = Program->readDetails(G[I].Name, Shapes, Arena);
    return D ? readDimensionAttributes(*D) : DimensionAttributes();
  });
  return Result;
}

} // namespace hlomem
