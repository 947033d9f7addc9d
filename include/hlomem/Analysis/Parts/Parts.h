//===- Parts.h - Where the bytes of a memory space are ----------*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// This file declares PartsAnalysis, which puts every allocated byte of a
/// memory space into one part with a name: docs/Parts.md.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PARTS_PARTS_H
#define HLOMEM_ANALYSIS_PARTS_PARTS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"

namespace hlomem {

class Module;
class Value;

/// Identifies what bytes are for.
enum class PartKind : uint8_t {
  /// Identifies what the model reads and an optimizer renews, or what is
  /// frozen.
  Parameters,
  /// Identifies what an optimizer keeps for itself from step to step.
  OptimizerState,
  /// Identifies all other arguments.
  Inputs,
  /// Identifies arguments of a program that is unknown, so that it cannot be
  /// told which of the three kinds above they are.
  Arguments,
  /// Identifies what the program returns, where it is no donated argument.
  Results,
  /// Identifies what the forward pass makes and the backward pass reads.
  KeptForBackward,
  /// Identifies derivatives with respect to parameters.
  Gradients,
  /// Identifies everything else that the program makes.
  WorkingMemory,
  Constants,
  /// Identifies what layouts and alignment add to the sizes of shapes.
  Padding,
  /// Identifies what is allocated, and holds nothing at the peak.
  Gaps,
  /// Identifies what no rule names.
  NotNamed,
};

/// Counts the kinds of parts.
inline constexpr size_t PartKindCount = size_t(PartKind::NotNamed) + 1;

/// Returns the name of \p Kind, "kept for backward"; valid for the lifetime of
/// the process.
StringRef getName(PartKind Kind);

/// Names what a buffer holds.
struct Content {
  PartKind Kind = PartKind::NotNamed;
  /// Holds the path of an argument, "params['w1']", or the scope, "h_0/attn".
  std::string Name;
  /// Holds the operation, or what is said beside the name: "as bf16".
  std::string Detail;
  /// Holds the innermost line of the user's program, "model.py:12"; empty if it
  /// is unknown.
  std::string Source;
};

/// Represents bytes with one name. Layers of a model, whose names differ in
/// numbers, are one part.
struct MemoryPart {
  /// Holds the name; numbers that differ in it are written as `*`.
  Content What;
  /// Holds the shape without its layout, "f32[8,512]"; empty for gaps.
  std::string Shape;
  uint64_t Buffers = 0;
  /// Counts the layers; 1 if the name has no number that differs.
  uint64_t Layers = 1;
  Bytes Size;
};

/// Holds the parts of a memory space at its peak.
struct SpaceParts {
  MemorySpace Space = 0;
  /// Holds the sum of the parts: the sizes of all allocations of the space that
  /// are not thread-local.
  Bytes Allocated;
  /// Holds the schedule position of the peak; none if it is unknown.
  std::optional<Time> At;
  /// Lists the parts with the most bytes first, then by kind and name.
  std::vector<MemoryPart> Parts;
};

/// Sums all parts of one kind.
struct PartOfKind {
  PartKind Kind = PartKind::NotNamed;
  Bytes Size;
  uint64_t Buffers = 0;
};

/// Returns the kinds that \p Parts have, with the most bytes first; they add up
/// to SpaceParts::Allocated.
std::vector<PartOfKind> sumByKind(const SpaceParts &Parts);

/// Finds the parts of a module.
class Parts {
public:
  /// Constructs the parts of \p M; \p M and \p AM, its manager, must outlive
  /// this.
  Parts(const Module &M, AnalysisManager &AM);
  Parts(Parts &&) noexcept;
  ~Parts();

  /// Returns what \p V holds. Takes time linear in what reads it.
  Content find(const Value &V);
  /// Calls \p Ask with the name of the instruction that defines \p V and, if
  /// that returns false, with that of the one whose metadata tell what \p V
  /// holds, behind copies, writes in place and loops: what made it, the
  /// parameter that it is, or what reads it if the compiler made it. Returns
  /// true if one of the calls did. The names are valid as long as this object.
  bool askMaker(const Value &V, llvm::function_ref<bool(StringRef)> Ask);
  /// Returns what the array \p Number among the parameters of the entry
  /// computation is for; NotNamed if it is no array or the program is unknown.
  PartKind findArgument(uint64_t Number) const;
  /// Returns the kind of the argument that \p V holds, a copy or a cast of it
  /// too; NotNamed if it holds none, or the program is unknown.
  PartKind findHeldArgument(const Value &V) const;
  /// Returns the parts of \p Space at its peak.
  SpaceParts compute(MemorySpace Space);
  /// Returns the reasons for find(), a sentence each.
  std::vector<std::string> explain(const Value &V);

private:
  class Impl;
  std::unique_ptr<Impl> I;
};

/// Finds what buffers are for, in words of the model.
struct PartsAnalysis : public AnalysisInfoMixin<PartsAnalysis> {
  using Result = Parts;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PARTS_PARTS_H
