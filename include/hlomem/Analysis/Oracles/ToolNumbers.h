//===- ToolNumbers.h - What other tools say of a dump -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// XLA, JAX and XProf each show numbers of bytes for one program, and each
/// means something else by them. These are their rules (docs/GroundTruth.md),
/// applied to a dump, with what the difference from our number is made of.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ORACLES_TOOLNUMBERS_H
#define HLOMEM_ANALYSIS_ORACLES_TOOLNUMBERS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

class Module;

/// A part of the difference between a number and ours.
struct NumberPart {
  Bytes Size;
  /// The other tool has that much less than we have, not more.
  bool IsLess = false;
  /// Why: "temporaries are left out".
  std::string Why;
};

/// One number of another tool.
struct ToolNumber {
  /// As the tool calls it: "peak_memory_in_bytes", "peakHeapMib".
  std::string Field;
  /// Of one memory space, or of no particular one.
  std::optional<MemorySpace> Space;
  /// What the tool shows; none where this dump does not tell.
  std::optional<Bytes> Theirs;
  /// Why there is no number; else empty.
  std::string WhyUnknown;
  /// Our number of the same name or, where there is none, of what people take
  /// the field for; none where that is unknown.
  std::optional<Bytes> Ours;
  /// Which number that is: "peak of space 0".
  std::string OursIs;
  /// They add up to the difference, see addsUp(). Empty where one of the
  /// numbers is unknown.
  std::vector<NumberPart> Parts;

  /// Theirs is Ours with all the parts.
  bool addsUp() const;
};

/// The numbers of one tool.
struct ToolReport {
  /// "compiled.memory_analysis()".
  std::string Tool;
  std::vector<ToolNumber> Numbers;
};

/// The tools in the order of a report, the dump itself first. Every number is
/// of the module as it is; traces are of the module as it was read, and what
/// needs them is unknown after an edit.
struct ToolNumbers {
  std::vector<ToolReport> Tools;
};

struct ToolNumbersAnalysis : public AnalysisInfoMixin<ToolNumbersAnalysis> {
  using Result = ToolNumbers;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ORACLES_TOOLNUMBERS_H
