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
#include "hlomem/IR/ProgramSource.h"

namespace hlomem {

class Module;

/// Returns false if \p P is the program of another module: if it has another
/// opcode for an instruction that the dump of \p M prints, or lacks an
/// instruction that the dump names. An incomplete dump may name instructions
/// that \p P lacks, since it may be truncated within a name. Takes linear time,
/// and parses an instruction as a whole only if its opcode seems to differ.
bool isProgramOf(const ProgramSource &P, const Module &M);

/// Returns true if \p P has all instructions that \p M names, and the
/// instructions that \p M prints are equal in both. A program for a dump
/// without a schedule has to be checked so, since one of another module would
/// give wrong results. Takes linear time, and parses all instructions.
bool hasAllInstructions(const ProgramSource &P, const Module &M);

/// Holds the program that a dump belongs to, if it can be read.
struct ProgramText {
  /// Points to the program; null if there is none.
  std::shared_ptr<const ProgramSource> Program;
  /// Is true if there is an HLO text that isProgramOf() rejects, such as one
  /// that a later run wrote to the folder.
  bool IsOfAnotherModule = false;
  /// Holds an error of the file or in it because of which there is no program
  /// although there is a text; empty otherwise.
  std::string Problem;
};

/// Returns why \p Text has no program: "there is no HLO text beside it".
std::string explainAbsence(const ProgramText &Text);

/// Reads the program, which most analyses do not need, on the first request.
/// For a dump, only the program is sure to tell which computation owns an
/// instruction.
struct ProgramAnalysis : public AnalysisInfoMixin<ProgramAnalysis> {
  using Result = ProgramText;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_PROGRAMANALYSIS_H
