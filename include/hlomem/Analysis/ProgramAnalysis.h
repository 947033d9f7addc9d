//===- ProgramAnalysis.h - The HLO text beside a dump ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAMANALYSIS_H
#define HLOMEM_ANALYSIS_PROGRAMANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/HloProgram.h"
#include <memory>
#include <string>

namespace hlomem {

class Module;

/// The program that a dump belongs to, where its text is at hand.
struct ProgramText {
  /// Null where there is none.
  std::shared_ptr<const HloProgram> Program;
  /// Why there is none though there is a text: an error of the file or in it.
  std::string Problem;
};

/// Reads the text when it is first asked for: most analyses do without it. It
/// alone tells which computation owns an instruction.
struct ProgramAnalysis : public AnalysisInfoMixin<ProgramAnalysis> {
  using Result = ProgramText;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAMANALYSIS_H
