//===- ArgumentAnalysis.h - Arguments, donated or not ---------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_DATAFLOW_ARGUMENTANALYSIS_H
#define HLOMEM_ANALYSIS_DATAFLOW_ARGUMENTANALYSIS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/IR/LiveRange.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace hlomem {

class AliasBuffers;
class Allocation;
class Liveness;
class LoopInfo;
class Module;
class Shape;
class Value;
class HloProgram;

/// Whether a result can take over the memory of an argument:
/// docs/MemoryModel.md#arguments.
enum class Donation {
  Done,                 ///< One does, or may: the dump says so.
  Possible,             ///< One could.
  ConditionallyInPlace, ///< One could if the last reader writes where it reads.
  NoOutput,             ///< No result has its padded size and memory space.
  OtherSpace,           ///< One that has its size and shape lies elsewhere.
  OtherShape,           ///< One that has it has another type or dimensions.
  OutputsTaken,         ///< Other arguments take, or could take, all that fit.
  ReadByWriter,         ///< The instruction that writes the result reads it.
  ReadLater,            ///< It is still read when every such result is written.
  NoBytes,              ///< It has no bytes.
  Unknown,              ///< The dump does not show when it is read.
};

/// One leaf of an argument, that is, one parameter allocation.
struct Argument {
  const Allocation *Block = nullptr;
  /// The largest value that lives from the beginning; null if there is none.
  const Value *Leaf = nullptr;
  Donation State = Donation::Unknown;
  /// The caller gives it away, and yet no result has its memory: State says
  /// whether one could. Known where there is an HLO text.
  bool IsUnusedDonor = false;
  /// The last instruction that reads or forwards it; none if nothing does.
  /// Calls do not count: what they run does.
  std::optional<Time> LastRead;
  /// The last call that takes it; none if there is none.
  std::optional<Time> LastCall;
  /// Of Possible and ConditionallyInPlace the result that could take it over;
  /// of ReadByWriter and ReadLater the one that is written last; of OtherShape
  /// and OtherSpace the first of the others. Else null.
  const Value *Output = nullptr;
  /// Of Output, as the program returns it; null if there is none.
  const Shape *OutputShape = nullptr;
  /// What is written first to the memory of that, and when: the earliest of the
  /// values that hand it on to the result.
  const Value *Writer = nullptr;
  Time WrittenAt = 0;
};

/// The arguments of a module. Takes O(n log n).
class ArgumentInfo {
public:
  /// Finds the arguments of \p M, the module of \p AM.
  ArgumentInfo(const Module &M, AnalysisManager &AM);

  /// By size, the largest first, then in the order of the allocations. Of those
  /// of one size the ones that are read longest choose their result first.
  llvm::ArrayRef<Argument> arguments() const { return Arguments; }

private:
  std::vector<Argument> Arguments;
};

struct ArgumentAnalysis : public AnalysisInfoMixin<ArgumentAnalysis> {
  using Result = ArgumentInfo;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_DATAFLOW_ARGUMENTANALYSIS_H
