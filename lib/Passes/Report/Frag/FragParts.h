//===- FragParts.h - What the size of an arena is due to ------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_LIB_PASSES_REPORT_FRAG_FRAGPARTS_H
#define HLOMEM_LIB_PASSES_REPORT_FRAG_FRAGPARTS_H

#include "Frag/Frag.inc"
#include "hlomem/Passes/Packing/PackingOptions.h"

namespace hlomem {

/// The part of the pass `frag` that tells what an arena loses to what, below
/// the sentence on its fragmentation. One object reports all arenas of a module
/// and spends no more on them together than the effort allows.
class FragPartsReport : public FragPass {
protected:
  using FragPass::FragPass;

  /// \pre \p A is an arena, and its fragmentation is known.
  void reportParts(const Allocation &A);

  /// Arenas that were split, and those whose best placement is known under both
  /// profiles.
  uint64_t SplitCount = 0;
  uint64_t ProvenCount = 0;

private:
  PackingEffort chooseEffort(size_t Buffers) const;
  ArenaAnswers solve(ArenaBuffers &Arena, Bytes Alignment,
                     PackingEffort Effort);
  void listParts(const ArenaBuffers &Arena, const ArenaParts &Parts,
                 const ArenaAnswers &Answers, Bytes Alignment);
  void reportAnswer(const Allocation &A, size_t BufferCount,
                    const ArenaAnswers &Answers, bool IsSearched);

  const PackingEffort Effort = {Options.Effort};
  /// Spent on the arenas so far.
  uint64_t Steps = 0;
  size_t Searched = 0;
};

} // namespace hlomem

#endif // HLOMEM_LIB_PASSES_REPORT_FRAG_FRAGPARTS_H
