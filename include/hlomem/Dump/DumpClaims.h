//===- DumpClaims.h - What a dump asserts about itself --------------------===//
//
// Part of the hlo-mem-opt project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Sums, peaks and trees that XLA computed and printed. They are kept to be
/// written back and to be checked, never trusted: XLA's printed peak misses up
/// to 71 % of the largest sum (docs/DumpFormat.md#the-printed-peak).
///
//===----------------------------------------------------------------------===//

#ifndef HLOMEM_DUMP_DUMPCLAIMS_H
#define HLOMEM_DUMP_DUMPCLAIMS_H

#include "hlomem/IR/LiveRange.h"
#include "hlomem/IR/Value.h"
#include "hlomem/Support/Bytes.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/SMLoc.h"
#include <optional>
#include <vector>

namespace hlomem {

/// A line under `Live ranges at T (peak):`.
struct PeakListEntry {
  /// Where the list was read, as it stands there; in a list that follows an
  /// edit, as the value is defined.
  HloPosition Definition;
  /// Logical bytes; until April 2025 of the whole instruction.
  Bytes Size;
  /// The running sum; since May 2025.
  std::optional<Bytes> Cumulative;
};

/// How the lines of a peak list look.
struct PeakListForm {
  /// Definitions have their index, and the sizes are those of leaves; since
  /// April 2025. Else each size is that of the whole result of an instruction.
  bool HasIndices = true;
  /// The list is sorted and has running sums; since May 2025. Else it is in the
  /// order of the live ranges.
  bool HasRunningSums = true;

  friend bool operator==(PeakListForm, PeakListForm) = default;
};

/// A line under `Live ranges at every moment:`, which XLA printed for some
/// hours of February 2021.
struct PrintedMoment {
  Time At = 0;
  Bytes Size;
  /// Names of instructions, with commas between.
  llvm::StringRef Names;
};

/// `Live ranges at T (peak):`, the moment with XLA's largest sum and the values
/// live there.
struct PrintedPeak {
  Time At = 0;
  std::vector<PeakListEntry> Entries;
  /// As the first entry tells; of today where there is none.
  PeakListForm Form;
  /// False for the list of a source that does not tell which form XLA printed.
  bool IsFormKnown = true;
  /// False if moreover the forms add up to different sums.
  bool IsSumKnown = true;
  /// The number T.
  llvm::SMLoc Loc;

  /// What the entries add up to.
  Bytes getSum() const {
    Bytes Sum;
    for (const PeakListEntry &E : Entries)
      Sum += E.Size;
    return Sum;
  }
};

/// A node of the stack trace tree, in the order of the dump; its children
/// follow it with a depth one greater.
struct StackTraceNode {
  /// Any text, UTF-8.
  llvm::StringRef Label;
  unsigned Depth = 0;
  /// The share of the grand total in tenths of a percent.
  uint64_t ShareInTenths = 0;
  Bytes Total;
  Bytes Current;
  Bytes Remaining;

  friend bool operator==(const StackTraceNode &,
                         const StackTraceNode &) = default;
};

/// `Stack trace breakdown for peak usage`; since July 2025.
struct StackTraceTree {
  Bytes Total;
  /// The number after the head.
  llvm::SMLoc Loc;
  std::vector<StackTraceNode> Nodes;
};

/// What the dump asserts.
struct DumpClaims {
  /// `Total bytes used`: all spaces and thread-local blocks together.
  std::optional<Bytes> Total;
  /// "90.5KiB" after the total; empty before August 2021.
  llvm::StringRef HumanTotal;
  llvm::SMLoc TotalLoc;
  /// `HloLiveRange (max N):`, the length of the schedule.
  std::optional<uint64_t> EndOfProgram;
  llvm::SMLoc EndOfProgramLoc;
  /// Set, if empty, where the dump has the list.
  std::optional<std::vector<PrintedMoment>> Moments;
  std::optional<PrintedPeak> Peak;
  std::optional<StackTraceTree> StackTrace;
};

} // namespace hlomem

#endif // HLOMEM_DUMP_DUMPCLAIMS_H
