//===- OtherRuns.h - What other runs of a program would need ----*- C++ -*-===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_PASSUTILS_OTHERRUNS_H
#define HLOMEM_PASSUTILS_OTHERRUNS_H

#include "hlomem/PassUtils/ChangeNames.h"
#include "hlomem/Replay/Advice.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <cstdint>
#include <string>
#include <vector>

namespace hlomem {

class AnalysisManager;
class Module;

/// A change of class 4: the program runs on other data or more devices.
struct OtherRun {
  enum class Kind : uint8_t { Batch, Length, Shard };
  static constexpr uint64_t Class = 4;

  Kind What = Kind::Batch;
  /// "batch 8 -> 4", "shard over 4".
  std::string Name;
  /// What to change, and what the number leaves out.
  std::string How;
  /// As of ChangeTrial, or "arguments only".
  std::string Precision;
  /// None where no number can be given; then why, and what it saves at most.
  std::optional<replay::TriedChanges> Result;
  std::string WhyUnknown;
  uint64_t Bound = 0;
  /// Values that carry the dimension by a guess.
  uint64_t Guessed = 0;
  ChangeNames::Place Fullest;
};

/// Half the batch, half the length, and the arguments over four devices, as far
/// as the program of \p Trial, which \p M is, can be run so. \p Claim is asked
/// before each assignment, with its name, whether it may be made. Each is made
/// of the program as it is.
std::vector<OtherRun>
tryOtherRuns(const Module &M, AnalysisManager &AM, replay::ChangeTrial &Trial,
             const ChangeNames &Names,
             llvm::function_ref<bool(const std::string &Name)> Claim);

} // namespace hlomem

#endif // HLOMEM_PASSUTILS_OTHERRUNS_H
