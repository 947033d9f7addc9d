//===- DumpClaims.h - What a dump asserts about itself --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Defines the sums, peaks and trees that XLA computed and printed in a dump.
/// They are kept to be written back and to be checked, never trusted: XLA's
/// printed peak misses up to 71 % of the largest sum
/// (docs/DumpFormat.md#the-printed-peak).
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_DUMPCLAIMS_H
#define HLOMEM_DUMP_DUMPCLAIMS_H

#include "hlomem/IR/Value.h"

namespace hlomem {

/// Represents a line under `Live ranges at T (peak):`.
struct PeakListEntry {
  /// Names the listed value as the line spells it, with the location of the
  /// line; in a list recomputed after an edit, as the value or its unlisted
  /// live range spells it.
  HloPosition Definition;
  /// Holds the logical bytes of the value; in dumps until April 2025, those of
  /// the whole result of its instruction.
  Bytes Size;
  /// Holds the running sum of the sizes, which XLA prints since May 2025.
  std::optional<Bytes> Cumulative;
};

/// Describes how the lines of a peak list look.
struct PeakListForm {
  /// Is true if definitions have their index and sizes are those of leaves, as
  /// since April 2025. Otherwise each size is that of the whole result of an
  /// instruction.
  bool HasIndices = true;
  /// Is true if the list is sorted by size and has running sums, as since May
  /// 2025. Otherwise it is in the order of the live ranges.
  bool HasRunningSums = true;

  friend bool operator==(PeakListForm, PeakListForm) = default;
};

/// Represents a line under `Live ranges at every moment:`, which XLA printed
/// for some hours of February 2021.
struct PrintedMoment {
  /// Holds the schedule position that the line describes.
  Time At = 0;
  /// Holds the sum of the bytes that are live there.
  Bytes Size;
  /// Lists the names of the live instructions, separated by commas.
  StringRef Names;
};

/// Represents `Live ranges at T (peak):`, the schedule position with XLA's
/// largest sum and the values live there.
struct PrintedPeak {
  /// Holds the schedule position T.
  Time At = 0;
  std::vector<PeakListEntry> Entries;
  /// Describes the form of the list, as its first entry tells it; for an empty
  /// list, the form of today.
  PeakListForm Form;
  /// Is false if the source does not tell which form XLA printed.
  bool IsFormKnown = true;
  /// Is false if IsFormKnown is false and the possible forms have different
  /// sums.
  bool IsSumKnown = true;
  /// Points to the number T.
  SMLoc Loc;

  /// Returns the sum of the sizes of the entries.
  Bytes getSum() const {
    Bytes Sum;
    for (const PeakListEntry &E : Entries)
      Sum += E.Size;
    return Sum;
  }
};

/// Represents a node of the stack trace tree. Nodes are in the order of the
/// dump: the children of a node follow it with a depth one greater.
struct StackTraceNode {
  /// Holds any text in UTF-8.
  StringRef Label;
  unsigned Depth = 0;
  /// Holds the share of the grand total in tenths of a percent.
  uint64_t ShareInTenths = 0;
  Bytes Total;
  Bytes Current;
  Bytes Remaining;

  friend bool operator==(const StackTraceNode &,
                         const StackTraceNode &) = default;
};

/// Represents `Stack trace breakdown for peak usage`, which XLA prints since
/// July 2025.
struct StackTraceTree {
  Bytes Total;
  /// Points to the number after the head of the tree.
  SMLoc Loc;
  std::vector<StackTraceNode> Nodes;
};

/// Holds the numbers that a dump asserts about itself.
struct DumpClaims {
  /// Holds `Total bytes used`: the bytes of all spaces and thread-local blocks
  /// together.
  std::optional<Bytes> Total;
  /// Holds the rounded total, "90.5KiB"; empty before August 2021.
  StringRef HumanTotal;
  SMLoc TotalLoc;
  /// Holds N of `HloLiveRange (max N):`, the length of the schedule.
  std::optional<uint64_t> EndOfProgram;
  SMLoc EndOfProgramLoc;
  /// Is set, if to an empty list, where the dump has `Live ranges at every
  /// moment:`.
  std::optional<std::vector<PrintedMoment>> Moments;
  std::optional<PrintedPeak> Peak;
  std::optional<StackTraceTree> StackTrace;
};

} // namespace hlomem

#endif // HLOMEM_DUMP_DUMPCLAIMS_H
