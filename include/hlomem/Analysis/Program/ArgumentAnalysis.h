//===- ArgumentAnalysis.h - Arguments, donated or not ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_PROGRAM_ARGUMENTANALYSIS_H
#define HLOMEM_ANALYSIS_PROGRAM_ARGUMENTANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"

namespace hlomem {

class AliasBuffers;
class Allocation;
class Liveness;
class LoopInfo;
class Module;
class Shape;
class Value;
class ProgramSource;

/// Identifies whether a result can take over the memory of an argument, and
/// otherwise why not: docs/Lifetimes.md#arguments.
enum class DonationState {
  /// Identifies that a result takes over the memory, or may: the dump says so.
  Done,
  /// Identifies that a result could take over the memory.
  Possible,
  /// Identifies that a result could take over the memory if the instruction
  /// that reads the argument last writes in place.
  ConditionallyInPlace,
  /// Identifies that no result has the argument's padded size and memory space.
  NoOutput,
  /// Identifies that only results in other memory spaces have the argument's
  /// padded size and shape.
  OtherSpace,
  /// Identifies that the results of the argument's padded size and memory space
  /// have other element types or dimensions.
  OtherShape,
  /// Identifies that other arguments take over, or could take over, all results
  /// that fit.
  OutputsTaken,
  /// Identifies that the instruction that writes the last of the results that
  /// fit also reads the argument, and does not write in place.
  ReadByWriter,
  /// Identifies that the argument is still read after the last of the results
  /// that fit is written.
  ReadLater,
  /// Identifies that the argument has no bytes.
  NoBytes,
  /// Identifies that the dump does not show when the argument is read.
  Unknown,
};

/// Represents one leaf of an argument, that is, one parameter allocation.
struct Argument {
  /// Points to the parameter allocation; never null.
  const Allocation *Block = nullptr;
  /// Points to the allocation's largest value that is live from position 0;
  /// null if there is none.
  const Value *Leaf = nullptr;
  DonationState State = DonationState::Unknown;
  /// Is true if the caller donates the argument, and yet no result has its
  /// memory: State tells whether one could. Known only if the program is: from
  /// a proto or from an HLO text.
  bool IsUnusedDonor = false;
  /// Holds the schedule position of the last instruction that reads or forwards
  /// the argument; none if there is none. A call counts only through the
  /// instructions that it runs.
  std::optional<Time> LastRead;
  /// Holds the schedule position of the last call that takes the argument; none
  /// if there is none.
  std::optional<Time> LastCall;
  /// Points to a result: for Possible and ConditionallyInPlace, the one that
  /// could take over the memory; for ReadByWriter and ReadLater, the one that
  /// is written last; for OtherShape and OtherSpace, one with another shape or
  /// in another memory space. Null for any other State.
  const Value *Output = nullptr;
  /// Points to the shape with which the program returns Output. Null if State
  /// is none of Possible, ConditionallyInPlace, OtherShape and OtherSpace.
  const Shape *OutputShape = nullptr;
  /// Points to the value that is written first to the memory of Output: the
  /// earliest of the values that hand it on to the result. WrittenAt holds the
  /// schedule position. Null if State is none of Possible,
  /// ConditionallyInPlace, ReadByWriter and ReadLater.
  const Value *Writer = nullptr;
  Time WrittenAt = 0;
};

/// Holds the arguments of a module. Finding them takes O(n log n) time.
class ArgumentInfo {
public:
  /// Finds the arguments of \p M, the module of \p AM.
  ArgumentInfo(const Module &M, AnalysisManager &AM);

  /// Returns the arguments by the size of their allocation, the largest first,
  /// then in the order of the allocations.
  ArrayRef<Argument> arguments() const { return Arguments; }

private:
  std::vector<Argument> Arguments;
};

struct ArgumentAnalysis : public AnalysisInfoMixin<ArgumentAnalysis> {
  using Result = ArgumentInfo;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_PROGRAM_ARGUMENTANALYSIS_H
