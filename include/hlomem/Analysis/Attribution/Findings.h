//===- Findings.h - Facts of other analyses in bytes ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What other analyses found, each in one number of bytes, without what is
/// noise: docs/MemoryModel.md#findings. None is what a change of the program
/// would save.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_ATTRIBUTION_FINDINGS_H
#define HLOMEM_ANALYSIS_ATTRIBUTION_FINDINGS_H

#include "hlomem/Analysis/AnalysisManager.h"
#include "hlomem/Analysis/Memory/IdleGaps.h"
#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/MemorySpace.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace hlomem {

class MemoryTimeline;
class Module;

enum class FindingKind : uint8_t {
  OverLimit,     ///< Allocated in a space beyond the user's limit.
  LoopCopies,    ///< At most what copies that loops make add to live peaks.
  NotDonated,    ///< Arguments that a result could take over.
  IdleGap,       ///< Less live at the peak without one value in a gap.
  Fragmentation, ///< Of arenas, unused at peak occupancy.
  NotLiveAtPeak, ///< Allocated beyond the peak, and no fragmentation.
  Padding,       ///< At the peak of a space.
  ThreadLocal,   ///< In the printed total.
  UnknownRanges, ///< Of values of which it is unknown when they are live.
};

/// "over-limit", "loop-copies", "not-donated", "idle-gap", "fragmentation",
/// "not-live-at-peak", "padding", "thread-local" or "unknown-ranges".
llvm::StringRef getName(FindingKind Kind);

/// One such fact.
struct Finding {
  FindingKind Kind = FindingKind::LoopCopies;
  /// How much is concerned.
  Bytes Size = {};
  /// What Size is a part of, to be compared with: the peak of the space or of
  /// all spaces, the arenas, all allocations, the printed total.
  Bytes Whole = {};
  /// Copies, arguments, arenas, buffers, allocations or values.
  uint64_t Count = 0;
  /// None if it is of all spaces.
  std::optional<MemorySpace> Space = std::nullopt;
  /// Where in the dump.
  llvm::SMLoc Loc = {};
  /// Of IdleGap: the value and when it is idle.
  std::optional<IdleGap> Gap = std::nullopt;

  /// The pass that tells more.
  llvm::StringRef getPass() const;
};

/// The findings of a module: what is over a limit, then the others, each with
/// the most bytes first. What is less than a hundredth of Whole or of the peak
/// of all spaces is left out, but for limits and unknown ranges.
struct Findings {
  std::vector<Finding> List;
};

struct FindingsAnalysis : public AnalysisInfoMixin<FindingsAnalysis> {
  using Result = Findings;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_ATTRIBUTION_FINDINGS_H
