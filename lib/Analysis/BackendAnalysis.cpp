//===- BackendAnalysis.cpp - The backend that a dump was compiled for -----===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "hlomem/Analysis/BackendAnalysis.h"
#include "hlomem/IR/Module.h"

using namespace llvm;

namespace hlomem {

AnalysisKey BackendAnalysis::Key;

InferredBackend BackendAnalysis::run(const Module &M, AnalysisManager &AM) {
  if (AM.getTarget().Device)
    return InferredBackend(*AM.getTarget().Device);
  if (M.getShapes().hasTiles())
    return InferredBackend(Backend::TPU);
  if (M.getName().contains("cpu_after_optimizations"))
    return InferredBackend(Backend::CPU);
  if (M.getName().contains("gpu_after_optimizations"))
    return InferredBackend(Backend::GPU);
  return InferredBackend(Backend::Unknown);
}

} // namespace hlomem
