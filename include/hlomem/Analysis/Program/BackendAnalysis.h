//===- BackendAnalysis.h - The backend that a dump was compiled for -------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_BACKENDANALYSIS_H
#define HLOMEM_ANALYSIS_PROGRAM_BACKENDANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/MemorySpace.h"
#include <string>

namespace hlomem {

class Module;

/// The backend, as far as the dump tells; it names the memory spaces.
class InferredBackend {
  Backend Kind;

public:
  explicit InferredBackend(Backend Kind) : Kind(Kind) {}
  Backend get() const { return Kind; }
  /// The space together with what the backend calls it.
  NamedMemorySpace name(MemorySpace Space) const {
    return {Space, memorySpaceName(Kind, Space)};
  }
  /// "space 1 (VMEM)", "space 9".
  std::string describe(MemorySpace Space) const;
};

/// The backend that the user names (Target), otherwise what the dump tells,
/// which does not name it. Tiled layouts occur on TPUs alone; XLA's file names
/// for the others hold `cpu_after_optimizations` or `gpu_after_optimizations`
/// (docs/DumpFormat.md#which-file-to-pass); otherwise custom calls and fields
/// of backend_config that only one backend has; otherwise a module attribute
/// that only programs for GPUs have, since JAX 0.9.2. Otherwise unknown.
struct BackendAnalysis : public AnalysisInfoMixin<BackendAnalysis> {
  using Result = InferredBackend;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_BACKENDANALYSIS_H
