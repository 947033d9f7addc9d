//===- InstructionIndex.h - The gist of all instructions --------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A dump prints the text of an instruction once for each leaf of its result: a
/// loop over thousands of arrays takes up gigabytes. Who wants to know
/// something of all instructions asks here, where each text was looked at once,
/// and takes apart what few the marks leave (Module::getInstruction()).
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_INSTRUCTIONINDEX_H
#define HLOMEM_ANALYSIS_PROGRAM_INSTRUCTIONINDEX_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/HloText/InstructionGist.h"
#include <vector>

namespace hlomem {

class Module;
class Value;

/// The gist of the instruction that defines a value, for all values of a
/// module. Two bytes for each; never changes, so threads may share it.
class InstructionIndex {
public:
  /// Looks at the texts, on as many threads as the module may use.
  explicit InstructionIndex(const Module &M);

  /// Of the text that the dump prints with \p V, and of leaves of one
  /// instruction that it lists side by side, of the first one; of what a module
  /// knows without a text; an empty gist where there is neither.
  InstructionGist get(const Value &V) const;
  /// Whether the text may have what \p Mark, a single one, means.
  bool has(const Value &V, InstructionMarks Mark) const {
    return get(V).has(Mark);
  }

private:
  const Module &M;
  const Value *First;
  /// In the order of Module::values().
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
