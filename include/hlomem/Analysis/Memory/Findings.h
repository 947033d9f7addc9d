//===- Findings.h - Facts of other analyses in bytes ----------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Collects what other analyses found, each fact as one number of bytes,
/// without noise: docs/MemoryModel.md#findings. No number is what a change of
/// the program would save.
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_ANALYSIS_MEMORY_FINDINGS_H
#define HLOMEM_ANALYSIS_MEMORY_FINDINGS_H

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

/// Identifies what a finding is about.
enum class FindingKind : uint8_t {
  /// Identifies what is allocated in a space beyond the user's limit.
  OverLimit,
  /// Identifies an upper bound of what loop copies add to the live bytes of
  /// peaks.
  LoopCopies,
  /// Identifies arguments whose memory a result could take over.
  NotDonated,
  /// Identifies how much less would be live at the peak without one value in a
  /// gap.
  IdleGap,
  /// Identifies the bytes of arenas that are unused at peak occupancy.
  Fragmentation,
  /// Identifies what is allocated but not live at the peak, and no
  /// fragmentation.
  NotLiveAtPeak,
  /// Identifies the padding at the peak of a space.
  Padding,
  /// Identifies thread-local allocations in the printed total.
  ThreadLocal,
  /// Identifies values whose live ranges are unknown.
  UnknownRanges,
};

/// Returns "over-limit", "loop-copies", "not-donated", "idle-gap",
/// "fragmentation", "not-live-at-peak", "padding", "thread-local" or
/// "unknown-ranges".
llvm::StringRef getName(FindingKind Kind);

/// Represents one finding.
struct Finding {
  FindingKind Kind = FindingKind::LoopCopies;
  /// Holds the bytes that the finding is about.
  Bytes Size = {};
  /// Holds what Size is a part of, for comparison: the peak of the space or of
  /// all spaces, the arenas, all allocations, the printed total, or the limit.
  Bytes Whole = {};
  /// Counts the copies, arguments, arenas, buffers, allocations or values
  /// concerned.
  uint64_t Count = 0;
  /// Identifies the memory space; none if the finding is about all spaces.
  std::optional<MemorySpace> Space = std::nullopt;
  /// Points to the place in the dump.
  llvm::SMLoc Loc = {};
  /// Holds the value of an IdleGap and when it is idle.
  std::optional<IdleGap> Gap = std::nullopt;

  /// Returns the name of the pass that reports more about the finding.
  llvm::StringRef getPass() const;
};

/// Holds the findings of a module: what is over a limit, then the others, each
/// with the most bytes first. What is less than a hundredth of Whole or of the
/// peak of all spaces is left out, except for limits and unknown ranges.
struct Findings {
  std::vector<Finding> List;
};

struct FindingsAnalysis : public AnalysisInfoMixin<FindingsAnalysis> {
  using Result = Findings;
  Result run(const Module &M, AnalysisManager &AM);
  static AnalysisKey Key;
};

} // namespace hlomem

#endif // HLOMEM_ANALYSIS_MEMORY_FINDINGS_H
