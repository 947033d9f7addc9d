//===- ProgramAnalysis.h - The HLO text beside a dump ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_PROGRAMANALYSIS_H
#define HLOMEM_ANALYSIS_PROGRAM_PROGRAMANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/HloText/ParameterLeaves.h"
#include "hlomem/IR/HloProgram.h"
#include <memory>
#include <set>
#include <string>

namespace hlomem {

class Module;

/// False if \p P is the program of another module: it has another opcode for an
/// instruction that the dump of \p M prints, or lacks one that the dump names.
/// The dump may be cut within a name, so an incomplete one may name more. Takes
/// linear time and takes no instruction apart unless it looks different.
bool isProgramOf(const HloProgram &P, const Module &M);

/// Returns true if \p P has all instructions that \p M names, and those that \p
/// M prints are the same in both. A dump without a schedule needs this: the
/// text of another module would do harm. Takes linear time, and takes all
/// instructions apart.
bool hasAllInstructions(const HloProgram &P, const Module &M);

/// The program that a dump belongs to, where its text is at hand.
struct ProgramText {
  /// Null where there is none.
  std::shared_ptr<const HloProgram> Program;
  /// There is a text, which isProgramOf() rules out: the folder was used again.
  bool IsOfAnotherModule = false;
  /// Why there is none though there is a text: an error of the file or in it.
  std::string Problem;
};

/// Why \p Text has no program: "there is no HLO text beside it".
std::string explainAbsence(const ProgramText &Text);

/// Reads the text when it is first asked for: most analyses do without it. It
/// alone tells which computation owns an instruction.
struct ProgramAnalysis : public AnalysisInfoMixin<ProgramAnalysis> {
  using Result = ProgramText;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

/// Returns the leaves of the program's arguments that the caller gives away:
/// buffer donors, and those that a result is aliased with. Empty where neither
/// \p M, the module of \p AM, nor its program tells them.
std::set<ParameterLeaf> findDonatedLeaves(const Module &M, AnalysisManager &AM);

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_PROGRAMANALYSIS_H
