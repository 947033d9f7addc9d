//===- ToolNumbers.h - What other tools say of a dump -----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Computes the numbers of bytes that XLA, JAX and XProf each show for one
/// program, by the rules of each (docs/GroundTruth.md), and splits the
/// difference from the number of this project into its parts.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_OTHERTOOLS_TOOLNUMBERS_H
#define HLOMEM_OTHERTOOLS_TOOLNUMBERS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class Module;

/// Represents a part of the difference between another tool's number and ours.
struct NumberPart {
  Bytes Size;
  /// Is true if the other tool has that much less, not more.
  bool IsLess = false;
  /// Tells the reason: "temporaries are left out".
  std::string Why;
};

/// Represents one number of another tool.
struct ToolNumber {
  /// Holds the tool's name of the number: "peak_memory_in_bytes",
  /// "peakHeapMib".
  std::string Field;
  /// Identifies the memory space; none if the number is not about a particular
  /// one.
  std::optional<MemorySpace> Space;
  /// Holds what the tool shows; none if this dump does not tell it.
  std::optional<Bytes> Theirs;
  /// Tells why there is no number; empty if there is one.
  std::string WhyUnknown;
  /// Holds our number of this name or, if there is none, of what users take the
  /// field for; none if that is unknown.
  std::optional<Bytes> Ours;
  /// Describes our number: "peak of space 0".
  std::string OursIs;
  /// Lists parts that add up to the difference, see addsUp(). Empty if one of
  /// the numbers is unknown.
  std::vector<NumberPart> Parts;

  /// Returns true if Ours and all the parts add up to Theirs, or one of the
  /// numbers is unknown.
  bool addsUp() const;
};

/// Represents the numbers of one tool.
struct ToolReport {
  /// Names the tool: "compiled.memory_analysis()".
  std::string Tool;
  std::vector<ToolNumber> Numbers;
};

/// Holds the tools in the order of a report, the dump itself first. Every
/// number is of the module in its present state; traces are of the module as it
/// was read, and what needs them is unknown after an edit.
struct ToolNumbers {
  std::vector<ToolReport> Tools;
};

struct ToolNumbersAnalysis : public AnalysisInfoMixin<ToolNumbersAnalysis> {
  using Result = ToolNumbers;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_OTHERTOOLS_TOOLNUMBERS_H
