//===- ScaledRuns.h - What other runs of a program would need ---*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSES_WHATIF_SCALEDRUNS_H
#define HLOMEM_PASSES_WHATIF_SCALEDRUNS_H

#include "hlomem/Passes/WhatIf/ChangeNames.h"

namespace hlomem {

/// Describes a change of class 4: the program runs on other data or more
/// devices.
struct ScaledRun {
  enum class Kind : uint8_t { Batch, Length, Shard };
  static constexpr uint64_t Class = 4;

  Kind What = Kind::Batch;
  /// Names the change: "batch 8 -> 4", "shard over 4".
  std::string Name;
  /// Says what to change, and what the result leaves out.
  std::string How;
  /// Is the precision as in ChangeTrial, or "arguments only".
  std::string Precision;
  /// Is the result, or none if it is not known. WhyUnknown then says why, and
  /// Bound is the most that the change can save.
  std::optional<TriedChanges> Result;
  std::string WhyUnknown;
  Bytes Bound;
  /// Counts the values that are only guessed to have the dimension.
  uint64_t Guessed = 0;
  ChangeNames::Place Fullest;
};

/// Tries half the batch, half the length, half of what no argument has, and the
/// arguments sharded over four devices, as far as possible for the program of
/// \p Trial, which is that of \p Run. Each change starts from the unchanged
/// program. Adds the names of changes for which no effort is left to \p
/// Untried.
std::vector<ScaledRun> tryScaledRuns(const PassRun &Run, ChangeTrial &Trial,
                                     const ChangeNames &Names,
                                     SmallVectorImpl<std::string> &Untried);

} // namespace hlomem

#endif // HLOMEM_PASSES_WHATIF_SCALEDRUNS_H
