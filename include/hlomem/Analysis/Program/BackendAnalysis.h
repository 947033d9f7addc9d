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

namespace hlomem {

class Module;

/// Holds the backend as far as the dump tells it. The backend names the memory
/// spaces.
class InferredBackend {
  Backend Kind;

public:
  explicit InferredBackend(Backend Kind) : Kind(Kind) {}
  Backend get() const { return Kind; }
  /// Returns \p Space with the backend's name for it.
  NamedMemorySpace name(MemorySpace Space) const {
    return {Space, memorySpaceName(Kind, Space)};
  }
  /// Returns the text "space 1 (VMEM)"; "space 9" if the backend has no name
  /// for \p Space.
  std::string describe(MemorySpace Space) const;
};

/// Computes the backend: the one that the user names (Target), otherwise what
/// can be inferred from the dump, which does not name it. Tiled layouts occur
/// only on TPUs. XLA's file names for the other backends contain
/// `cpu_after_optimizations` or `gpu_after_optimizations`
/// (docs/Inputs.md#which-file-to-pass). Otherwise, custom calls and fields
/// of backend_config that only one backend has decide; otherwise a module
/// attribute that only programs for GPUs have, since JAX 0.9.2. If nothing
/// decides, the backend is unknown.
struct BackendAnalysis : public AnalysisInfoMixin<BackendAnalysis> {
  using Result = InferredBackend;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_BACKENDANALYSIS_H
