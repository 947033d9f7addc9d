//===- InstructionIndex.h - The gist of all instructions --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines an index of what one look at each instruction tells. A dump prints
/// the text of an instruction once for each leaf of its result, which takes up
/// gigabytes for a loop over thousands of arrays. Analyses that consider all
/// instructions ask the index, which looks at each text once, and parse only
/// the few that remain (Module::getInstruction()).
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_INSTRUCTIONINDEX_H
#define HLOMEM_ANALYSIS_PROGRAM_INSTRUCTIONINDEX_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/HloText/GistReader.h"

namespace hlomem {

class Module;
class Value;

/// Holds the gist of the defining instruction of each value of a module, in two
/// bytes. Never changes, so that threads may share it.
class InstructionIndex {
public:
  /// Looks at the texts of \p M, on as many threads as the module may use. \p M
  /// must outlive the index.
  explicit InstructionIndex(const Module &M);

  /// Returns the gist of the text that the dump prints for \p V; for leaves of
  /// one instruction that the dump lists next to each other, of the text of the
  /// first. Without a text, returns the gist that the module knows; otherwise
  /// an empty gist.
  InstructionGist get(const Value &V) const;
  /// Returns true if the instruction that defines \p V may have \p Mark, a
  /// single mark.
  bool has(const Value &V, InstructionMarks Mark) const {
    return get(V).has(Mark);
  }

private:
  const Module &M;
  const Value *First;
  /// Holds the gists in the order of Module::values().
  std::vector<InstructionGist> ByValue;
};

struct InstructionIndexAnalysis
    : public AnalysisInfoMixin<InstructionIndexAnalysis> {
  using Result = InstructionIndex;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_INSTRUCTIONINDEX_H
